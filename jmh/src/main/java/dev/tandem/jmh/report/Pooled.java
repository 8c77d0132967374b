package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether Tandem in Java became slower than the others beside it, all figures of a subject at once:
 * of few rounds a single figure is never sure, of many figures the direction is. The others are
 * those of somebody else, the twin in C++ and what a plain loop or disk does: they tell what the
 * machine did on both days.
 *
 * <p>What is counted are processes, not figures: figures of one process change together. A
 * process's change is the median of its figures' logarithms of now by before, as times: a
 * throughput is turned round, so that more is worse.
 *
 * @param subjects those that both runs have figures of
 * @param whole all of them at once; {@code null} if there are too few
 */
record Pooled(List<Judged> subjects, Judged whole) {

  /** How often something would be called worse were nothing so, all subjects and the whole run. */
  static final double LEVEL = 0.05;

  /**
   * Fewer processes on one side are not judged, however many there are on the other: were they to
   * scatter by more than those, they would be on one side of them too often.
   */
  static final int FEWEST = 4;

  /** A side of a subject has a variance from here on, and is part of the whole run. */
  private static final int SOME = 2;

  private static final double PERCENT = 100;
  private static final double ROUNDING = 1e-9;

  /** How the changes of a subject's processes were judged. */
  enum State {
    SURELY_WORSE,
    NOT_WORSE,
    NOT_JUDGED
  }

  /**
   * A subject, or all of them.
   *
   * @param ours how many processes of Tandem in Java
   * @param others how many of others
   * @param shift what they differ by; {@code null} where one side has none
   * @param ourChange how the median process of ours changed, as a logarithm; NaN where nothing is
   *     judged
   * @param othersChange how that of the others did
   * @param why nothing is judged; empty if something is
   */
  record Judged(
      String name,
      int ours,
      int others,
      Shift shift,
      double ourChange,
      double othersChange,
      State state,
      String why) {

    /** For a reader. */
    String line() {
      if (state == State.NOT_JUDGED) {
        return String.format(Locale.ROOT, "%s: ours against the others: not judged, %s", name, why);
      }
      return String.format(
          Locale.ROOT,
          "%s%s: ours against the others: %s (%s to %s), %d processes and %d; ours %s, the others"
              + " %s; as far by chance %s times in 100",
          state == State.SURELY_WORSE ? "WORSE  " : "",
          name,
          percent(shift.estimate()),
          percent(shift.lowest()),
          percent(shift.highest()),
          ours,
          others,
          percent(ourChange),
          percent(othersChange),
          times(PERCENT * shift.chance()));
    }

    private static String times(double inHundred) {
      return String.format(Locale.ROOT, inHundred < 1 ? "%.2g" : "%.0f", inHundred);
    }

    private Judged in(State other, String because) {
      return new Judged(name, ours, others, shift, ourChange, othersChange, other, because);
    }

    private double chance() {
      return shift.chance();
    }

    private boolean isBig() {
      return PERCENT * Math.expm1(shift.estimate()) >= Change.LEAST_PERCENT;
    }
  }

  /** Compares what both runs have. */
  static Pooled between(Map<String, Result> before, Map<String, Result> now) {
    Map<String, Shift.Pair> pairs = new LinkedHashMap<>();
    now.forEach(
        (subject, result) -> {
          if (before.containsKey(subject)) {
            Shift.Pair pair = pair(subject, before.get(subject), result);
            if (!pair.ours().isEmpty() || !pair.others().isEmpty()) {
              pairs.put(subject, pair);
            }
          }
        });
    List<String> enough = withEnough(pairs);
    List<Judged> all = new ArrayList<>();
    pairs.forEach(
        (subject, pair) ->
            all.add(
                enough.contains(subject)
                    ? judged(subject, List.of(pair), Shift.of(pair))
                    : notJudged(subject, pair)));
    List<Shift.Pair> some =
        pairs.values().stream()
            .filter(p -> p.ours().size() >= SOME && p.others().size() >= SOME)
            .toList();
    // Of one subject the whole is that subject.
    if (some.size() > 1) {
      all.add(judged("the whole run", some, Shift.of(some)));
    }
    List<Judged> corrected = holm(all);
    return some.size() > 1
        ? new Pooled(corrected.subList(0, pairs.size()), corrected.get(pairs.size()))
        : new Pooled(corrected, null);
  }

  /** Whether something is worse that chance does not explain. */
  boolean isWorse() {
    return all().stream().anyMatch(judged -> judged.state == State.SURELY_WORSE);
  }

  /** Each subject, and the whole run, for a reader. */
  List<String> lines() {
    return all().stream().map(Judged::line).toList();
  }

  /** Each subject, and the whole run last. */
  List<Judged> all() {
    List<Judged> all = new ArrayList<>(subjects);
    if (whole != null) {
      all.add(whole);
    }
    return all;
  }

  private static Shift.Pair pair(String subject, Result before, Result now) {
    Map<String, List<Double>> ours = new TreeMap<>();
    Map<String, List<Double>> others = new TreeMap<>();
    for (Change c : Change.common(Map.of(subject, before), Map.of(subject, now))) {
      if (Processes.isMeasured(c.now()) && c.before().median() > 0 && c.now().median() > 0) {
        boolean isOurs = c.now().kind() == Row.Kind.JAVA;
        (isOurs ? ours : others)
            .computeIfAbsent(Processes.of(subject, c.now()), p -> new ArrayList<>())
            .add(worse(c));
      }
    }
    return new Shift.Pair(medians(ours), medians(others));
  }

  private static double worse(Change change) {
    double log = Math.log1p(change.percent() / PERCENT);
    return change.now().lessIsBetter() ? log : -log;
  }

  private static List<Double> medians(Map<String, List<Double>> processes) {
    return processes.values().stream().map(Pooled::median).toList();
  }

  private static double median(List<Double> of) {
    return Spread.of(of, x -> x).median();
  }

  /**
   * The subjects of which each could be surely worse by itself, were its processes wholly apart, by
   * Holm's correction for all of them and the whole run.
   */
  private static List<String> withEnough(Map<String, Shift.Pair> pairs) {
    List<Map.Entry<String, Shift.Pair>> byChance =
        pairs.entrySet().stream()
            .filter(e -> !Processes.isInOne(e.getKey()))
            .filter(
                e -> Math.min(e.getValue().ours().size(), e.getValue().others().size()) >= FEWEST)
            .sorted(Comparator.comparingDouble(e -> e.getValue().leastChance()))
            .toList();
    List<String> enough = new ArrayList<>();
    for (Map.Entry<String, Shift.Pair> subject : byChance) {
      int family = enough.size() + 2;
      if (subject.getValue().leastChance() * family > LEVEL + ROUNDING) {
        break;
      }
      enough.add(subject.getKey());
    }
    return enough;
  }

  private static Judged judged(String name, List<Shift.Pair> pairs, Shift shift) {
    List<Double> ours = pairs.stream().flatMap(p -> p.ours().stream()).toList();
    List<Double> others = pairs.stream().flatMap(p -> p.others().stream()).toList();
    return new Judged(
        name, ours.size(), others.size(), shift, median(ours), median(others), State.NOT_WORSE, "");
  }

  private static Judged notJudged(String subject, Shift.Pair pair) {
    int ours = pair.ours().size();
    int others = pair.others().size();
    String why =
        Processes.isInOne(subject)
            ? "one process measured all of it"
            : "processes of ours: %d, of others: %d; too few to be sure".formatted(ours, others);
    return new Judged(subject, ours, others, null, Double.NaN, Double.NaN, State.NOT_JUDGED, why);
  }

  /** The same, where those are surely worse that remain by Holm's correction for their number. */
  private static List<Judged> holm(List<Judged> all) {
    List<Judged> byChance =
        all.stream()
            .filter(judged -> judged.shift != null)
            .sorted(Comparator.comparingDouble(Judged::chance))
            .toList();
    List<Judged> corrected = new ArrayList<>(all);
    for (int i = 0; i < byChance.size(); i++) {
      Judged judged = byChance.get(i);
      if (judged.chance() * (byChance.size() - i) > LEVEL + ROUNDING) {
        break;
      }
      if (judged.isBig()) {
        corrected.set(all.indexOf(judged), judged.in(State.SURELY_WORSE, ""));
      }
    }
    return corrected;
  }

  private static String percent(double log) {
    // What is rounded to nothing has no sign.
    double percent = Math.rint(PERCENT * Math.expm1(log) * 10) / 10 + 0.0;
    return Double.isInfinite(log) ? "?" : String.format(Locale.ROOT, "%+.1f %%", percent);
  }
}
