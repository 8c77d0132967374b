package dev.tandem.doctor;

/**
 * What the scheduler did between two moments to the threads of this process and of those it
 * started. A thread that ended takes with it what happened after the last reading, up to a second.
 *
 * @param voluntary switches of their own, to wait or to yield; -1 if not reported
 * @param involuntary preemptions; -1 if not reported
 * @param migrations from one CPU to another; -1 if not reported
 * @param waitedMillis in which they could have run and had no CPU, of all threads together; NaN if
 *     not reported
 * @param waitedPercent the same in percent of the time in which they ran or could have; NaN if not
 *     reported
 */
public record OwnThreads(
    long voluntary, long involuntary, long migrations, double waitedMillis, double waitedPercent) {

  /** Of a system that reports nothing of them. */
  public static final OwnThreads UNREPORTED = new OwnThreads(-1, -1, -1, Double.NaN, Double.NaN);

  private static final double PERCENT = 100;
  private static final double NANOS_IN_MILLI = 1e6;

  static OwnThreads between(TaskCounts from, TaskCounts to) {
    double waited = grown(from.waitedNanos(), to.waitedNanos());
    double ran = grown(from.ranNanos(), to.ranNanos());
    boolean reported = waited >= 0 && ran >= 0;
    double wanted = Math.max(1, waited + ran);
    return new OwnThreads(
        grown(from.voluntary(), to.voluntary()),
        grown(from.involuntary(), to.involuntary()),
        grown(from.migrations(), to.migrations()),
        reported ? waited / NANOS_IN_MILLI : Double.NaN,
        reported ? Math.round(PERCENT * PERCENT * waited / wanted) / PERCENT : Double.NaN);
  }

  private static long grown(long from, long to) {
    return from < 0 || to < 0 ? -1 : to - from;
  }
}
