package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.PairPipeline.Settling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pair promises of events before which everything must be settled. */
class TwoStepPairTest {

  private static final int EVENTS = 2_000;

  private final RingBuffer<Item> ring =
      RingBuffer.createMultiProducer(Item::new, 64, new YieldingWaitStrategy());

  /** How far the stage between the two steps is. */
  private final Sequence between = new Sequence(Long.MAX_VALUE);

  private final WatchedFailures failures = new WatchedFailures();
  private final AtomicReference<Throwable> uncaught = new AtomicReference<>();
  private final List<Long> steps = new ArrayList<>();
  private WatchedHandler first;
  private WatchedHandler second;
  private SettlingHandler settling;
  private TwoStepMasterProcessor<Item> master;
  private TwoStepSlaveProcessor<Item> slave;
  private Thread thread;

  /** A pair whose second step may go up to {@link #between}, but not past the first. */
  private void create(
      int limit, LongPredicate settlesFirst, LongConsumer firstWork, LongConsumer secondWork) {
    first =
        new WatchedHandler(
            sequence -> {
              firstWork.accept(sequence);
              steps.add(sequence);
            });
    second =
        new WatchedHandler(
            sequence -> {
              secondWork.accept(sequence);
              steps.add(-sequence - 1);
            });
    settling = new SettlingHandler(first, settlesFirst);
    StageOptions options = StageOptions.of(WaitPlan.of(WaitMode.YIELDING)).withLimit(limit);
    master = new TwoStepMasterProcessor<>(ring, Upstream.of(ring.newBarrier()), settling, options);
    slave =
        new TwoStepSlaveProcessor<>(
            ring, Upstream.of(master.getSequence(), between), second, options);
    master.attachSlave(slave);
    master.setExceptionHandler(failures);
    slave.setExceptionHandler(failures);
    ring.addGatingSequences(slave.getSequence());
  }

  private void publish(int events) {
    for (int i = 0; i < events; i++) {
      long sequence = ring.next();
      ring.get(sequence).value = 100 + sequence;
      ring.publish(sequence);
    }
  }

  private void run() {
    thread = new Thread(master, "pair");
    thread.setDaemon(true);
    thread.setUncaughtExceptionHandler((t, e) -> uncaught.set(e));
    thread.start();
  }

  private void haltAfter(long sequence) {
    Await.until("settled " + sequence, () -> slave.getSequence().get() == sequence);
    master.halt();
    Await.join(thread);
  }

  private static LongPredicate at(long... sequences) {
    return sequence -> LongStream.of(sequences).anyMatch(each -> each == sequence);
  }

  private static LongConsumer failingAt(long failing) {
    return sequence -> {
      if (sequence == failing) {
        throw new IllegalArgumentException("boom");
      }
    };
  }

  private static void nothing(long sequence) {}

  @Test
  void anEventThatWaitsComesRightAfterAllBeforeItAreSettled() {
    create(64, at(0, 2, 3, 7), TwoStepPairTest::nothing, TwoStepPairTest::nothing);
    publish(8);
    run();
    haltAfter(7);
    assertThat(steps)
        .containsExactly(0L, 1L, -1L, -2L, 2L, -3L, 3L, 4L, 5L, 6L, -4L, -5L, -6L, -7L, 7L, -8L);
    // Before event 0 nothing is unsettled, so it was never asked.
    assertThat(settling.stalls).isEqualTo(3);
  }

  @Test
  void aBatchIsOneBatchHoweverOftenItWaits() {
    create(6, at(3, 7), TwoStepPairTest::nothing, TwoStepPairTest::nothing);
    publish(10);
    run();
    haltAfter(9);
    assertThat(first.calls)
        .containsExactly(
            "start",
            "batch 6 of 10",
            "event 0",
            "event 1",
            "event 2",
            "event 3",
            "event 4",
            "event 5 end",
            "batch 4 of 4",
            "event 6",
            "event 7",
            "event 8",
            "event 9 end",
            "shutdown");
    assertThat(second.calls.stream().filter(call -> call.startsWith("batch")))
        .containsExactly("batch 3 of 3", "batch 3 of 3", "batch 1 of 1", "batch 3 of 3");
  }

  /** Of event 4, which waits, the failure is one of onEvent; of event 5 it is one of tryEvent. */
  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void aHandledFailureOfTheFirstStepLosesOnlyItsEvent(long failing) {
    create(64, at(4), failingAt(failing), TwoStepPairTest::nothing);
    publish(8);
    run();
    haltAfter(7);
    assertThat(failures.failures)
        .containsExactly("boom at " + failing + " value " + (100 + failing));
    assertThat(first.seen)
        .containsExactlyElementsOf(
            LongStream.range(0, 8).filter(i -> i != failing).boxed().toList());
    assertThat(second.seen).hasSize(8);
    assertThat(steps.indexOf(-4L)).as("4 waits for 3").isLessThan(steps.indexOf(failing ^ 1));
    assertThat(settling.stalls).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5})
  void aFailureThatEndsTheRunRepeatsNothing(long failing) {
    boolean[] fails = {true};
    create(
        64,
        at(4),
        sequence -> {
          if (fails[0]) {
            failingAt(failing).accept(sequence);
          }
        },
        TwoStepPairTest::nothing);
    failures.setFatal(true);
    publish(8);
    run();
    Await.join(thread);
    assertThat(uncaught.get()).hasMessage("fatal");
    assertThat(master.getSequence().get()).isEqualTo(failing - 1);
    assertThat(slave.getSequence().get()).isEqualTo(3);
    fails[0] = false;
    run();
    haltAfter(7);
    assertThat(first.seen).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
    assertThat(second.seen).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void aHandledFailureOfTheSecondStepDoesNotHoldUpTheFirst() {
    create(64, at(4), TwoStepPairTest::nothing, failingAt(2));
    publish(6);
    run();
    haltAfter(5);
    assertThat(failures.failures).containsExactly("boom at 2 value 102");
    assertThat(steps).containsExactly(0L, 1L, 2L, 3L, -1L, -2L, -4L, 4L, 5L, -5L, -6L);
  }

  @Test
  void aHaltEndsTheWaitAndALaterRunContinuesWithIt() {
    create(64, at(3), TwoStepPairTest::nothing, TwoStepPairTest::nothing);
    between.set(0);
    publish(5);
    run();
    // It tells what it did before it waits: otherwise nobody between could continue.
    Await.until("waiting", () -> settling.stalls == 1 && master.getSequence().get() == 2);
    Await.until("settled what could be", () -> slave.getSequence().get() == 0);
    master.halt();
    Await.join(thread);
    assertThat(uncaught.get()).isNull();
    assertThat(steps).containsExactly(0L, 1L, 2L, -1L);

    between.set(2);
    run();
    Await.until("two settled", () -> slave.getSequence().get() == 2);
    between.set(Long.MAX_VALUE);
    haltAfter(4);
    assertThat(first.seen).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(steps.indexOf(-3L)).isLessThan(steps.indexOf(3L));
    assertThat(second.seen).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  /** With everything settled at every event, and at different ones: each waits for all others. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void pairsThatSettleFirstNeverLockEachOtherUp(int shards) {
    List<Settling> ways =
        List.of(
            (shard, sequence) -> true,
            (shard, sequence) -> sequence % shards == shard,
            (shard, sequence) -> sequence % 64 < 8,
            (shard, sequence) -> (sequence * 31 + shard * 7L) % 29 < 3);
    for (int way = 0; way < ways.size(); way++) {
      Random random = new Random(way);
      PairPipeline pipeline =
          new PairPipeline(
              shards,
              1 + random.nextInt(64),
              64,
              WaitMode.YIELDING,
              way % 2 == 0 ? PublishInterval.adaptive() : PublishInterval.every(3),
              ways.get(way),
              sequence -> {});
      // A full ring from the start, so that every pair has to wait at least once.
      for (int i = 0; i < 64; i++) {
        pipeline.publish();
      }
      pipeline.processors.start();
      for (int i = 64; i < EVENTS; i++) {
        pipeline.publish();
        if (random.nextInt(500) == 0) {
          // Wherever they are, and maybe while they wait.
          pipeline.stop();
          pipeline.processors.start();
        }
      }
      pipeline.drainTo(EVENTS - 1);
      pipeline.stop();
      pipeline.checkSteps(EVENTS);
      assertThat(pipeline.stalls()).as("way %d", way).isPositive();
    }
  }
}
