package dev.tandem.doctor;

/**
 * What a thread that never rests loses: it reads the clock again and again, and a gap between two
 * readings is time in which something else ran. The method of sysjitter and of jHiccup's idle form.
 */
public final class JitterMeter {

  private static final long SHORTEST_GAP_NANOS = 1_000;
  private static final long LONG_GAP_NANOS = 100_000;
  private static final double PERCENT = 100;

  /**
   * What a run saw.
   *
   * @param seconds how long it was
   * @param gaps of at least a microsecond
   * @param longGaps of at least 100 microseconds
   * @param lostPercent of the time that lay in gaps
   * @param largestNanos the longest gap
   */
  public record Jitter(
      double seconds, long gaps, long longGaps, double lostPercent, long largestNanos) {}

  private JitterMeter() {}

  /** Spins on the calling thread for so many milliseconds. */
  public static Jitter measure(long millis) {
    long begin = System.nanoTime();
    long end = begin + millis * 1_000_000;
    long last = begin;
    long gaps = 0;
    long longGaps = 0;
    long lost = 0;
    long largest = 0;
    while (last < end) {
      long now = System.nanoTime();
      long gap = now - last;
      last = now;
      if (gap >= SHORTEST_GAP_NANOS) {
        gaps++;
        lost += gap;
        largest = Math.max(largest, gap);
        longGaps += gap >= LONG_GAP_NANOS ? 1 : 0;
      }
    }
    double took = Math.max(1, (double) (last - begin));
    return new Jitter(took / 1e9, gaps, longGaps, PERCENT * lost / took, largest);
  }
}
