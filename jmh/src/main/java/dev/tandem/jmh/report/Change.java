package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A figure that differs between two runs by more than their rounds do: the ranges from the least to
 * the greatest round do not overlap, and the medians are at least {@link #LEAST_PERCENT} apart.
 *
 * <p>With n rounds on each side that are drawn alike, the chance that the ranges are apart is
 * {@code 2 * (n!)^2 / (2n)!}: a tenth with three rounds, 0.8 % with five.
 */
record Change(String name, Row before, Row now) {

  /** What differs by less is not worth a look. */
  static final double LEAST_PERCENT = 3;

  private static final double PERCENT = 100;

  /** How the median changed, in percent of the one before. */
  double percent() {
    return PERCENT * (now.median() / before.median() - 1);
  }

  boolean isRegression() {
    return now.lessIsBetter() == percent() > 0;
  }

  private boolean isReal() {
    boolean apart = now.lowest() > before.highest() || now.highest() < before.lowest();
    return apart && Math.abs(percent()) >= LEAST_PERCENT;
  }

  /** All changes of figures that both runs have, the worst regression first. */
  static List<Change> between(Map<String, Result> before, Map<String, Result> now) {
    List<Change> changes = new ArrayList<>();
    now.forEach(
        (subject, result) -> {
          Result old = before.get(subject);
          if (old != null) {
            for (Row row : result.rows()) {
              old.rows().stream()
                  .filter(o -> o.group().equals(row.group()) && o.entrant().equals(row.entrant()))
                  .filter(o -> o.hasFigure() && row.hasFigure() && o.unit().equals(row.unit()))
                  .map(o -> new Change(subject + ": " + row.group() + ", " + row.entrant(), o, row))
                  .filter(Change::isReal)
                  .forEach(changes::add);
            }
          }
        });
    changes.sort(
        (a, b) ->
            Double.compare(
                b.isRegression() ? Math.abs(b.percent()) : -Math.abs(b.percent()),
                a.isRegression() ? Math.abs(a.percent()) : -Math.abs(a.percent())));
    return changes;
  }
}
