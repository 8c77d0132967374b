package dev.tandem.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Watches the machine while something is measured: a thread of its own reads the system's counters
 * once a second, which costs some milliseconds of CPU time each, more with more threads, and spins
 * for a sixth of a millisecond. What this process and those it started use counts as the
 * measurement's own; all else is foreign.
 *
 * <p>{@link #begin} and {@link #report} spin for some ten milliseconds on the calling thread and
 * another, to compare the CPUs' speed and how far apart they are. One thread calls them.
 *
 * <p>So the CPUs' speed is compared twice: at the end with the beginning, where the measurement
 * does not run, and of each part with the fastest part before it, beside the measurement. The
 * second sees a dip in the middle. It compares parts with parts only, since CPUs that all work may
 * have a lower clock than a CPU that works alone. Neither judges where others or the host could
 * have slowed the spin. Own threads do not, however many: it is the fastest of rounds shorter than
 * a turn on a CPU.
 */
public final class FitnessWatch implements AutoCloseable {

  /** Whether the verdict changed is looked at in parts of this length, or of a tenth of the run. */
  public static final double SHORTEST_PART_SECONDS = 5;

  private static final long PERIOD_MILLIS = 1_000;
  private static final int PARTS = 10;

  /** Short, as it takes a CPU from the measurement; the fastest of a part's five or more counts. */
  private static final int SHORT_SPIN_ROUNDS = 5;

  private static final double PERCENT = 100;

  /** Two measurements of the same distance differ by less than this factor. */
  private static final double MOVED = 2.5;

  private final HostFiles files;
  private final SpinMeter spin = new SpinMeter();

  /** The sampler's: a meter is for one thread. */
  private final SpinMeter shortSpin = new SpinMeter();

  private final double nanosPerStep;
  private final double handOver;
  private final int cpus = Runtime.getRuntime().availableProcessors();
  private final TaskReader tasks = new TaskReader();
  private final List<Moment> moments = new ArrayList<>();
  private final Thread sampler = new Thread(this::sample, "tandem-doctor");

  private FitnessWatch(HostFiles files) {
    this.files = files;
    nanosPerStep = spin.nanosPerStep();
    handOver = HandOverMeter.roundTripNanos();
    moments.add(Moment.of(files, tasks));
    sampler.setDaemon(true);
  }

  /** Begins to watch. */
  public static FitnessWatch begin() {
    FitnessWatch watch = new FitnessWatch(new HostFiles(Path.of("/")));
    watch.sampler.start();
    return watch;
  }

  private void sample() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        double stepNanos = shortSpin.nanosPerStep(SHORT_SPIN_ROUNDS);
        synchronized (moments) {
          moments.add(Moment.of(files, tasks, stepNanos));
        }
      }
    } catch (InterruptedException e) {
      // The end of the watch.
    }
  }

  /**
   * Judges the time since the beginning; the watch continues. While the measurement runs, it may
   * say that CPUs were moved which only were busy.
   */
  public FitnessReport report() {
    List<Moment> all;
    synchronized (moments) {
      all = new ArrayList<>(moments);
      all.add(Moment.of(files, tasks));
    }
    double handOverNow = HandOverMeter.roundTripNanos();
    double slowed = PERCENT * (spin.nanosPerStep() / nanosPerStep - 1);
    return moved(judge(all, slowed, cpus), handOver, handOverNow);
  }

  /** Ends the watch; safe to call again. */
  @Override
  public void close() {
    sampler.interrupt();
    boolean interrupted = false;
    while (sampler.isAlive()) {
      try {
        sampler.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Judges a row of moments: the whole, and its parts. The reasons of the whole come first; of each
   * kind that it has not, that of the part in which it was worst follows, with its time.
   */
  static FitnessReport judge(List<Moment> moments, double slowedPercent, int cpus) {
    Interval whole = interval(moments, slowedPercent, cpus);
    Map<Interval.Kind, Interval.Reason> reasons = new EnumMap<>(Interval.Kind.class);
    List<String> changes = new ArrayList<>();
    Verdict before = null;
    int from = 0;
    double fastest = Double.NaN;
    for (int to : ends(moments, Math.max(SHORTEST_PART_SECONDS, whole.seconds() / PARTS))) {
      double step = fastestStep(moments.subList(from + 1, to + 1));
      Interval now = interval(moments.subList(from, to + 1), PERCENT * (step / fastest - 1), cpus);
      fastest = step < fastest || Double.isNaN(fastest) ? step : fastest;
      double start = seconds(moments.get(0), moments.get(from));
      if (before != null && before != now.verdict()) {
        changes.add(
            String.format(Locale.ROOT, "%s until %.0f s, then %s", before, start, now.verdict()));
      }
      double end = seconds(moments.get(0), moments.get(to));
      now.all()
          .forEach(
              reason ->
                  reasons.merge(reason.kind(), reason.in(start, end), Interval.Reason::worse));
      before = now.verdict();
      from = to;
    }
    whole.all().forEach(reason -> reasons.remove(reason.kind()));
    List<Interval.Reason> all = new ArrayList<>(whole.all());
    all.addAll(reasons.values());
    return FitnessReport.of(all, changes, whole);
  }

  /**
   * Where parts end: what is left at the end is one more, or belongs to the last if it is short.
   */
  private static List<Integer> ends(List<Moment> moments, double part) {
    int last = moments.size() - 1;
    List<Integer> ends = new ArrayList<>();
    int from = 0;
    for (int i = 1; i < last; i++) {
      if (seconds(moments.get(from), moments.get(i)) >= part
          && seconds(moments.get(i), moments.get(last)) >= part / 2) {
        ends.add(i);
        from = i;
      }
    }
    ends.add(last);
    return ends;
  }

  /** NaN where no spin was run. */
  private static double fastestStep(List<Moment> moments) {
    return moments.stream()
        .mapToDouble(Moment::stepNanos)
        .filter(nanos -> !Double.isNaN(nanos))
        .min()
        .orElse(Double.NaN);
  }

  /** The same, disturbed if the host has moved the CPUs meanwhile, by their distance in ns. */
  static FitnessReport moved(FitnessReport report, double before, double now) {
    // Where one of them is not known, nothing is known of a change.
    if (!(Math.max(before, now) > MOVED * Math.min(before, now))) {
      return report;
    }
    Interval.Reason moved =
        new Interval.Reason(
            Interval.Kind.MOVED,
            Math.max(before, now) / Math.min(before, now),
            String.format(
                Locale.ROOT,
                "the CPUs were moved: a word went from one to another and back in %.0f ns at the"
                    + " beginning, in %.0f ns at the end",
                before,
                now));
    Judgement all = new Judgement(report.verdict(), report.reasons()).with(moved);
    return new FitnessReport(
        all.verdict(),
        all.reasons(),
        report.changes(),
        report.whole(),
        report.outside().with(moved),
        report.own());
  }

  private static Interval interval(List<Moment> moments, double slowedPercent, int cpus) {
    // The reader itself is always one of those that run.
    double running =
        moments.stream().mapToLong(m -> Math.max(0, m.running() - 1)).average().orElse(0);
    return Interval.between(
        moments.get(0), moments.get(moments.size() - 1), running, slowedPercent, cpus);
  }

  private static double seconds(Moment from, Moment to) {
    return (to.nanos() - from.nanos()) / 1e9;
  }
}
