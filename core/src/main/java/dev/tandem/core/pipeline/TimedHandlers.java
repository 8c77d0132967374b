package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.api.StageTimings;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * Measures stages from the outside, by wrapping their handlers: a stage that is not wrapped costs
 * nothing, and no stage sees the clock. A wrapped one reads {@code System.nanoTime()} once or twice
 * per event and allocates nothing. Wrap before the pipeline starts.
 */
public final class TimedHandlers {

  private TimedHandlers() {}

  /**
   * Measures how long the handler works on each event.
   *
   * @param stage names the measurement
   * @throws IllegalArgumentException if the name is taken
   */
  public static <E> EventHandler<E> serviceTime(
      StageTimings timings, String stage, EventHandler<? super E> handler) {
    return new ServiceTime<>(handler, timings.recorder(stage));
  }

  /**
   * Measures a first step, and gives one: an event that must wait counts once, with the call that
   * is done with it.
   *
   * @param stage names the measurement
   * @throws IllegalArgumentException if the name is taken
   */
  public static <E> TwoStepHandler<E> firstStepTime(
      StageTimings timings, String stage, TwoStepHandler<? super E> handler) {
    return new FirstStepTime<>(handler, timings.recorder(stage));
  }

  /**
   * Measures how old each event is when the handler is done with it.
   *
   * @param stage names the measurement
   * @param bornNanos when the event was born, by {@code System.nanoTime()}
   * @throws IllegalArgumentException if the name is taken
   */
  public static <E> EventHandler<E> age(
      StageTimings timings,
      String stage,
      EventHandler<? super E> handler,
      ToLongFunction<? super E> bornNanos) {
    return new Age<>(handler, timings.recorder(stage), bornNanos);
  }

  private static final class ServiceTime<E> extends ForwardingHandler<E> {

    private final LongConsumer recorder;

    ServiceTime(EventHandler<? super E> handler, LongConsumer recorder) {
      super(handler);
      this.recorder = recorder;
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      long start = System.nanoTime();
      handler.onEvent(event, sequence, endOfBatch);
      recorder.accept(System.nanoTime() - start);
    }
  }

  private static final class FirstStepTime<E> extends ForwardingHandler<E>
      implements TwoStepHandler<E> {

    private final TwoStepHandler<? super E> firstStep;
    private final LongConsumer recorder;

    FirstStepTime(TwoStepHandler<? super E> handler, LongConsumer recorder) {
      super(handler);
      this.firstStep = handler;
      this.recorder = recorder;
    }

    @Override
    public boolean tryEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      long start = System.nanoTime();
      boolean done = firstStep.tryEvent(event, sequence, endOfBatch);
      if (done) {
        recorder.accept(System.nanoTime() - start);
      }
      return done;
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      long start = System.nanoTime();
      firstStep.onEvent(event, sequence, endOfBatch);
      recorder.accept(System.nanoTime() - start);
    }
  }

  private static final class Age<E> extends ForwardingHandler<E> {

    private final LongConsumer recorder;
    private final ToLongFunction<? super E> bornNanos;

    Age(
        EventHandler<? super E> handler,
        LongConsumer recorder,
        ToLongFunction<? super E> bornNanos) {
      super(handler);
      this.recorder = recorder;
      this.bornNanos = Objects.requireNonNull(bornNanos, "bornNanos");
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      handler.onEvent(event, sequence, endOfBatch);
      recorder.accept(System.nanoTime() - bornNanos.applyAsLong(event));
    }
  }
}
