package dev.tandem.jmh.harness;

/**
 * How often a producer that keeps a schedule was itself late. Stands beside the tail of a latency
 * that runs from the intended times.
 */
public final class Lateness {

  /** A producer that is later than this, in ns, is late: a look at the clock takes less. */
  public static final long NANOS = 1_000;

  /** The figure's name in a result: a share in percent. */
  public static final String NAME = "late %";

  /** What a result with that figure says of it. */
  public static final String NOTE =
      "In open loops \"late %\" is the share of records or orders that the producer itself came to"
          + " over 1 us late.";

  /** What a result says whose latencies count from a schedule. */
  public static final String LATENCY_NOTE =
      "In open loops latency runs from the intended time, so what the producer was late is in it.";

  private Lateness() {}

  /** Whether what was to be done at a time was begun late. */
  public static boolean isLate(long begunNanos, long intendedNanos) {
    return begunNanos - intendedNanos > NANOS;
  }
}
