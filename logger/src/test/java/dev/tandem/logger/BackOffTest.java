package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.RetryPause;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that keeps failing is tried less and less often, and told once. */
class BackOffTest {
  private static final SyncPolicy BOTH = new SyncPolicy(Duration.ofMillis(1), LogLevel.ERROR);

  @TempDir private Path log;

  private SealingProbe sealing;
  private final List<String> reported = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeSealing() throws IOException {
    sealing = new SealingProbe(SealMode.BLOCKS);
  }

  private LogStoreConfig config(SyncPolicy sync) {
    return Logs.small()
        .sealing(sealing)
        .sync(sync)
        .lastWriters(Duration.ofMillis(1))
        .onFailure(reported::add)
        .build();
  }

  private static void fail(long offset) {
    throw new IllegalStateException("no cipher");
  }

  private List<String> reported(String what) {
    return reported.stream().filter(text -> text.contains(what)).toList();
  }

  /** As many attempts as fit into a time if each pause is at least as long as it must be. */
  private static long most(long nanos) {
    long attempts = 1;
    for (long rest = nanos, pause = RetryPause.FIRST_NANOS; rest >= 0; rest -= pause) {
      pause = attempts == 1 ? pause : Math.min(2 * pause, RetryPause.MOST_NANOS);
      attempts++;
    }
    return attempts;
  }

  @Test
  void theSealerRestsBetweenAttempts() throws IOException {
    sealing.accepts = BackOffTest::fail;
    try (LogStore store = LogStore.open(log, config(SyncPolicy.NONE))) {
      final long began = System.nanoTime();
      long before = sealing.opened();
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      Logs.await(
          "time to pass, and an attempt",
          () -> System.nanoTime() - began > 1_500_000_000L && sealing.opened() > before);
      long attempts = sealing.opened() - before;
      assertThat(attempts).isBetween(1L, most(System.nanoTime() - began));
      assertThat(store.metrics().failures()).isGreaterThanOrEqualTo(attempts);
      sealing.accepts = SealingProbe.Moment.NOTHING;
      Logs.await("the seal", () -> store.metrics().sealerLag() == 0);
    }
    assertThat(Logs.read(log, new KeyUnsealing(AbandonedTest.ring())).messages())
        .containsExactly("one");
  }

  @Test
  void theEndOfASegmentIsNotTriedAtEachTick() throws IOException {
    sealing.ends = BackOffTest::fail;
    try (LogStore store = LogStore.open(log, config(SyncPolicy.NONE))) {
      assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
      final long began = System.nanoTime();
      long before = sealing.opened();
      store.rotate();
      Logs.await(
          "time to pass, and an attempt",
          () -> System.nanoTime() - began > 1_500_000_000L && sealing.opened() > before + 1);
      // The segment in use has a sealed file too.
      long attempts = sealing.opened() - before - 1;
      assertThat(attempts).isBetween(1L, most(System.nanoTime() - began));
    }
    assertThat(reported("cannot finish")).hasSize(1);
  }

  @Test
  void oneCauseIsReportedOnceForAllSegments() throws IOException {
    sealing.accepts = BackOffTest::fail;
    try (LogStore store = LogStore.open(log, config(SyncPolicy.NONE))) {
      for (int i = 0; i < 4; i++) {
        long failures = store.metrics().failures();
        assertThat(store.writer("w").log(LogLevel.INFO, "one")).isTrue();
        Logs.await("an attempt", () -> store.metrics().failures() > failures);
        store.rotate();
      }
      assertThat(reported("cannot seal")).hasSize(1);
      sealing.accepts =
          offset -> {
            throw new IOException("the disk is full");
          };
      Logs.await("the other cause", () -> !reported("the disk is full").isEmpty());
    }
    assertThat(reported("no cipher")).hasSize(1);
  }

  @Test
  void aFailedForceOfARecordIsReportedOnceThoughOthersSucceed() throws IOException {
    sealing.accepts = BackOffTest::fail;
    try (LogStore store = LogStore.open(log, config(BOTH))) {
      for (int i = 0; i < 20; i++) {
        assertThat(store.writer("w").log(LogLevel.ERROR, "record")).isTrue();
        // The maintenance thread forces plain bytes meanwhile, which works.
        long began = System.nanoTime();
        Logs.await("some ticks", () -> System.nanoTime() - began > 20_000_000L);
      }
      assertThat(reported("cannot force")).hasSize(1);
      sealing.accepts = SealingProbe.Moment.NOTHING;
      assertThat(store.writer("w").log(LogLevel.ERROR, "sealed")).isTrue();
      sealing.accepts = BackOffTest::fail;
      assertThat(store.writer("w").log(LogLevel.ERROR, "not sealed")).isTrue();
      // Not again within a minute: where retention makes room now and then, it would be often.
      assertThat(reported("cannot force")).hasSize(1);
    }
  }
}
