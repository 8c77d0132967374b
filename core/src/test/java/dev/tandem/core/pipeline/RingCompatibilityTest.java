package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventProcessorFactory;
import com.lmax.disruptor.dsl.ProducerType;
import dev.tandem.core.api.WaitMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A stage on a ring that is used with everything else the Disruptor has. */
class RingCompatibilityTest {

  private static final int EVENTS = 2_000;
  private static final StageOptions OPTIONS = StageOptions.of(WaitPlan.of(WaitMode.YIELDING));

  static Stream<Arguments> strategiesAndProducers() {
    return Stream.of(RingWait.values())
        .flatMap(
            wait -> Stream.of(ProducerType.values()).map(producer -> Arguments.of(wait, producer)));
  }

  private static Disruptor<Item> disruptor(WaitStrategy waiting, ProducerType producer) {
    return new Disruptor<>(
        Item::new, 64, PipelineThreads.unpinned("ring", true), producer, waiting);
  }

  private static EventProcessorFactory<Item> stage(EventHandler<Item> handler) {
    return stage(handler, new AtomicReference<>());
  }

  private static EventProcessorFactory<Item> stage(
      EventHandler<Item> handler, AtomicReference<StageProcessor<Item>> into) {
    return (ring, upstream) -> {
      into.set(new StageProcessor<>(ring, Upstream.of(ring, upstream), handler, OPTIONS));
      return into.get();
    };
  }

  private static List<Long> numbers(int count) {
    return LongStream.range(0, count).boxed().toList();
  }

  private static void publish(RingBuffer<Item> ring, int count) {
    for (long i = 0; i < count; i++) {
      ring.publishEvent((item, sequence) -> item.value = sequence);
    }
  }

  @ParameterizedTest
  @MethodSource("strategiesAndProducers")
  void stagesAndTheDisruptorsProcessorsFollowEachOther(RingWait strategy, ProducerType producer)
      throws Exception {
    List<Long> first = Collections.synchronizedList(new ArrayList<>());
    List<Long> second = Collections.synchronizedList(new ArrayList<>());
    List<Long> third = Collections.synchronizedList(new ArrayList<>());
    Disruptor<Item> disruptor = disruptor(strategy.create(), producer);
    // Ours, behind it one of the Disruptor's, which blocks on the strategy, and ours again.
    disruptor
        .handleEventsWith(stage((item, sequence, end) -> first.add(item.value)))
        .then((EventHandler<Item>) (item, sequence, end) -> second.add(item.value))
        .then(stage((item, sequence, end) -> third.add(item.value)));
    publish(disruptor.start(), EVENTS);
    // Whoever blocks behind a stage is woken by the next publication only; with none to come, by
    // the shutdown's own looks.
    disruptor.shutdown(30, TimeUnit.SECONDS);
    assertThat(first).isEqualTo(numbers(EVENTS));
    assertThat(second).isEqualTo(first);
    assertThat(third).isEqualTo(first);
  }

  @Test
  void aPollerReadsWhatAStageHasPassed() throws Exception {
    Disruptor<Item> disruptor = disruptor(new YieldingWaitStrategy(), ProducerType.SINGLE);
    AtomicReference<StageProcessor<Item>> stage = new AtomicReference<>();
    disruptor.handleEventsWith(stage((item, sequence, end) -> item.value *= 2, stage));
    RingBuffer<Item> ring = disruptor.getRingBuffer();
    EventPoller<Item> poller = ring.newPoller(stage.get().getSequence());
    ring.addGatingSequences(poller.getSequence());
    disruptor.start();
    Thread publisher =
        PipelineThreads.unpinned("publisher", true).newThread(() -> publish(ring, EVENTS));
    publisher.start();
    List<Long> polled = new ArrayList<>();
    while (polled.size() < EVENTS) {
      poller.poll(
          (item, sequence, end) -> {
            polled.add(item.value);
            return true;
          });
    }
    publisher.join();
    disruptor.shutdown(30, TimeUnit.SECONDS);
    assertThat(polled).isEqualTo(LongStream.range(0, EVENTS).map(i -> 2 * i).boxed().toList());
  }

  @Test
  void theDslsExceptionHandlerDoesNotReachAStage() throws Exception {
    AtomicReference<Throwable> byDsl = new AtomicReference<>();
    AtomicReference<Throwable> own = new AtomicReference<>();
    Disruptor<Item> disruptor = disruptor(new YieldingWaitStrategy(), ProducerType.SINGLE);
    disruptor.setDefaultExceptionHandler(handler(byDsl));
    AtomicReference<StageProcessor<Item>> stage = new AtomicReference<>();
    disruptor.handleEventsWith(
        stage(
            (item, sequence, end) -> {
              throw new IllegalStateException("no " + sequence);
            },
            stage));
    stage.get().setExceptionHandler(handler(own));
    publish(disruptor.start(), 1);
    // A shutdown does not wait for a processor that does not run yet.
    Await.until("an exception", () -> own.get() != null);
    disruptor.shutdown(30, TimeUnit.SECONDS);
    assertThat(own.get()).hasMessage("no 0");
    assertThat(byDsl.get()).isNull();
  }

  @Test
  void theDslRefusesAnExceptionHandlerForTheHandlerOfAStage() {
    EventHandler<Item> handler = (item, sequence, end) -> {};
    Disruptor<Item> disruptor = disruptor(new YieldingWaitStrategy(), ProducerType.SINGLE);
    disruptor.handleEventsWith(stage(handler));
    AtomicReference<Throwable> byDsl = new AtomicReference<>();
    assertThatThrownBy(() -> disruptor.handleExceptionsFor(handler).with(handler(byDsl)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not processing events");
  }

  private static ExceptionHandler<Item> handler(AtomicReference<Throwable> into) {
    return new ExceptionHandler<>() {
      @Override
      public void handleEventException(Throwable e, long sequence, Item item) {
        into.set(e);
      }

      @Override
      public void handleOnStartException(Throwable e) {
        into.set(e);
      }

      @Override
      public void handleOnShutdownException(Throwable e) {
        into.set(e);
      }
    };
  }
}
