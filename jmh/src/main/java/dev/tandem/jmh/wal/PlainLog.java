package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Waits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * What the others are compared with: group commit on a {@link java.nio.channels.FileChannel} and
 * nothing else. Two buffers of 8 MiB; producers copy length, CRC-32C and body into one under a spin
 * lock while the other one is written whole into a zero-filled segment, with one write and one
 * force (data only). The next group is all that arrived meanwhile. A lone waiting producer writes
 * by itself; otherwise there is a thread that writes. No header, no recovery, no roll that costs
 * anything: the segments were filled before the clock started, and are used again in turn.
 *
 * <p>Nobody is ever parked here: whoever waits spins a little, then yields, which is the fastest on
 * few CPUs and nothing a service could afford.
 */
final class PlainLog implements DurableLog {

  private static final int BUFFER_BYTES = 8 << 20;
  private static final int HEADER_BYTES = 8;

  private static final VarHandle LOCKED;
  private static final VarHandle APPENDED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LOCKED = lookup.findVarHandle(PlainLog.class, "locked", int.class);
      APPENDED = lookup.findVarHandle(PlainLog.class, "appended", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int recordBytes;
  private final PlainSegments segments;
  private final GroupSync sync = new GroupSync(this::appended, this::writeGroup);
  private ByteBuffer filling = newBuffer();
  private ByteBuffer spare = newBuffer();
  private int filled;
  private long appended = -1;

  @SuppressWarnings("unused") // Through LOCKED.
  private int locked;

  PlainLog(LogSettings settings) throws IOException {
    recordBytes = settings.recordBytes();
    segments = new PlainSegments(settings.directory());
    if (!settings.alone()) {
      sync.start();
    }
  }

  private static ByteBuffer newBuffer() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.nativeOrder());
    for (int i = 0; i < BUFFER_BYTES; i += 4096) {
      buffer.put(i, (byte) 1); // Touched, so that no page fault falls into the run.
    }
    return buffer;
  }

  @Override
  public Producer producer() {
    return new PlainProducer();
  }

  @Override
  public long kept() {
    // Of a full turn: without the newest segment, the empty one, and the ends that no group fit.
    long bytes = (PlainSegments.COUNT - 2L) * (PlainSegments.BYTES - BUFFER_BYTES);
    return bytes / size(recordBytes);
  }

  private static int size(int length) {
    return HEADER_BYTES + length + 7 & -8;
  }

  @Override
  public long synced() {
    return sync.synced();
  }

  private void lock() {
    int spins = 0;
    while (!LOCKED.weakCompareAndSetAcquire(this, 0, 1)) {
      spins = Waits.relax(spins);
    }
  }

  private void unlock() {
    LOCKED.setRelease(this, 0);
  }

  private long appended() {
    return (long) APPENDED.getAcquire(this);
  }

  private long writeGroup() {
    lock();
    ByteBuffer group = filling;
    int bytes = filled;
    long highest = appended;
    filling = spare;
    spare = group;
    filled = 0;
    unlock();
    try {
      segments.write(group.limit(bytes).position(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    group.clear();
    return highest;
  }

  @Override
  public void close() throws IOException {
    sync.stop();
    segments.close();
  }

  private final class PlainProducer implements Producer {

    private final CRC32C crc = new CRC32C();

    @Override
    public long append(byte[] record) {
      crc.reset();
      crc.update(record, 0, record.length);
      int check = (int) crc.getValue();
      int size = size(record.length);
      int spins = 0;
      while (true) {
        lock();
        int at = filled;
        if (at + size <= BUFFER_BYTES) {
          ByteBuffer buffer = filling;
          buffer.putInt(at, record.length);
          buffer.putInt(at + 4, check);
          buffer.put(at + HEADER_BYTES, record, 0, record.length);
          filled = at + size;
          long ticket = appended + 1;
          APPENDED.setRelease(PlainLog.this, ticket);
          unlock();
          return ticket;
        }
        unlock();
        sync.failIfFailed();
        spins = Waits.relax(spins);
      }
    }

    @Override
    public void awaitSynced(long ticket) {
      sync.await(ticket);
    }
  }
}
