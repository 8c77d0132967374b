package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.SnapshotStatistics;
import dev.tandem.core.command.SymbolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When an automatic snapshot is due, and what a failed one costs. */
class SnapshotTimerTest {

  private final JournalOptions never = JournalOptions.in(Path.of("log"));

  @Test
  void afterSoManyRecords() {
    JournalOptions options = never.snapshotEvery(3);
    assertThat(SnapshotTimer.isDue(options, 2, Long.MAX_VALUE)).isFalse();
    assertThat(SnapshotTimer.isDue(options, 3, 0)).isTrue();
    assertThat(SnapshotTimer.isDue(never, Long.MAX_VALUE, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void afterSomeTimeIfThereIsAnythingNew() {
    JournalOptions options = never.snapshotInterval(Duration.ofNanos(10));
    assertThat(SnapshotTimer.isDue(options, 1, 9)).isFalse();
    assertThat(SnapshotTimer.isDue(options, 1, 10)).isTrue();
    assertThat(SnapshotTimer.isDue(options, 0, 10)).isFalse();
  }

  /** Whatever one attempt ends with, the next ones come. */
  @Test
  void noErrorEndsTheSnapshots() {
    AtomicInteger attempts = new AtomicInteger();
    List<Throwable> failures =
        List.of(
            new OutOfMemoryError("test"),
            new JournalException(new IOException("test")),
            new IllegalStateException("test"),
            new StackOverflowError("test"));
    SnapshotTimer timer =
        new SnapshotTimer(
            () ->
                SnapshotTimerTest.<RuntimeException>sneak(failures.get(attempts.getAndIncrement())),
            () -> false,
            null);
    failures.forEach(failure -> timer.take());
    assertThat(attempts).hasValue(failures.size());
    assertThat(timer.isStopped()).isFalse();
  }

  @Test
  void aFailedKernelEndsThem() {
    SnapshotTimer timer =
        new SnapshotTimer(
            () -> {
              throw new ExchangeFailedException(new IOException("test"));
            },
            () -> false,
            null);
    timer.take();
    assertThat(timer.isStopped()).isTrue();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  /** The directory of snapshots is gone while it runs: the next one makes it anew, on this log. */
  @Test
  void countsSnapshotsAndSurvivesTheLossOfTheirDirectory(@TempDir Path log) throws IOException {
    try (Exchange exchange =
        Exchange.builder().risk(false).daemon().journal(JournalOptions.in(log)).start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      exchange.snapshot();
      SnapshotStatistics one = exchange.snapshotStatistics().orElseThrow();
      assertThat(one.taken()).isEqualTo(1);
      assertThat(one.failed()).isZero();
      assertThat(one.age()).isGreaterThanOrEqualTo(Duration.ZERO);
      Path snapshots = log.resolve("snapshots");
      Files.move(snapshots, log.resolve("removed"));
      exchange.async().addSymbol(SymbolSpec.of(2, 1, 2)).join();
      exchange.snapshot();
      assertThat(snapshots).isNotEmptyDirectory();
      exchange.async().addSymbol(SymbolSpec.of(3, 1, 2)).join();
      Files.move(snapshots, log.resolve("removed again"));
      Files.createFile(snapshots);
      assertThatThrownBy(exchange::snapshot).isInstanceOf(JournalException.class);
      SnapshotStatistics last = exchange.snapshotStatistics().orElseThrow();
      assertThat(last.taken()).isEqualTo(2);
      assertThat(last.failed()).isEqualTo(1);
      assertThat(last.lastRecord()).isGreaterThan(one.lastRecord());
      Files.delete(snapshots);
      exchange.snapshot();
      assertThat(exchange.snapshotStatistics().orElseThrow().taken()).isEqualTo(3);
    }
    try (Exchange again =
        Exchange.builder().risk(false).daemon().journal(JournalOptions.in(log)).start()) {
      assertThat(again.symbols()).hasSize(3);
    }
    try (Exchange without = Exchange.builder().daemon().start()) {
      assertThat(without.snapshotStatistics()).isEmpty();
    }
  }

  @Test
  void anIntervalBeyondWhatNanosecondsCanSayIsNeverOver() {
    JournalOptions options = never.snapshotInterval(Duration.ofSeconds(Long.MAX_VALUE));
    assertThat(SnapshotTimer.isDue(options, 1, Long.MAX_VALUE - 1)).isFalse();
  }
}
