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
 * @param cpuPressurePercent of the time in which some thread waited for a CPU; NaN if not reported
 * @param ioPressurePercent of the time in which some thread waited for I/O; NaN if not reported
 * @param memoryPressurePercent of the time in which some thread waited for memory; NaN if not
 *     reported
 * @param throttledPercent of the time in which a quota held this process's group back
 * @param slowedPercent by which a calibrated spin took longer than before; NaN if none was run
 * @param hotEvents times a core or a whole package was slowed by its heat
 * @param threads what happened to the threads of this process and of those it started
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
    double memoryPressurePercent,
    double throttledPercent,
    double slowedPercent,
    long hotEvents,
    OwnThreads threads,
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

  /** Waiting in run queues for more of the time in which threads could have run disturbs. */
  public static final double MOST_WAITED_PERCENT = 10;

  /** Who hardly runs waits for a large share of little: less than this in a second is nothing. */
  private static final double LEAST_WAITED_MILLIS_A_SECOND = 10;

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
        pressure(to, to.cpuPressureMicros() - from.cpuPressureMicros(), nanos),
        pressure(to, to.ioPressureMicros() - from.ioPressureMicros(), nanos),
        pressure(to, to.memoryPressureMicros() - from.memoryPressureMicros(), nanos),
        share((to.throttledMicros() - from.throttledMicros()) * 1e3, nanos),
        slowedPercent,
        to.hotEvents() - from.hotEvents(),
        OwnThreads.between(from.tasks(), to.tasks()),
        meanRunning,
        cpus);
  }

  private static double pressure(Moment of, long micros, double nanos) {
    return of.pressureKnown() ? share(micros * 1e3, nanos) : Double.NaN;
  }

  private static double share(double part, double whole) {
    return whole <= 0 ? 0 : Math.round(PERCENT * PERCENT * part / whole) / PERCENT;
  }

  /** The worst of what the reasons say. */
  public Verdict verdict() {
    return Judgement.of(all()).verdict();
  }

  private boolean isThrottled() {
    // Beside others, of the host's maybe on the same core, a spin is no evidence about the CPU's
    // speed. Own threads that wait for CPUs take turns with it, for longer than a round of it.
    boolean slow =
        slowedPercent > MOST_SLOWED_PERCENT
            && stealPercent <= MOST_STEAL_PERCENT
            && foreignPercent <= MOST_FOREIGN_PERCENT;
    return throttledPercent > MOST_THROTTLED_PERCENT || hotEvents > 0 || slow;
  }

  private boolean isOversubscribed() {
    return Double.isNaN(cpuPressurePercent)
        ? running > cpus
        : cpuPressurePercent > MOST_PRESSURE_PERCENT;
  }

  private boolean hasWaited() {
    return threads.waitedPercent() > MOST_WAITED_PERCENT
        && threads.waitedMillis() > LEAST_WAITED_MILLIS_A_SECOND * seconds;
  }

  /** What may be amiss. */
  enum Kind {
    // The pressure does not say whose threads waited. Others that wait run, too: see FOREIGN.
    CPUS(Verdict.OVERSUBSCRIBED, false),
    QUOTA(Verdict.THROTTLED, true),
    HEAT(Verdict.THROTTLED, true),
    SPEED(Verdict.THROTTLED, true),
    STEAL(Verdict.DISTURBED, true),
    FOREIGN(Verdict.DISTURBED, true),
    WAITED(Verdict.DISTURBED, false),
    MOVED(Verdict.DISTURBED, true);

    private final Verdict verdict;
    private final boolean outside;

    Kind(Verdict verdict, boolean outside) {
      this.verdict = verdict;
      this.outside = outside;
    }

    /** Whether the machine, its host or others do it, not the measurement to itself. */
    boolean isOutside() {
      return outside;
    }
  }

  /**
   * Why it is not quiet.
   *
   * @param amount how much of it, to find the worst of one kind
   * @param text a sentence
   */
  record Reason(Kind kind, double amount, String text) {

    Verdict verdict() {
      return kind.verdict;
    }

    /** The one of which there is more; of two alike this one. */
    Reason worse(Reason other) {
      return other.amount > amount ? other : this;
    }

    /** The same, for a part that began and ended so many seconds after the beginning. */
    Reason in(double start, double end) {
      return new Reason(
          kind, amount, String.format(Locale.ROOT, "%s (from %.0f s to %.0f s)", text, start, end));
    }
  }

  /** Why it is not quiet, a sentence each; none if it is. */
  public List<String> reasons() {
    return all().stream().map(Reason::text).toList();
  }

  List<Reason> all() {
    List<Reason> reasons = new ArrayList<>();
    if (isOversubscribed()) {
      boolean counted = Double.isNaN(cpuPressurePercent);
      add(
          reasons,
          Kind.CPUS,
          counted ? running : cpuPressurePercent,
          counted
              ? "%.1f threads wanted to run on %d CPUs"
              : "some thread waited for a CPU for %.1f %% of the time (%d CPUs, %.1f threads)",
          cpus,
          running);
    }
    if (throttledPercent > MOST_THROTTLED_PERCENT) {
      add(
          reasons,
          Kind.QUOTA,
          throttledPercent,
          "a CPU quota held it back for %.1f %% of the time");
    }
    if (hotEvents > 0) {
      add(reasons, Kind.HEAT, (double) hotEvents, "CPUs were slowed %.0f times by their heat");
    }
    if (isThrottled() && slowedPercent > MOST_SLOWED_PERCENT) {
      add(reasons, Kind.SPEED, slowedPercent, "the CPUs ran %.0f %% slower than before");
    }
    if (stealPercent > MOST_STEAL_PERCENT) {
      add(reasons, Kind.STEAL, stealPercent, "the host took %.1f %% of the CPU time");
    }
    if (foreignPercent > MOST_FOREIGN_PERCENT) {
      add(reasons, Kind.FOREIGN, foreignPercent, "others used %.1f %% of the CPU time");
    }
    if (hasWaited()) {
      add(
          reasons,
          Kind.WAITED,
          threads.waitedPercent(),
          "its own threads waited for a CPU for %.1f %% of the time in which they could have run"
              + moved());
    }
    return reasons;
  }

  private String moved() {
    return threads.migrations() < 0
        ? ""
        : String.format(
            Locale.ROOT,
            ", and were moved to another %d time%s",
            threads.migrations(),
            threads.migrations() == 1 ? "" : "s");
  }

  private static void add(
      List<Reason> reasons, Kind kind, double amount, String text, Object... more) {
    List<Object> values = new ArrayList<>(List.of(amount));
    values.addAll(List.of(more));
    reasons.add(new Reason(kind, amount, String.format(Locale.ROOT, text, values.toArray())));
  }
}
