package dev.tandem.wal.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.wal.Await;
import dev.tandem.wal.BackpressurePolicy;
import dev.tandem.wal.ConfirmListener;
import dev.tandem.wal.ConfirmTimeoutException;
import dev.tandem.wal.Confirmation;
import dev.tandem.wal.Confirmations;
import dev.tandem.wal.Durability;
import dev.tandem.wal.FaultyFiles;
import dev.tandem.wal.Logs;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalBacklogException;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalPoisonedException;
import dev.tandem.wal.WalReader;
import dev.tandem.wal.WalRepair;
import dev.tandem.wal.WalStatistics;
import dev.tandem.wal.WalVerifier;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Confirmation in all its ways, and what happens while the device does not answer. */
class ConfirmTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(20);

  @TempDir Path directory;

  private final FaultyFiles files = FaultyFiles.none();

  private Wal open(WalConfig.Builder config) throws WalException {
    Wal wal = Wal.open(directory, config.files(files).build());
    int ahead = wal.config().segmentsAhead();
    Await.until("the reserve", () -> wal.statistics().segments().ready() == ahead);
    return wal;
  }

  @Test
  void aWaitThatRunsOutLeavesTheFateKnowable() throws WalException {
    CountDownLatch gate = new CountDownLatch(1);
    try (Wal wal = open(Logs.small())) {
      Confirmations confirmations = wal.confirmations();
      files.gate.set(gate);
      long sequence = Logs.append(wal, 1);
      confirmations.await(sequence, Durability.WRITTEN, LONG);
      assertThatThrownBy(() -> confirmations.await(sequence, Durability.SYNCED, SHORT))
          .isInstanceOfSatisfying(
              ConfirmTimeoutException.class,
              e -> {
                assertThat(e.sequence()).isEqualTo(sequence);
                assertThat(e.level()).isEqualTo(Durability.SYNCED);
                assertThat(e.written()).isEqualTo(sequence);
                assertThat(e.synced()).isEqualTo(-1);
              });
      assertThat(confirmations.isConfirmed(sequence, Durability.NONE)).isTrue();
      assertThat(confirmations.isConfirmed(sequence + 1, Durability.NONE)).isFalse();
      assertThat(confirmations.isConfirmed(sequence, Durability.WRITTEN)).isTrue();
      assertThat(confirmations.isConfirmed(sequence, Durability.SYNCED)).isFalse();
      gate.countDown();
      Confirmation confirmation = confirmations.await(sequence, Durability.SYNCED, LONG);
      assertThat(confirmation).isEqualTo(new Confirmation(sequence, Durability.SYNCED));
      assertThat(confirmations.isConfirmed(sequence, Durability.SYNCED)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8})
  void whoeverSpinsOrNotIsParkedInALongSyncAndWokenByIt(int spinning) throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (Wal wal = open(WalConfig.builder().segmentBytes(1 << 20).spinningWaiters(spinning))) {
      files.gate.set(gate);
      List<Thread> waiting = new ArrayList<>();
      AtomicInteger confirmed = new AtomicInteger();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  long sequence = wal.append((byte) 1, new byte[8]);
                  wal.confirmations().await(sequence, Durability.SYNCED, LONG);
                  confirmed.incrementAndGet();
                });
        thread.start();
        waiting.add(thread);
      }
      for (Thread thread : waiting) {
        Await.until("parked", () -> thread.getState() == Thread.State.TIMED_WAITING);
      }
      assertThat(confirmed).hasValue(0);
      gate.countDown();
      for (Thread thread : waiting) {
        thread.join();
      }
      assertThat(confirmed).hasValue(4);
    }
    assertThatThrownBy(() -> WalConfig.builder().spinningWaiters(-1))
        .hasMessageContaining("spinningWaiters");
  }

  @Test
  void oneSyncCarriesAllThatArrivedDuringTheLast() throws WalException {
    CountDownLatch gate = new CountDownLatch(1);
    try (Wal wal = open(WalConfig.builder().segmentBytes(1 << 20))) {
      files.gate.set(gate);
      long first = Logs.append(wal, 1);
      wal.confirmations().await(first, Durability.WRITTEN, LONG);
      long before = wal.statistics().syncs().count();
      long last = Logs.append(wal, 1_000);
      gate.countDown();
      wal.confirmations().await(last, Durability.SYNCED, LONG);
      assertThat(wal.statistics().syncs().count()).isBetween(before + 1, before + 2);
    }
  }

  @Test
  void listenersAndFutures() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    List<Long> reported = new ArrayList<>();
    AtomicInteger failed = new AtomicInteger();
    ConfirmListener listener =
        new ConfirmListener() {
          @Override
          public void confirmed(long sequence, Durability level) {
            synchronized (reported) {
              reported.add(sequence);
            }
          }

          @Override
          public void failed(long sequence, Durability level, Throwable cause) {
            failed.incrementAndGet();
          }
        };
    Wal wal = open(WalConfig.builder().segmentBytes(1 << 20));
    files.gate.set(gate);
    long last = Logs.append(wal, 300);
    CompletableFuture<Confirmation> future = wal.confirmations().future(last, Durability.SYNCED);
    // In an order of its own; it is told in the order of the log.
    for (long i = 0; i <= last; i++) {
      wal.confirmations().whenConfirmed(i * 7 % (last + 1), Durability.SYNCED, listener);
    }
    wal.confirmations()
        .whenConfirmed(
            3,
            Durability.SYNCED,
            (sequence, level) -> {
              throw new IllegalStateException("a listener's own fault");
            });
    assertThat(future).isNotDone();
    gate.countDown();
    assertThat(future.get()).isEqualTo(new Confirmation(last, Durability.SYNCED));
    Await.until("all told", () -> wal.statistics().listenerFailures() == 1);
    synchronized (reported) {
      assertThat(reported).hasSize((int) last + 1).containsAll(Logs.upTo(last));
    }
    wal.confirmations().whenConfirmed(0, Durability.WRITTEN, listener);
    synchronized (reported) {
      assertThat(reported).hasSize((int) last + 2);
    }
    CompletableFuture<Confirmation> never =
        wal.confirmations().future(last + 1, Durability.WRITTEN);
    wal.confirmations().whenConfirmed(last + 9, Durability.SYNCED, listener);
    wal.close();
    assertThat(never).isCompletedExceptionally();
    assertThat(failed).hasValue(1);
  }

  @Test
  void aLogThatIsOnlyWrittenSyncsOnRequest() throws WalException {
    try (Wal wal = open(WalConfig.builder().segmentBytes(1 << 20).durability(Durability.WRITTEN))) {
      long last = Logs.append(wal, 100);
      wal.confirmations().await(last, Durability.WRITTEN, LONG);
      assertThat(wal.statistics().syncs().count()).isZero();
      long urgent = wal.append((byte) 1, MemorySegment.ofArray(new byte[8]), 0, 8, true);
      Await.until("the urgent sync", () -> wal.confirmations().synced() >= urgent);
      long syncs = wal.statistics().syncs().count();
      assertThat(syncs).isEqualTo(1);
      last = wal.append((byte) 1, new byte[8]);
      wal.confirmations().await(last, Durability.WRITTEN, LONG);
      assertThat(wal.confirmations().isConfirmed(last, Durability.SYNCED)).isFalse();
      wal.confirmations().await(last, Durability.SYNCED, LONG);
      assertThat(wal.statistics().syncs().count()).isEqualTo(2);
      assertThat(wal.statistics().critical()).isEqualTo(1);
    }
  }

  @Test
  void anAppendIsRefusedWhenThePolicyIsToFail() throws WalException {
    CountDownLatch gate = new CountDownLatch(1);
    long last;
    try (Wal wal =
        open(
            WalConfig.builder()
                .segmentBytes(1 << 20)
                .bufferBytes(1 << 12)
                .buffers(2)
                .backpressure(BackpressurePolicy.FAIL))) {
      files.gate.set(gate);
      assertThatThrownBy(() -> Logs.append(wal, 1_000)).isInstanceOf(WalBacklogException.class);
      last = wal.nextSequence() - 1;
      assertThat(last).isGreaterThan(20);
      WalStatistics statistics = wal.statistics();
      assertThat(statistics.queue().refused()).isEqualTo(1);
      assertThat(statistics.queue().records() + statistics.written()).isEqualTo(last + 1);
      gate.countDown();
      Await.until("the writer", () -> wal.confirmations().synced() == last(wal));
      last = Logs.append(wal, 1);
      assertThat(wal.failure()).isNull();
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
  }

  private static long last(Wal wal) {
    return wal.nextSequence() - 1;
  }

  @Test
  void anAppendSpillsAndThenWaits() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    int records = 2_000;
    try (Wal wal =
        open(
            WalConfig.builder()
                .segmentBytes(1 << 20)
                .bufferBytes(1 << 12)
                .buffers(2)
                .spillBytes(1 << 14)
                .backpressure(BackpressurePolicy.SPILL))) {
      files.gate.set(gate);
      Thread producer = new Thread(() -> Logs.append(wal, records));
      producer.start();
      Await.until("a wait", () -> wal.statistics().queue().blocked() > 0);
      assertThat(wal.statistics().queue().spilled()).isEqualTo(4);
      assertThat(wal.nextSequence()).isLessThan(records);
      gate.countDown();
      Await.join(producer);
      assertThat(wal.nextSequence()).isEqualTo(records);
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(records - 1L));
  }

  @Test
  void manyWaitersAreAllWoken() throws Exception {
    int threads = 16;
    int each = 200;
    try (Wal wal = open(WalConfig.builder().segmentBytes(1 << 20))) {
      Thread[] waiting = new Thread[threads];
      AtomicInteger done = new AtomicInteger();
      for (int t = 0; t < threads; t++) {
        waiting[t] =
            new Thread(
                () -> {
                  for (int i = 0; i < each; i++) {
                    long sequence = wal.append((byte) 1, new byte[20]);
                    wal.confirmations().await(sequence, Durability.SYNCED, LONG);
                    if (wal.confirmations().synced() >= sequence) {
                      done.incrementAndGet();
                    }
                  }
                });
        waiting[t].start();
      }
      for (Thread thread : waiting) {
        Await.join(thread);
      }
      assertThat(done).hasValue(threads * each);
    }
  }

  @Test
  void aWaitMayBeForEver() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    try (Wal wal = open(Logs.small().confirmLimit(forEver).retentionAge(forEver))) {
      files.gate.set(gate);
      long sequence = Logs.append(wal, 1);
      AtomicInteger done = new AtomicInteger();
      Thread[] waiting = {
        new Thread(
            () -> {
              wal.confirmations().await(sequence, Durability.SYNCED, forEver);
              done.incrementAndGet();
            }),
        new Thread(
            () -> {
              wal.confirmations().await(sequence, Durability.SYNCED);
              done.incrementAndGet();
            })
      };
      for (Thread thread : waiting) {
        thread.start();
      }
      for (Thread thread : waiting) {
        Await.until("a wait", () -> thread.getState() == Thread.State.TIMED_WAITING);
      }
      assertThatThrownBy(
              () ->
                  wal.confirmations()
                      .await(sequence, Durability.SYNCED, Duration.ofSeconds(Long.MIN_VALUE)))
          .isInstanceOf(ConfirmTimeoutException.class);
      gate.countDown();
      for (Thread thread : waiting) {
        Await.join(thread);
      }
      assertThat(done).hasValue(2);
      long last = Logs.append(wal, 200);
      wal.retainFrom(last);
      wal.confirmations().await(last, Durability.SYNCED);
      assertThat(wal.firstSequence()).isZero();
    }
  }

  @Test
  void whatIsNotGivenIsNamedAtOnce() throws WalException {
    try (Wal wal = open(Logs.small())) {
      Confirmations confirmations = wal.confirmations();
      ConfirmListener listener = (sequence, level) -> {};
      isNamed("level", () -> confirmations.isConfirmed(0, null));
      isNamed("level", () -> confirmations.await(0, null));
      isNamed("level", () -> confirmations.await(0, null, SHORT));
      isNamed("level", () -> confirmations.awaitNanos(0, null, 1));
      isNamed("limit", () -> confirmations.await(0, Durability.SYNCED, null));
      isNamed("level", () -> confirmations.future(0, null));
      isNamed("level", () -> confirmations.whenConfirmed(0, null, listener));
      isNamed("listener", () -> confirmations.whenConfirmed(0, Durability.SYNCED, null));
      isNamed("body", () -> wal.append((byte) 1, (byte[]) null));
      isNamed("body", () -> wal.append((byte) 1, (java.nio.ByteBuffer) null));
      isNamed("body", () -> wal.append((byte) 1, null, 0, 0));
      isNamed("body", () -> wal.append((byte) 1, null, 0, 0, true));
      isNamed("level", () -> wal.tail(0, null));
      isNamed("directory", () -> Wal.open(null, wal.config()));
      isNamed("config", () -> Wal.open(directory, null));
      isNamed("directory", () -> WalReader.open(null, ReadMode.STRICT, 0));
      isNamed("mode", () -> WalReader.open(directory, null, 0));
      isNamed("directory", () -> WalVerifier.verify(null));
      isNamed("directory", () -> WalRepair.repair(null));
      isNamed("limit", () -> WalConfig.builder().confirmLimit(null));
      isNamed("age", () -> WalConfig.builder().retentionAge(null));
      assertThat(wal.nextSequence()).isZero();
    }
  }

  private static void isNamed(String name, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
  }

  /** A sync that is requested ahead of its record has to wait for it, asleep. */
  @Test
  void theWriterSleepsWhileTheRecordToSyncIsYetToCome() throws Exception {
    try (Wal wal = open(WalConfig.builder().segmentBytes(1 << 20).durability(Durability.WRITTEN))) {
      CompletableFuture<Confirmation> ahead = wal.confirmations().future(5, Durability.SYNCED);
      Logs.append(wal, 3);
      Thread writer = thread("tandem-wal-writer");
      Await.until("sleep", () -> writer.getState() == Thread.State.WAITING);
      Await.until("what there is", () -> wal.confirmations().synced() == 2);
      assertThat(ahead).isNotDone();
      Logs.append(wal, 3);
      assertThat(ahead.get(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS).sequence()).isEqualTo(5);
      Await.until("sleep again", () -> writer.getState() == Thread.State.WAITING);
    }
  }

  /** The writer comes to a batch while a long urgent record in it is still being copied. */
  @Test
  void anUrgentRecordIsSyncedThoughItsBatchIsTakenBeforeItIsWhole() throws Exception {
    WalConfig.Builder config =
        WalConfig.builder()
            .segmentBytes(16 << 20)
            .bufferBytes(4 << 20)
            .durability(Durability.WRITTEN);
    AtomicBoolean done = new AtomicBoolean();
    try (Wal wal = open(config)) {
      Thread busy =
          new Thread(
              () -> {
                while (!done.get()) {
                  long sequence = wal.append((byte) 1, new byte[8]);
                  wal.confirmations().await(sequence, Durability.WRITTEN, Await.DEADLINE);
                }
              });
      busy.start();
      try {
        MemorySegment body = MemorySegment.ofArray(new byte[1 << 20]);
        for (int i = 0; i < 60; i++) {
          long urgent = wal.append((byte) 1, body, 0, 1 << 20, true);
          Await.until("the urgent sync", () -> wal.confirmations().synced() >= urgent);
        }
      } finally {
        done.set(true);
        Await.join(busy);
      }
    }
  }

  /** The end may meet a listener before who added it has looked. */
  @Test
  void whatWasReachedBeforeTheEndIsReportedAsConfirmed() {
    PendingListeners pending = new PendingListeners(Durability.WRITTEN);
    List<String> reported = new ArrayList<>();
    for (long sequence = 6; sequence >= 4; sequence--) {
      pending.add(
          sequence,
          new ConfirmListener() {
            @Override
            public void confirmed(long reached, Durability level) {
              reported.add(reached + " confirmed");
            }

            @Override
            public void failed(long lost, Durability level, Throwable cause) {
              reported.add(lost + " failed");
            }
          });
    }
    pending.endAll(5, new WalPoisonedException(new AssertionError()));
    assertThat(reported).containsExactly("4 confirmed", "5 confirmed", "6 failed");
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
