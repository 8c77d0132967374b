package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Measures stages from the outside, by wrapping their handlers: a stage that is not wrapped costs
 * nothing, and no stage sees the clock. A wrapped one reads {@code System.nanoTime()} once or twice
 * per event and allocates nothing.
 *
 * <p>Wrap before the pipeline starts; {@link #take} may be called by any thread at any time.
 */
public final class StageTimings {

  /** Longest time told apart, in ns: a minute. Longer ones count as this. */
  public static final long HIGHEST_NANOS = 60_000_000_000L;

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Map<String, SingleWriterRecorder> recorders = new LinkedHashMap<>();

  /**
   * Measures how long the handler works on each event.
   *
   * @param stage names the measurement
   * @throws IllegalArgumentException if the name is taken
   */
  public <E> EventHandler<E> serviceTime(String stage, EventHandler<? super E> handler) {
    return handler instanceof TwoStepHandler<? super E> two
        ? new FirstStepTime<>(two, add(stage))
        : new ServiceTime<>(handler, add(stage));
  }

  /**
   * Measures how old each event is when the handler is done with it.
   *
   * @param stage names the measurement
   * @param bornNanos when the event was born, by {@code System.nanoTime()}
   * @throws IllegalArgumentException if the name is taken
   */
  public <E> EventHandler<E> age(
      String stage, EventHandler<? super E> handler, ToLongFunction<? super E> bornNanos) {
    return new Age<>(handler, add(stage), bornNanos);
  }

  /**
   * What was measured since the last call, in ns, by stage in the order of wrapping. The histograms
   * are the caller's.
   */
  public synchronized Map<String, Histogram> take() {
    Map<String, Histogram> taken = new LinkedHashMap<>();
    recorders.forEach((stage, recorder) -> taken.put(stage, recorder.getIntervalHistogram()));
    return taken;
  }

  private synchronized SingleWriterRecorder add(String stage) {
    SingleWriterRecorder recorder = new SingleWriterRecorder(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    if (recorders.putIfAbsent(stage, recorder) != null) {
      throw new IllegalArgumentException("stage is measured already: " + stage);
    }
    return recorder;
  }

  private static void record(SingleWriterRecorder recorder, long nanos) {
    recorder.recordValue(Math.clamp(nanos, 0, HIGHEST_NANOS));
  }

  private static final class ServiceTime<E> extends ForwardingHandler<E> {

    private final SingleWriterRecorder recorder;

    ServiceTime(EventHandler<? super E> handler, SingleWriterRecorder recorder) {
      super(handler);
      this.recorder = recorder;
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      long start = System.nanoTime();
      handler.onEvent(event, sequence, endOfBatch);
      record(recorder, System.nanoTime() - start);
    }
  }

  /** An event that must wait counts once, with the call that is done with it. */
  private static final class FirstStepTime<E> extends ForwardingHandler<E>
      implements TwoStepHandler<E> {

    private final TwoStepHandler<? super E> firstStep;
    private final SingleWriterRecorder recorder;

    FirstStepTime(TwoStepHandler<? super E> handler, SingleWriterRecorder recorder) {
      super(handler);
      this.firstStep = handler;
      this.recorder = recorder;
    }

    @Override
    public boolean tryEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      long start = System.nanoTime();
      boolean done = firstStep.tryEvent(event, sequence, endOfBatch);
      if (done) {
        record(recorder, System.nanoTime() - start);
      }
      return done;
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      long start = System.nanoTime();
      firstStep.onEvent(event, sequence, endOfBatch);
      record(recorder, System.nanoTime() - start);
    }
  }

  private static final class Age<E> extends ForwardingHandler<E> {

    private final SingleWriterRecorder recorder;
    private final ToLongFunction<? super E> bornNanos;

    Age(
        EventHandler<? super E> handler,
        SingleWriterRecorder recorder,
        ToLongFunction<? super E> bornNanos) {
      super(handler);
      this.recorder = recorder;
      this.bornNanos = Objects.requireNonNull(bornNanos, "bornNanos");
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      handler.onEvent(event, sequence, endOfBatch);
      record(recorder, System.nanoTime() - bornNanos.applyAsLong(event));
    }
  }
}
