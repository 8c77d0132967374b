package dev.tandem.core.api;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * How long stages work on an event, as histograms, one for each stage. Give a new one to an
 * exchange before it starts, and take from it as often as you like: {@link #take} may be called by
 * any thread at any time. A measured stage reads {@code System.nanoTime()} twice for each event and
 * allocates nothing.
 */
public final class StageTimings {

  /** Longest time distinguished, in ns: a minute. Longer ones count as this. */
  public static final long HIGHEST_NANOS = 60_000_000_000L;

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Map<String, SingleWriterRecorder> recorders = new LinkedHashMap<>();

  /** Nothing measured yet. */
  public StageTimings() {}

  /**
   * What was measured since the last call, in ns, by stage in the order in which they were added.
   * The histograms are the caller's.
   */
  // Whoever takes them has HdrHistogram; others of the API's users need not.
  @SuppressWarnings("exports")
  public synchronized Map<String, Histogram> take() {
    Map<String, Histogram> taken = new LinkedHashMap<>();
    recorders.forEach((stage, recorder) -> taken.put(stage, recorder.getIntervalHistogram()));
    return taken;
  }

  /**
   * Adds a stage, and returns what takes its times in ns: for one thread, without garbage. A
   * negative time counts as 0.
   *
   * @param stage names the measurement
   * @throws IllegalArgumentException if the name is taken
   */
  public synchronized LongConsumer recorder(String stage) {
    SingleWriterRecorder recorder = new SingleWriterRecorder(HIGHEST_NANOS, SIGNIFICANT_DIGITS);
    if (recorders.putIfAbsent(stage, recorder) != null) {
      throw new IllegalArgumentException("stage is measured already: " + stage);
    }
    return nanos -> recorder.recordValue(Math.clamp(nanos, 0, HIGHEST_NANOS));
  }
}
