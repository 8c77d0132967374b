package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.storage.Segment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A system tells only once that a force failed: no later one may be taken for a success. */
class ForceFailureTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String EIO = "Input/output error";
  private static final String WRITER = "tandem-wal-writer";
  private static final String SUPPLY = "tandem-wal-supply";

  @TempDir Path directory;

  @Test
  void aSegmentIsNeverForcedAgain() throws IOException {
    FaultyFiles files = new FaultyFiles(-1, 1, EIO);
    Path path = directory.resolve("segment");
    Segment segment =
        new Segment(new SegmentHeader(1, 1, 1, 4_096, 0, false), path, files.open(path));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(segment::force).isInstanceOf(IOException.class).hasMessage(EIO);
      assertThatThrownBy(segment::finish).isInstanceOf(IOException.class).hasMessage(EIO);
    }
    assertThat(files.forces.get()).isEqualTo(1);
    segment.abandon();
    assertThatThrownBy(segment::force).hasMessage(EIO);
  }

  /**
   * The first force behind a roll fails once, just when the writer has come to wait for its turn at
   * the same segment.
   */
  private static final class FailsBehindRoll implements LogFiles {
    final AtomicBoolean armed = new AtomicBoolean();
    final CountDownLatch entered = new CountDownLatch(1);
    final AtomicInteger forcedAgain = new AtomicInteger();

    @Override
    public LogFile open(Path path) throws IOException {
      boolean first = !isThread(SUPPLY);
      return new ForwardingFile(LogFiles.SYSTEM.open(path)) {
        private final AtomicBoolean failed = new AtomicBoolean();

        @Override
        public void force() throws IOException {
          if (first && isThread(SUPPLY) && armed.compareAndSet(true, false)) {
            failed.set(true);
            entered.countDown();
            long self = Thread.currentThread().threadId();
            Await.until("the writer waiting for this thread", () -> isWriterBlockedBy(self));
            throw new IOException(EIO);
          }
          if (failed.get()) {
            forcedAgain.incrementAndGet();
          }
          super.force();
        }
      };
    }
  }

  private static boolean isThread(String name) {
    return Thread.currentThread().getName().equals(name);
  }

  private static boolean isWriterBlockedBy(long owner) {
    for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) {
      if (thread.getThreadName().equals(WRITER) && thread.getLockOwnerId() == owner) {
        return true;
      }
    }
    return false;
  }

  @Test
  void aFailureBehindARollIsTheWritersToo() throws Exception {
    FailsBehindRoll files = new FailsBehindRoll();
    WalConfig config =
        Logs.small().segmentsAhead(3).durability(Durability.WRITTEN).files(files).build();
    Wal wal = Wal.open(directory, config);
    Await.until("segments ahead", () -> wal.statistics().segments().ready() == 3);
    files.armed.set(true);
    // More than a segment's worth, and less than the segments ahead have room for.
    long last = 4;
    for (int i = 0; i <= last; i++) {
      wal.append((byte) 1, new byte[1_000]);
    }
    await(files.entered);
    CompletableFuture<Confirmation> confirmation =
        wal.confirmations().future(last, Durability.SYNCED);
    assertThatThrownBy(() -> wal.confirmations().await(last, Durability.SYNCED, LONG))
        .isInstanceOf(WalPoisonedException.class)
        .hasRootCauseMessage(EIO);
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class).hasRootCauseMessage(EIO);
    assertThat(confirmation).isCompletedExceptionally();
    assertThat(wal.confirmations().synced()).isEqualTo(-1);
    assertThat(files.forcedAgain.get()).isZero();
  }

  /** While the writer forces, the disk fails the supply of segments. */
  private static final class FailsBeside implements LogFiles {
    final CountDownLatch forcing = new CountDownLatch(1);
    final CountDownLatch failing = new CountDownLatch(1);
    final CountDownLatch forced = new CountDownLatch(1);

    @Override
    public LogFile open(Path path) throws IOException {
      return new ForwardingFile(LogFiles.SYSTEM.open(path)) {
        @Override
        public void force() throws IOException {
          if (isThread(WRITER)) {
            forcing.countDown();
            await(forced);
          }
          super.force();
        }
      };
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
      if (isThread(SUPPLY)) {
        await(failing);
        throw new IOException(EIO);
      }
      return LogFiles.SYSTEM.usableBytes(directory);
    }
  }

  private static void await(CountDownLatch latch) {
    Await.until("the latch", () -> latch.getCount() == 0);
  }

  @Test
  void nothingIsConfirmedAfterAFailureElsewhere() throws IOException {
    FailsBeside files = new FailsBeside();
    Wal wal = Wal.open(directory, Logs.small().files(files).build());
    wal.append((byte) 1, new byte[10]);
    await(files.forcing);
    files.failing.countDown();
    Await.until("the failure", () -> wal.failure() != null);
    files.forced.countDown();
    assertThatThrownBy(() -> wal.confirmations().await(0, Durability.SYNCED, LONG))
        .isInstanceOf(WalPoisonedException.class)
        .hasRootCauseMessage(EIO);
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class).hasRootCauseMessage(EIO);
    assertThat(wal.confirmations().synced()).isEqualTo(-1);
  }
}
