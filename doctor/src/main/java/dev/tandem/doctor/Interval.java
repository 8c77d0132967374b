package dev.tandem.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What happened to the machine between two moments.
 *
 * @param seconds how long it was
 * @param ownPercent of the CPU time of all CPUs that this process and those it started used
 * @param foreignPercent of it that others used
 * @param stealPercent of it that the host took
 * @param cpuPressurePercent of the time in which some thread waited for a CPU; NaN if not told
 * @param ioPressurePercent of the time in which some thread waited for I/O
 * @param throttledPercent of the time in which a quota held this process's group back
 * @param slowedPercent by which a calibrated spin took longer than before; NaN if none was run
 * @param hotEvents times a CPU was slowed by its heat
 * @param ownInvoluntary switches of this process's threads that they did not ask for
 * @param running threads that wanted to run in the mean of the samples
 * @param cpus that this process may use
 */
public record Interval(
    double seconds,
    double ownPercent,
    double foreignPercent,
    double stealPercent,
    double cpuPressurePercent,
    double ioPressurePercent,
    double throttledPercent,
    double slowedPercent,
    long hotEvents,
    long ownInvoluntary,
    double running,
    int cpus) {

  /** More of the CPU time taken by the host disturbs. */
  public static final double MOST_STEAL_PERCENT = 1;

  /** More of the CPU time used by others disturbs. */
  public static final double MOST_FOREIGN_PERCENT = 5;

  /** Waiting for a CPU for more of the time means that there are more threads than CPUs. */
  public static final double MOST_PRESSURE_PERCENT = 25;

  /** More of the time held back by a quota is throttling. */
  public static final double MOST_THROTTLED_PERCENT = 0.5;

  /** A spin that takes so much longer ran on slower CPUs. */
  public static final double MOST_SLOWED_PERCENT = 10;

  private static final double PERCENT = 100;

  static Interval between(
      Moment from, Moment to, double meanRunning, double slowedPercent, int cpus) {
    double all =
        (to.busyTicks() - from.busyTicks())
            + (to.idleTicks() - from.idleTicks())
            + (double) (to.stealTicks() - from.stealTicks());
    double own = Math.max(0, (double) (to.ownTicks() - from.ownTicks()));
    double foreign = Math.max(0, to.busyTicks() - from.busyTicks() - own);
    double nanos = Math.max(1, (double) (to.nanos() - from.nanos()));
    return new Interval(
        nanos / 1e9,
        share(own, all),
        share(foreign, all),
        share((double) (to.stealTicks() - from.stealTicks()), all),
        to.pressureKnown()
            ? share((to.cpuPressureMicros() - from.cpuPressureMicros()) * 1e3, nanos)
            : Double.NaN,
        share((to.ioPressureMicros() - from.ioPressureMicros()) * 1e3, nanos),
        share((to.throttledMicros() - from.throttledMicros()) * 1e3, nanos),
        slowedPercent,
        to.hotEvents() - from.hotEvents(),
        Math.max(0, to.ownInvoluntary() - from.ownInvoluntary()),
        meanRunning,
        cpus);
  }

  private static double share(double part, double whole) {
    return whole <= 0 ? 0 : Math.round(PERCENT * PERCENT * part / whole) / PERCENT;
  }

  /** The worst of what the reasons say. */
  public Verdict verdict() {
    Verdict verdict = Verdict.QUIET;
    if (stealPercent > MOST_STEAL_PERCENT || foreignPercent > MOST_FOREIGN_PERCENT) {
      verdict = Verdict.DISTURBED;
    }
    if (isThrottled()) {
      verdict = verdict.or(Verdict.THROTTLED);
    }
    return isOversubscribed() ? verdict.or(Verdict.OVERSUBSCRIBED) : verdict;
  }

  private boolean isThrottled() {
    // A spin that shared its CPU is no evidence about the CPU's speed.
    boolean slow =
        slowedPercent > MOST_SLOWED_PERCENT
            && !isOversubscribed()
            && stealPercent <= MOST_STEAL_PERCENT
            && foreignPercent <= MOST_FOREIGN_PERCENT;
    return throttledPercent > MOST_THROTTLED_PERCENT || hotEvents > 0 || slow;
  }

  private boolean isOversubscribed() {
    return Double.isNaN(cpuPressurePercent)
        ? running > cpus
        : cpuPressurePercent > MOST_PRESSURE_PERCENT;
  }

  /** Why it is not quiet, a sentence each; none if it is. */
  public List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (isOversubscribed()) {
      reasons.add(
          Double.isNaN(cpuPressurePercent)
              ? String.format(Locale.ROOT, "%.1f threads wanted to run on %d CPUs", running, cpus)
              : String.format(
                  Locale.ROOT,
                  "some thread waited for a CPU for %.1f %% of the time (%d CPUs, %.1f threads)",
                  cpuPressurePercent,
                  cpus,
                  running));
    }
    if (throttledPercent > MOST_THROTTLED_PERCENT) {
      reasons.add(
          String.format(
              Locale.ROOT, "a CPU quota held it back for %.1f %% of the time", throttledPercent));
    }
    if (hotEvents > 0) {
      reasons.add(String.format(Locale.ROOT, "CPUs were slowed %d times by their heat", hotEvents));
    }
    if (isThrottled() && slowedPercent > MOST_SLOWED_PERCENT) {
      reasons.add(
          String.format(Locale.ROOT, "the CPUs ran %.0f %% slower than before", slowedPercent));
    }
    if (stealPercent > MOST_STEAL_PERCENT) {
      reasons.add(
          String.format(Locale.ROOT, "the host took %.1f %% of the CPU time", stealPercent));
    }
    if (foreignPercent > MOST_FOREIGN_PERCENT) {
      reasons.add(
          String.format(Locale.ROOT, "others used %.1f %% of the CPU time", foreignPercent));
    }
    return reasons;
  }
}
