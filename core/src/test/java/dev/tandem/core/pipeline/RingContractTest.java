package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.BatchRewindStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.EventuallyGiveUpBatchRewindStrategy;
import com.lmax.disruptor.NanosecondPauseBatchRewindStrategy;
import com.lmax.disruptor.RewindableEventHandler;
import com.lmax.disruptor.RewindableException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SimpleBatchRewindStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import dev.tandem.core.pipeline.Subject.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a ring promises around an event processor: each wait strategy and kind of producer, timeouts
 * and rewinds, pollers behind it, gating sequences that come and go. Asked of the Disruptor's own
 * processor and of ours; where ours differ, the test says how.
 */
class RingContractTest {

  private static final int UNLIMITED = 1 << 20;
  private static final int EVENTS = 500;
  private static final int SIZE = 16;

  private final WatchedFailures failures = new WatchedFailures();
  private final WatchedHandler handler = new WatchedHandler();
  private final List<EventProcessor> running = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private RingBuffer<Item> ring;

  /** Counts what {@code onTimeout} is told. */
  private static final class TimeoutHandler extends WatchedHandler {
    private final AtomicInteger timeouts = new AtomicInteger();

    @Override
    public void onTimeout(long sequence) {
      timeouts.incrementAndGet();
    }
  }

  @AfterEach
  void stop() {
    running.forEach(EventProcessor::halt);
    threads.forEach(Await::join);
  }

  static Stream<Arguments> kindsAndProducers() {
    return Stream.of(Kind.values())
        .flatMap(kind -> Stream.of(ProducerType.values()).map(type -> Arguments.of(kind, type)));
  }

  static Stream<Arguments> kindsProducersAndWaits() {
    return kindsAndProducers()
        .flatMap(
            both ->
                Stream.of(RingWait.values())
                    .map(wait -> Arguments.of(both.get()[0], both.get()[1], wait)));
  }

  static Stream<Arguments> kindsAndTimeouts() {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                Stream.of(RingWait.TIMEOUT, RingWait.LITE_TIMEOUT)
                    .map(wait -> Arguments.of(kind, wait)));
  }

  @ParameterizedTest
  @MethodSource("kindsProducersAndWaits")
  void eachEventComesOnceInOrder(Kind kind, ProducerType producer, RingWait wait) {
    ring = ring(producer, wait);
    Subject subject = subject(kind, handler);
    ring.addGatingSequences(subject.end());
    run(subject.processor());
    publish(EVENTS);
    awaitSequence(subject.end(), EVENTS - 1);
    assertThat(handler.seen).containsExactlyElementsOf(numbers(0, EVENTS));
    assertThat(failures.failures).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("kindsAndTimeouts")
  void aTimeoutIsReportedByTheDisruptorsOwnOnlyAndEndsNothing(Kind kind, RingWait wait) {
    ring = ring(ProducerType.MULTI, wait);
    TimeoutHandler watched = new TimeoutHandler();
    TimeoutHandler beside = new TimeoutHandler();
    Subject subject = subject(kind, watched);
    Subject witness = subject(Kind.BATCH_EVENT_PROCESSOR, beside);
    ring.addGatingSequences(subject.end(), witness.end());
    run(subject.processor());
    publish(1);
    awaitSequence(subject.end(), 0);
    run(witness.processor());
    Await.until("timeouts on the quiet ring", () -> beside.timeouts.get() >= 3);
    if (!kind.isOurs()) {
      Await.until("a timeout of the subject", () -> watched.timeouts.get() >= 3);
    }
    publish(1);
    awaitSequence(subject.end(), 1);
    assertThat(watched.seen).containsExactly(0L, 1L);
    // A processor of ours never asks the ring's strategy to wait.
    assertThat(watched.timeouts.get() > 0).isEqualTo(!kind.isOurs());
  }

  static Stream<BatchRewindStrategy> endlessRewinds() {
    return Stream.of(new SimpleBatchRewindStrategy(), new NanosecondPauseBatchRewindStrategy(1));
  }

  @ParameterizedTest
  @MethodSource("endlessRewinds")
  void theDisruptorsOwnRepeatsABatchThatIsRewound(BatchRewindStrategy strategy) {
    assertThat(rewound(strategy, 2)).containsExactly(0L, 1L, 0L, 1L, 0L, 1L, 2L, 3L);
    assertThat(failures.failures).isEmpty();
  }

  @Test
  void theDisruptorsOwnGivesUpWhereItsStrategyDoes() {
    assertThat(rewound(new EventuallyGiveUpBatchRewindStrategy(3), UNLIMITED))
        .containsExactly(0L, 1L, 0L, 1L, 0L, 1L, 3L);
    assertThat(failures.failures).singleElement().asString().endsWith("at 2 value 102");
  }

  /** What a rewinding handler has done of four events, of which the third asks to be rewound. */
  private List<Long> rewound(BatchRewindStrategy strategy, int times) {
    ring = ring(ProducerType.MULTI, RingWait.YIELDING);
    AtomicInteger asked = new AtomicInteger();
    RewindableEventHandler<Item> rewinding =
        (item, sequence, end) -> {
          if (sequence == 2 && asked.getAndIncrement() < times) {
            throw new RewindableException(new IllegalStateException("again"));
          }
          handler.onEvent(item, sequence, end);
        };
    var processor =
        new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), rewinding, strategy);
    processor.setExceptionHandler(failures);
    ring.addGatingSequences(processor.getSequence());
    publish(4);
    run(processor);
    awaitSequence(processor.getSequence(), 3);
    return handler.seen;
  }

  @ParameterizedTest
  @EnumSource
  void withoutAStrategyARewindIsAFailureOfItsEventAndRepeatsNothing(Kind kind) {
    ring = ring(ProducerType.MULTI, RingWait.YIELDING);
    WatchedHandler rewinding =
        new WatchedHandler(
            sequence -> {
              if (sequence == 2) {
                sneak(new RewindableException(new IllegalStateException("again")));
              }
            });
    Subject subject = subject(kind, rewinding);
    ring.addGatingSequences(subject.end());
    publish(4);
    run(subject.processor());
    awaitSequence(subject.end(), 3);
    assertThat(rewinding.seen).containsExactly(0L, 1L, 3L);
    assertThat(failures.failures).singleElement().asString().endsWith("at 2 value 102");
  }

  /** Throws what a plain handler may not declare. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  @ParameterizedTest
  @MethodSource("kindsAndProducers")
  void aPollerIsGatedByTheProcessorAndGatesTheRing(Kind kind, ProducerType producer)
      throws Exception {
    ring = ring(producer, RingWait.YIELDING);
    Subject subject = subject(kind, handler);
    EventPoller<Item> poller = ring.newPoller(subject.end());
    ring.addGatingSequences(poller.getSequence());
    List<Long> polled = new ArrayList<>();
    EventPoller.Handler<Item> three =
        (item, sequence, end) -> {
          polled.add(item.value);
          return polled.size() % 3 != 0;
        };
    assertThat(poller.poll(three)).isEqualTo(EventPoller.PollState.IDLE);
    publish(SIZE);
    assertThat(poller.poll(three)).isEqualTo(EventPoller.PollState.GATING);
    run(subject.processor());
    awaitSequence(subject.end(), SIZE - 1);
    assertThat(ring.hasAvailableCapacity(1)).isFalse();
    assertThat(poller.poll(three)).isEqualTo(EventPoller.PollState.PROCESSING);
    assertThat(polled).containsExactly(100L, 101L, 102L);
    assertThat(ring.remainingCapacity()).isEqualTo(3);
    while (poller.poll(three) == EventPoller.PollState.PROCESSING) {
      // Continues until nothing is left.
    }
    assertThat(polled).containsExactlyElementsOf(numbers(100, 100 + SIZE));
    assertThat(poller.poll(three)).isEqualTo(EventPoller.PollState.IDLE);
  }

  @ParameterizedTest
  @MethodSource("kindsAndProducers")
  void aGatingSequenceThatComesAndGoesHoldsThePublisherOnlyMeanwhile(
      Kind kind, ProducerType producer) {
    ring = ring(producer, RingWait.YIELDING);
    Subject subject = subject(kind, handler);
    ring.addGatingSequences(subject.end());
    run(subject.processor());
    publish(10);
    Sequence reader = new Sequence();
    ring.addGatingSequences(reader);
    // It stands where the ring stood when it came, so one lap more is free, and then none.
    publish(SIZE);
    awaitSequence(subject.end(), 9 + SIZE);
    assertThat(ring.hasAvailableCapacity(1)).isFalse();
    assertThat(ring.removeGatingSequence(reader)).isTrue();
    assertThat(ring.removeGatingSequence(reader)).isFalse();
    publish(EVENTS);
    awaitSequence(subject.end(), 9 + SIZE + EVENTS);
    assertThat(handler.seen).containsExactlyElementsOf(numbers(0, 10 + SIZE + EVENTS));
  }

  @ParameterizedTest
  @MethodSource("kindsAndProducers")
  void aProcessorJoinsARunningRingAndLeavesIt(Kind kind, ProducerType producer) {
    ring = ring(producer, RingWait.YIELDING);
    WatchedHandler first = new WatchedHandler();
    Subject before = subject(kind, first);
    ring.addGatingSequences(before.end());
    run(before.processor());
    publish(5);
    Subject joining = subject(kind, handler);
    Sequence begin = joining.processor().getSequence();
    Sequence end = joining.end();
    // Both steps of a pair begin where the ring is.
    ring.addGatingSequences(begin, end);
    run(joining.processor());
    publish(EVENTS);
    awaitSequence(end, 4 + EVENTS);
    joining.processor().halt();
    Await.join(threads.get(running.indexOf(joining.processor())));
    ring.removeGatingSequence(begin);
    ring.removeGatingSequence(end);
    publish(EVENTS);
    awaitSequence(before.end(), 4 + 2 * EVENTS);
    assertThat(handler.seen).containsExactlyElementsOf(numbers(5, 5 + EVENTS));
    assertThat(first.seen).containsExactlyElementsOf(numbers(0, 5 + 2 * EVENTS));
  }

  private static RingBuffer<Item> ring(ProducerType producer, RingWait wait) {
    return RingBuffer.create(producer, Item::new, SIZE, wait.create());
  }

  private Subject subject(Kind kind, EventHandler<Item> watched) {
    return Subject.create(kind, ring, ring.newBarrier(), watched, failures, UNLIMITED);
  }

  private void run(EventProcessor processor) {
    running.add(processor);
    threads.add(Thread.ofPlatform().daemon().start(processor));
  }

  private void publish(int events) {
    for (int i = 0; i < events; i++) {
      long sequence = ring.next();
      ring.get(sequence).value = 100 + sequence;
      ring.publish(sequence);
    }
  }

  private static void awaitSequence(Sequence sequence, long target) {
    Await.until("sequence " + target, () -> sequence.get() >= target);
  }

  private static List<Long> numbers(int from, int to) {
    return LongStream.range(from, to).boxed().toList();
  }
}
