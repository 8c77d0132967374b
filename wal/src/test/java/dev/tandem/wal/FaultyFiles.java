package dev.tandem.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The real file system, with the n-th write or force failing, or forces held back. */
public final class FaultyFiles implements LogFiles {

  final AtomicInteger writes = new AtomicInteger();
  final AtomicInteger forces = new AtomicInteger();
  private final int failingWrite;
  private final int failingForce;
  private final String message;

  /** As the real one, but nothing is ever forced: for tests that open logs by the thousand. */
  static LogFiles unforced() {
    return new LogFiles() {
      @Override
      public LogFile open(Path path) throws IOException {
        LogFile file = LogFiles.SYSTEM.open(path);
        return new ForwardingFile(file) {
          @Override
          public void force() {}
        };
      }

      @Override
      public void syncDirectory(Path directory) {}
    };
  }

  /** While it is set, forces wait for it. */
  public final AtomicReference<CountDownLatch> gate = new AtomicReference<>();

  /** Bytes that the disk claims to have free; -1 asks the real one. */
  final AtomicReference<Long> usable = new AtomicReference<>(-1L);

  /** While it is set, the question for free bytes waits for it. */
  final AtomicReference<CountDownLatch> usableGate = new AtomicReference<>();

  FaultyFiles(int failingWrite, int failingForce, String message) {
    this.failingWrite = failingWrite;
    this.failingForce = failingForce;
    this.message = message;
  }

  public static FaultyFiles none() {
    return new FaultyFiles(-1, -1, "");
  }

  @Override
  public LogFile open(Path path) throws IOException {
    LogFile file = LogFiles.SYSTEM.open(path);
    return new ForwardingFile(file) {
      @Override
      public void write(ByteBuffer source, long position) throws IOException {
        if (writes.incrementAndGet() == failingWrite) {
          // Half of it got there.
          int half = source.remaining() / 2;
          file.write(source.duplicate().limit(source.position() + half), position);
          throw new IOException(message);
        }
        file.write(source, position);
      }

      @Override
      public void force() throws IOException {
        pass(gate);
        if (forces.incrementAndGet() == failingForce) {
          throw new IOException(message);
        }
        file.force();
      }
    };
  }

  @Override
  public long usableBytes(Path directory) throws IOException {
    pass(usableGate);
    long claimed = usable.get();
    return claimed >= 0 ? claimed : LogFiles.SYSTEM.usableBytes(directory);
  }

  private static void pass(AtomicReference<CountDownLatch> gate) throws IOException {
    CountDownLatch latch = gate.get();
    if (latch != null) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }
}
