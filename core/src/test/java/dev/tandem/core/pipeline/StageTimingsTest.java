package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.StageTimings;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Timings see every event once, and nothing else of the handler changes. */
class StageTimingsTest {

  private final StageTimings timings = new StageTimings();

  @Test
  void everyEventIsMeasuredOnceAndTakenOnce() throws Exception {
    WatchedHandler handler = new WatchedHandler();
    EventHandler<Item> service = TimedHandlers.serviceTime(timings, "service", handler);
    long farFuture = System.nanoTime() + 3_600_000_000_000L;
    EventHandler<Item> age = TimedHandlers.age(timings, "age", service, item -> farFuture);
    for (int i = 0; i < 100; i++) {
      age.onEvent(new Item(), i, false);
    }
    Map<String, Histogram> taken = timings.take();
    assertThat(taken.keySet()).containsExactly("service", "age");
    assertThat(taken.get("service").getTotalCount()).isEqualTo(100);
    assertThat(taken.get("age").getMaxValue()).as("born in the future").isZero();
    assertThat(handler.seen).hasSize(100);
    assertThat(timings.take().get("service").getTotalCount()).isZero();
  }

  @Test
  void whatTakesTooLongCountsAsTheLongest() throws Exception {
    long longAgo = System.nanoTime() - 2 * StageTimings.HIGHEST_NANOS;
    TimedHandlers.age(timings, "age", new WatchedHandler(), item -> longAgo)
        .onEvent(new Item(), 0, true);
    Histogram age = timings.take().get("age");
    assertThat(age.getTotalCount()).isEqualTo(1);
    assertThat(age.valuesAreEquivalent(age.getMaxValue(), StageTimings.HIGHEST_NANOS)).isTrue();
  }

  /** A wrapped first step that were a plain handler would claim that everything is settled. */
  @Test
  void aMeasuredFirstStepStillHasEventsWait() throws Exception {
    WatchedHandler handler = new WatchedHandler();
    TwoStepHandler<Item> timed =
        TimedHandlers.firstStepTime(
            timings, "first", new SettlingHandler(handler, sequence -> sequence == 1));
    assertThat(timed.tryEvent(new Item(), 0, false)).isTrue();
    assertThat(timed.tryEvent(new Item(), 1, true)).isFalse();
    assertThat(handler.seen).containsExactly(0L);
    timed.onEvent(new Item(), 1, true);
    assertThat(handler.seen).containsExactly(0L, 1L);
    assertThat(timings.take().get("first").getTotalCount()).isEqualTo(2);
  }

  @Test
  void allButTheEventsIsPassedOn() throws Exception {
    WatchedHandler handler = new WatchedHandler();
    EventHandler<Item> timed = TimedHandlers.serviceTime(timings, "stage", handler);
    Sequence sequence = new Sequence();
    timed.setSequenceCallback(sequence);
    timed.onStart();
    timed.onBatchStart(2, 3);
    timed.onEvent(new Item(), 7, true);
    timed.onShutdown();
    assertThat(handler.calls).containsExactly("start", "batch 2 of 3", "event 7 end", "shutdown");
    assertThat(handler.callback).isSameAs(sequence);
  }

  @Test
  void aNameIsUsedOnce() {
    TimedHandlers.serviceTime(timings, "stage", new WatchedHandler());
    assertThatThrownBy(() -> TimedHandlers.serviceTime(timings, "stage", new WatchedHandler()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("stage");
  }
}
