package dev.tandem.wal;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Distribution of the times that syncs took. The writer records, anyone asks. */
final class SyncTimes {

  private static final long LONGEST_NS = 3_600_000_000_000L;
  private static final int DIGITS = 3;

  private final SingleWriterRecorder recorder = new SingleWriterRecorder(LONGEST_NS, DIGITS);
  private final Histogram total = new Histogram(LONGEST_NS, DIGITS);
  private Histogram interval;

  void record(long nanos) {
    recorder.recordValue(Math.max(0, Math.min(nanos, LONGEST_NS)));
  }

  /** All times so far. */
  synchronized Histogram total() {
    interval = recorder.getIntervalHistogram(interval);
    total.add(interval);
    return total.copy();
  }
}
