package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A figure that differs between two runs by more than their rounds do: rounds that are drawn alike
 * would lie as far apart no oftener than {@link #LEVEL}, by {@link RankSum}, and the medians are at
 * least {@link #LEAST_PERCENT} apart. Where both runs know how fast the CPU ran at the figure, they
 * are compared at the same speed: a host clocks its CPUs up and down by some percent within
 * minutes.
 *
 * <p>With n and m rounds the least chance, that of ranges that do not overlap, is {@code 2 * n! *
 * m! / (n + m)!}. It is one with a round on each side, a third with two, a tenth with three, 0.8 %
 * with five. Where it is above {@link #MOST_CHANCE}, nothing is judged; where it is above {@link
 * #LEVEL}, or a run tells its least and greatest round only, ranges that do not overlap are asked
 * for.
 */
record Change(String name, Row before, Row now) {

  /** What differs by less is not worth a look. */
  static final double LEAST_PERCENT = 3;

  /** A figure is judged where rounds that are drawn alike differ no oftener than this. */
  static final double MOST_CHANCE = 0.1;

  /** How often a figure may differ by chance, where there are rounds enough to ask for that. */
  static final double LEVEL = 0.05;

  private static final double PERCENT = 100;
  private static final double ROUNDING = 1e-9;

  /**
   * What differs between two runs.
   *
   * @param changes that the rounds tell, the worst regression first
   * @param untold figures that both runs have with too few rounds to tell
   * @param judged figures that both runs have with rounds enough
   * @param byChance how many of those would count as changed by chance, were nothing different
   * @param apart of how many of those the ranges of both runs have nothing in common
   * @param apartByChance of how many that would be so by chance, were nothing different
   * @param enough how many have rounds enough to remain by Holm's correction, were they apart
   * @param sure those of the changes that chance does not explain among so many figures, by Holm
   * @param lost what the run before has and this one has not, each as a line
   * @param unasked how much of each subject only the run before has, because it was called with
   *     other cases, each as a line
   * @param curves whose median times are apart, and sweeps that ended at another rate, each as a
   *     line: of their spread nothing is known
   */
  record Comparison(
      List<Change> changes,
      List<Change> untold,
      int judged,
      double byChance,
      int apart,
      double apartByChance,
      int enough,
      Set<Change> sure,
      List<String> lost,
      List<String> unasked,
      List<String> curves) {

    /** Whether something is worse that chance does not explain, or is lost. */
    boolean isWorse() {
      return !lost.isEmpty() || sure.stream().anyMatch(Change::isRegression);
    }

    /** How many figures agree, as a sentence. */
    String agreedSentence() {
      return String.format(
          "%d of %d figures agree: equal runs would often lie as far apart, or the medians are less"
              + " than %.0f %% apart. Of two equal runs up to %.1f would not agree, by chance.",
          judged - changes.size(), judged, LEAST_PERCENT, byChance);
    }

    /** Whether two runs agree within the ranges that they print, as a sentence. */
    String countedSentence() {
      return String.format(
          "%d figure%s judged: %d lie%s outside each other's intervals, the least to the greatest"
              + " round, where %.1f would by chance were the runs equal; by Holm's correction for"
              + " their number %s (%d %s rounds enough to remain).",
          judged,
          judged == 1 ? " was" : "s were",
          apart,
          apart == 1 ? "s" : "",
          apartByChance,
          switch (sure.size()) {
            case 0 -> "none remains";
            case 1 -> "1 remains";
            default -> sure.size() + " remain";
          },
          enough,
          enough == 1 ? "has" : "have");
    }

    /** Of how many figures nothing is told, as a sentence; empty if all are. */
    String untoldSentence() {
      return untold.isEmpty()
          ? ""
          : String.format(
              "Too few rounds to tell of %d figure%s: by chance alone their ranges would be apart"
                  + " oftener than one time in ten.%s",
              untold.size(),
              untold.size() == 1 ? "" : "s",
              untold.stream().allMatch(Change::hasRanges)
                  ? ""
                  : String.format(
                      " Of %d of them a run has one round, for which no interval can be given.",
                      untold.stream().filter(c -> !c.hasRanges()).count()));
    }
  }

  /** How the median changed, in percent of the one before, at the same speed of the CPU. */
  double percent() {
    return PERCENT * (now.atSpeedOf(before).median() / before.median() - 1);
  }

  boolean isRegression() {
    return now.lessIsBetter() == percent() > 0;
  }

  /** Whether there are rounds enough for a judgement. */
  private boolean isTold() {
    return leastChance() <= MOST_CHANCE;
  }

  /** Whether both sides have more than one round, so that there is a range of them. */
  boolean hasRanges() {
    return before.rounds() > 1 && now.rounds() > 1;
  }

  /** The chance that the ranges of so many rounds are apart though they are drawn alike. */
  static double chance(int n, int m) {
    if (n < 1 || m < 1) {
      return 1;
    }
    // n! * m! / (n + m)!, factor by factor: no factorial that a double cannot hold.
    double share = 1;
    for (int i = 1; i <= m; i++) {
      share *= (double) i / (n + i);
    }
    return Math.min(1, 2 * share);
  }

  private boolean isReal() {
    return chance() <= level() + ROUNDING && Math.abs(percent()) >= LEAST_PERCENT;
  }

  /** How often rounds that are drawn alike would lie as far apart, or farther. */
  private double chance() {
    if (ranked()) {
      return RankSum.chance(before.figures(), now.atSpeedOf(before).figures());
    }
    return isApart() ? leastChance() : 1;
  }

  /** Whether the ranges of both runs have nothing in common. */
  private boolean isApart() {
    Row same = now.atSpeedOf(before);
    return same.lowest() > before.highest() || same.highest() < before.lowest();
  }

  private boolean ranked() {
    return before.figures() != null && now.figures() != null;
  }

  private double leastChance() {
    return chance(before.rounds(), now.rounds());
  }

  /** The chance at which it counts as changed. */
  private double level() {
    return Math.max(LEVEL, leastChance());
  }

  /** How often it would count as changed if it were not. */
  private double byChance() {
    return ranked() ? RankSum.greatest(before.rounds(), now.rounds(), level()) : leastChance();
  }

  /** Compares all figures that both runs have. */
  static Comparison between(Map<String, Result> before, Map<String, Result> now) {
    List<Change> common = common(before, now);
    List<Change> changes =
        new ArrayList<>(common.stream().filter(Change::isTold).filter(Change::isReal).toList());
    changes.sort(
        (a, b) ->
            Double.compare(
                b.isRegression() ? Math.abs(b.percent()) : -Math.abs(b.percent()),
                a.isRegression() ? Math.abs(a.percent()) : -Math.abs(a.percent())));
    List<Change> untold = common.stream().filter(c -> !c.isTold()).toList();
    List<Change> judged = common.stream().filter(Change::isTold).toList();
    double most = MOST_CHANCE / Math.max(1, judged.size()) + ROUNDING;
    return new Comparison(
        changes,
        untold,
        judged.size(),
        judged.stream().mapToDouble(Change::byChance).sum(),
        (int) judged.stream().filter(Change::isApart).count(),
        judged.stream().mapToDouble(Change::leastChance).sum(),
        (int) judged.stream().filter(c -> c.leastChance() <= most).count(),
        sure(changes, judged.size()),
        Lost.between(before, now),
        Lost.unasked(before, now),
        Lost.curves(before, now));
  }

  /**
   * Those that remain by Holm's correction: the least chance is held against {@link #MOST_CHANCE}
   * by the number of figures, the next against that by one figure fewer, until one is too great.
   */
  private static Set<Change> sure(List<Change> changes, int figures) {
    Set<Change> sure = new LinkedHashSet<>();
    List<Change> byChance = new ArrayList<>(changes);
    byChance.sort(Comparator.comparingDouble(Change::chance));
    for (Change change : byChance) {
      if (change.chance() * (figures - sure.size()) > MOST_CHANCE + ROUNDING) {
        break;
      }
      sure.add(change);
    }
    return sure;
  }

  /** All figures that both runs have, of as many rounds as they may be. */
  static List<Change> common(Map<String, Result> before, Map<String, Result> now) {
    List<Change> common = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          Result old = before.get(subject);
          if (old != null) {
            for (Row row : result.rows()) {
              old.rows().stream()
                  .filter(o -> o.group().equals(row.group()) && o.entrant().equals(row.entrant()))
                  .filter(o -> o.hasFigure() && row.hasFigure() && o.unit().equals(row.unit()))
                  .map(o -> new Change(subject + ": " + row.group() + ", " + row.entrant(), o, row))
                  .forEach(common::add);
            }
          }
        });
    return common;
  }
}
