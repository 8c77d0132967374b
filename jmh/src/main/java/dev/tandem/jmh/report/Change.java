package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * A figure of two runs. Where both know how fast the CPU ran meanwhile, they are compared at the
 * same speed: a host clocks its CPUs up and down by some percent within minutes.
 *
 * @param name of the figure
 * @param chance how often equal runs would lie as far apart: Mann and Whitney's test of their
 *     rounds, exact where no two figures are equal, else by the normal law; 1 where a run does not
 *     keep its rounds
 */
record Change(String name, Row before, Row now, double chance) {

  /** What differs by less is not worth a look. */
  static final double LEAST_PERCENT = 3;

  /** Of all figures together, how often one may be called worse by chance. */
  static final double LEVEL = 0.1;

  private static final double PERCENT = 100;

  static Change of(String name, Row before, Row now) {
    Row same = now.atSpeedOf(before);
    double chance =
        before.figures() == null || same.figures() == null
            ? 1
            : MannWhitneyUTest.withDefaults()
                .test(array(before.figures()), array(same.figures()))
                .getPValue();
    return new Change(name, before, same, chance);
  }

  private static double[] array(List<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** How the median changed, in percent of the one before, at the same speed of the CPU. */
  double percent() {
    return PERCENT * (now.median() / before.median() - 1);
  }

  boolean isRegression() {
    return now.lessIsBetter() == percent() > 0;
  }

  /**
   * Whether the ranges of the rounds have nothing in common, and the medians are far enough apart.
   */
  boolean isApart() {
    return Math.abs(percent()) >= LEAST_PERCENT
        && (now.lowest() > before.highest() || now.highest() < before.lowest());
  }

  /** Every figure that both runs have. */
  static List<Change> common(Map<String, Result> before, Map<String, Result> now) {
    List<Change> common = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          for (Row row : rows(now, subject)) {
            rows(before, subject).stream()
                .filter(old -> old.group().equals(row.group()))
                .filter(old -> old.entrant().equals(row.entrant()))
                .filter(old -> old.hasFigure() && row.hasFigure() && old.unit().equals(row.unit()))
                .map(old -> of(subject + ": " + row.group() + ", " + row.entrant(), old, row))
                .forEach(common::add);
          }
        });
    return common;
  }

  private static List<Row> rows(Map<String, Result> run, String subject) {
    return run.containsKey(subject) ? run.get(subject).rows() : List.of();
  }

  /**
   * Those that remain by Holm's correction: the least chance is held against {@link #LEVEL} by the
   * number of figures, the next against that by one figure fewer, until one is too great.
   */
  static List<Change> sure(List<Change> all) {
    List<Change> sure = new ArrayList<>();
    for (Change change : all.stream().sorted(Comparator.comparingDouble(Change::chance)).toList()) {
      if (change.chance * (all.size() - sure.size()) > LEVEL) {
        break;
      }
      sure.add(change);
    }
    sure.removeIf(change -> Math.abs(change.percent()) < LEAST_PERCENT);
    return sure;
  }

  /** Figures of a subject that failed since, or are gone, near or far. */
  static List<String> lost(Map<String, Result> before, Map<String, Result> now) {
    List<String> lost = new ArrayList<>();
    before.forEach(
        (subject, result) -> {
          List<String> left =
              rows(now, subject).stream().filter(Row::hasFigure).map(Row::entrant).toList();
          if (now.containsKey(subject)) {
            result.rows().stream()
                .filter(row -> row.hasFigure() && !left.contains(row.entrant()))
                .map(row -> subject + ": " + row.entrant() + " has no figure any more")
                .distinct()
                .forEach(lost::add);
          }
        });
    return lost;
  }
}
