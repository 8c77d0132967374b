package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.Subject.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an event processor promises, asked of the Disruptor's own and of ours. Where ours must
 * differ, the test says why.
 */
class ProcessorContractTest {

  private static final int UNLIMITED = 1 << 20;

  private final WatchedFailures failures = new WatchedFailures();
  private final AtomicReference<Throwable> uncaught = new AtomicReference<>();
  private RingBuffer<Item> ring = newRing(64);
  private CountingBarrier barrier = new CountingBarrier(ring.newBarrier());
  private Subject subject;
  private Thread thread;

  /** A ring of the contract; its publishers are what a subclass changes. */
  RingBuffer<Item> newRing(int size) {
    return RingBuffer.createMultiProducer(Item::new, size, new YieldingWaitStrategy());
  }

  @AfterEach
  void stop() {
    if (thread != null) {
      if (thread.isAlive()) {
        subject.processor().halt();
      }
      Await.join(thread);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunIsFramedByStartAndShutdown(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    run();
    Await.until("start", () -> handler.calls.contains("start"));
    publish(1);
    awaitSequence(0);
    haltAndJoin();
    assertThat(handler.calls).containsExactly("start", "batch 1 of 1", "event 0 end", "shutdown");
    assertThat(subject.processor().isRunning()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aHaltedProcessorContinuesWhereItStopped(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    for (int round = 0; round < 5; round++) {
      run();
      publish(7);
      awaitSequence(round * 7 + 6);
      haltAndJoin();
    }
    assertThat(handler.seen).containsExactlyElementsOf(upTo(35));
    assertThat(handler.calls.stream().filter("start"::equals)).hasSize(5);
    assertThat(handler.calls.stream().filter("shutdown"::equals)).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource
  void aSecondRunIsRefusedAndHarmsNothing(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    run();
    Await.until("start", () -> handler.calls.contains("start"));
    assertThatThrownBy(() -> subject.processor().run()).isInstanceOf(IllegalStateException.class);
    publish(1);
    awaitSequence(0);
    assertThat(handler.calls.stream().filter("start"::equals)).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aHaltBeforeTheRunEndsItBeforeTheFirstEvent(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    publish(1);
    subject.processor().halt();
    assertThat(subject.processor().isRunning()).isTrue();
    run();
    Await.join(thread);
    assertThat(handler.calls).containsExactly("start", "shutdown");

    if (kind.isOurs()) {
      // The Disruptor's stays halted for ever after; ours can be started again, as after any halt.
      assertThat(subject.processor().isRunning()).isFalse();
      run();
      awaitSequence(0);
      assertThat(handler.seen).containsExactly(0L);
    } else {
      assertThat(subject.processor().isRunning()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAlertHoldsUpProcessingUntilItIsCleared(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    run();
    publish(1);
    awaitSequence(0);
    barrier.alert();
    barrier.awaitLooks();
    publish(1);
    barrier.awaitLooks();
    assertThat(handler.seen).containsExactly(0L);
    barrier.clearAlert();
    awaitSequence(1);
    assertThat(handler.seen).containsExactly(0L, 1L);
  }

  @ParameterizedTest
  @EnumSource
  void aHaltAlertsAndARunClearsTheAlert(Kind kind) {
    create(kind, new WatchedHandler(), UNLIMITED);
    run();
    publish(1);
    awaitSequence(0);
    haltAndJoin();
    assertThat(barrier.isAlerted()).isTrue();
    run();
    publish(1);
    awaitSequence(1);
    assertThat(barrier.isAlerted()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aHandledExceptionMovesTheSequencePastItsEvent(Kind kind) {
    WatchedHandler handler = new WatchedHandler(sequence -> failAt(sequence, 2, 5));
    create(kind, handler, UNLIMITED);
    publish(6);
    run();
    // The last event is one of those that fail, and nothing comes after it.
    awaitSequence(5);
    awaitEnd(5);
    assertThat(handler.seen).containsExactly(0L, 1L, 3L, 4L);
    assertThat(failures.failures).containsExactly("boom at 2 value 102", "boom at 5 value 105");
    publish(1);
    awaitSequence(6);
    assertThat(handler.seen).endsWith(6L);
  }

  @ParameterizedTest
  @EnumSource
  void afterAFailureTheRestOfTheBatchIsABatch(Kind kind) {
    WatchedHandler handler = new WatchedHandler(sequence -> failAt(sequence, 1));
    create(kind, handler, UNLIMITED);
    publish(4);
    run();
    awaitSequence(3);
    haltAndJoin();
    assertThat(handler.calls)
        .containsExactly(
            "start",
            "batch 4 of 4",
            "event 0",
            "batch 2 of 2",
            "event 2",
            "event 3 end",
            "shutdown");
  }

  @ParameterizedTest
  @EnumSource
  void anExceptionHandlerThatThrowsEndsTheRun(Kind kind) {
    boolean[] failing = {true};
    WatchedHandler handler =
        new WatchedHandler(
            sequence -> {
              if (failing[0]) {
                failAt(sequence, 3);
              }
            });
    create(kind, handler, UNLIMITED);
    failures.setFatal(true);
    publish(5);
    run();
    Await.join(thread);
    assertThat(uncaught.get()).isInstanceOf(IllegalStateException.class).hasMessage("fatal");
    assertThat(handler.calls).endsWith("shutdown");
    assertThat(subject.processor().isRunning()).isFalse();
    assertThat(subject.sequence().get()).isLessThan(3);

    failing[0] = false;
    run();
    awaitSequence(4);
    awaitEnd(4);
    if (kind.isOurs()) {
      // The Disruptor's knows only whole batches and does one again from its start. Ours may have
      // told later stages of part of the batch, so each event is done once.
      assertThat(handler.seen).containsExactly(0L, 1L, 2L, 3L, 4L);
    } else {
      assertThat(handler.seen).containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 3L, 4L);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failuresOfStartAndShutdownAreReportedAndEndNothing(Kind kind) {
    WatchedHandler handler =
        new WatchedHandler() {
          @Override
          public void onStart() {
            throw new IllegalArgumentException("no");
          }

          @Override
          public void onShutdown() {
            throw new IllegalArgumentException("never");
          }
        };
    create(kind, handler, UNLIMITED);
    run();
    publish(1);
    awaitSequence(0);
    haltAndJoin();
    assertThat(failures.failures).containsExactly("no at start", "never at shutdown");
    assertThat(uncaught.get()).isNull();
  }

  // The Disruptor's too, but it reports the event of the batch before, which here is none.
  @ParameterizedTest
  @EnumSource(names = "BATCH_EVENT_PROCESSOR", mode = EnumSource.Mode.EXCLUDE)
  void aFailureOfBatchStartCountsAsOneOfTheFirstEvent(Kind kind) {
    boolean[] failed = {false};
    WatchedHandler handler =
        new WatchedHandler() {
          @Override
          public void onBatchStart(long batchSize, long queueDepth) {
            if (!failed[0]) {
              failed[0] = true;
              throw new IllegalArgumentException("no");
            }
          }
        };
    create(kind, handler, UNLIMITED);
    publish(3);
    run();
    awaitSequence(2);
    assertThat(handler.seen).containsExactly(1L, 2L);
    assertThat(failures.failures).containsExactly("no at 0 value 100");
  }

  @ParameterizedTest
  @EnumSource
  void aBatchIsReportedWithItsSizeAndTheQueueBehindIt(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, 4);
    publish(10);
    run();
    awaitSequence(9);
    haltAndJoin();
    // Behind what the stage before has passed there is nothing yet.
    boolean isBehind = kind == Kind.PAIR_SLAVE || kind == Kind.LAST_TURN;
    assertThat(
            handler.calls.stream()
                .filter(call -> !call.startsWith("event") || call.endsWith("end")))
        .containsExactly(
            "start",
            isBehind ? "batch 4 of 4" : "batch 4 of 10",
            "event 3 end",
            isBehind ? "batch 4 of 4" : "batch 4 of 6",
            "event 7 end",
            "batch 2 of 2",
            "event 9 end",
            "shutdown");
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsOverwrittenBeforeItIsDone(Kind kind) {
    ring = newRing(8);
    barrier = new CountingBarrier(ring.newBarrier());
    CountDownLatch mayProceed = new CountDownLatch(1);
    WatchedHandler handler =
        new WatchedHandler(
            sequence -> {
              if (sequence == 0) {
                awaitLatch(mayProceed);
              }
            });
    create(kind, handler, UNLIMITED);
    publish(8);
    run();
    assertThat(ring.hasAvailableCapacity(1)).isFalse();
    mayProceed.countDown();
    publish(2_000);
    awaitSequence(2_007);
    assertThat(handler.values).containsExactlyElementsOf(valuesUpTo(2_008));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsClaimedButNotPublishedIsWaitedFor(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    run();
    long last = ring.next(3);
    fill(last - 2);
    ring.publish(last - 2);
    fill(last);
    ring.publish(last);
    awaitSequence(0);
    barrier.awaitLooks();
    assertThat(handler.seen).containsExactly(0L);
    assertThat(subject.sequence().get()).isZero();
    fill(last - 1);
    ring.publish(last - 1);
    awaitSequence(2);
    assertThat(handler.values).containsExactlyElementsOf(valuesUpTo(3));
  }

  @ParameterizedTest
  @EnumSource
  void severalPublishersLoseNothing(Kind kind) {
    int publishers = 3;
    int each = 2_000;
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    run();
    List<Thread> threads = new ArrayList<>();
    for (int p = 0; p < publishers; p++) {
      threads.add(Thread.ofPlatform().daemon().start(() -> publish(each)));
    }
    threads.forEach(Await::join);
    awaitSequence(publishers * each - 1);
    assertThat(handler.values).containsExactlyElementsOf(valuesUpTo(publishers * each));
  }

  @ParameterizedTest
  @EnumSource
  void aDependentStageSeesWhatTheStageBeforeWrote(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    List<Long> results = new ArrayList<>();
    EventHandler<Item> doubling =
        (item, sequence, endOfBatch) -> {
          handler.onEvent(item, sequence, endOfBatch);
          item.value *= 2;
        };
    create(kind, doubling, UNLIMITED);
    StageProcessor<Item> dependent =
        new StageProcessor<>(
            ring,
            Upstream.of(subject.sequence()),
            (item, sequence, endOfBatch) -> results.add(item.value),
            StageOptions.of(WaitPlan.of(WaitMode.YIELDING)));
    ring.addGatingSequences(dependent.getSequence());
    Thread dependentThread = Thread.ofPlatform().daemon().start(dependent);
    run();
    publish(2_000);
    Await.until("all results", () -> dependent.getSequence().get() == 1_999);
    dependent.halt();
    Await.join(dependentThread);
    assertThat(results)
        .containsExactlyElementsOf(
            LongStream.range(0, 2_000).map(i -> 2 * (100 + i)).boxed().toList());
  }

  @ParameterizedTest
  @EnumSource
  void theLastEventOfAQuietStreamIsDoneAndReported(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    run();
    for (int i = 0; i < 200; i++) {
      publish(1);
      awaitSequence(i);
      awaitEnd(i);
    }
    assertThat(handler.seen).containsExactlyElementsOf(upTo(200));
  }

  @ParameterizedTest
  @EnumSource
  void theHandlerIsGivenTheSequenceToPublishProgressEarly(Kind kind) {
    WatchedHandler handler = new WatchedHandler();
    create(kind, handler, UNLIMITED);
    assertThat(handler.callback).isSameAs(subject.sequence());
  }

  @ParameterizedTest
  @EnumSource(names = "BATCH_EVENT_PROCESSOR", mode = EnumSource.Mode.EXCLUDE)
  void anInterruptEndsNothingAndIsKept(Kind kind) {
    // The Disruptor's: depends on the wait strategy, and may fail an event that has not come.
    AtomicReference<Boolean> interrupted = new AtomicReference<>();
    WatchedHandler handler =
        new WatchedHandler() {
          @Override
          public void onShutdown() {
            interrupted.set(Thread.currentThread().isInterrupted());
          }
        };
    create(kind, handler, UNLIMITED);
    run();
    Await.until("start", () -> handler.calls.contains("start"));
    thread.interrupt();
    publish(3);
    awaitSequence(2);
    haltAndJoin();
    assertThat(handler.seen).containsExactly(0L, 1L, 2L);
    assertThat(interrupted.get()).isTrue();
    assertThat(failures.failures).isEmpty();
  }

  private void create(Kind kind, EventHandler<Item> handler, int limit) {
    subject = Subject.create(kind, ring, barrier, handler, failures, limit);
    ring.addGatingSequences(subject.end());
  }

  private void run() {
    thread = new Thread(subject.processor(), "subject");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((t, e) -> uncaught.set(e));
    thread.start();
  }

  private void haltAndJoin() {
    subject.processor().halt();
    Await.join(thread);
  }

  private void publish(int events) {
    for (int i = 0; i < events; i++) {
      long sequence = ring.next();
      fill(sequence);
      ring.publish(sequence);
    }
  }

  private void fill(long sequence) {
    Item item = ring.get(sequence);
    item.value = 100 + sequence;
  }

  private void awaitSequence(long target) {
    Sequence sequence = subject.sequence();
    Await.until("sequence " + target, () -> sequence.get() >= target);
  }

  private void awaitEnd(long target) {
    Await.until("end at " + target, () -> subject.end().get() >= target);
  }

  private static void failAt(long sequence, long... failing) {
    for (long each : failing) {
      if (sequence == each) {
        throw new IllegalArgumentException("boom");
      }
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static List<Long> upTo(int end) {
    return LongStream.range(0, end).boxed().toList();
  }

  private static List<Long> valuesUpTo(int end) {
    return LongStream.range(100, 100 + end).boxed().toList();
  }
}
