package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Distance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Rows and curves by what they measure, in the order of the result. */
final class Groups {

  private Groups() {}

  /** Near rounds first. */
  static Map<String, List<Row>> rows(Result result) {
    List<Row> rows = new ArrayList<>(result.rows());
    rows.sort(Comparator.comparing(row -> row.group().endsWith(Distance.FAR)));
    return by(rows, Row::group);
  }

  /** Near and far rounds of the same together. */
  static <T> Map<String, List<T>> byDistance(List<T> all, Function<T, String> group) {
    return by(all, group.andThen(name -> name.replace(Distance.FAR, "")));
  }

  private static <T> Map<String, List<T>> by(List<T> all, Function<T, String> group) {
    Map<String, List<T>> groups = new LinkedHashMap<>();
    all.forEach(
        each -> groups.computeIfAbsent(group.apply(each), g -> new ArrayList<>()).add(each));
    return groups;
  }

  /** The best figure among those of one kind. */
  static Optional<Row> best(List<Row> rows, Row.Kind kind) {
    return rows.stream()
        .filter(row -> row.hasFigure() && row.kind() == kind)
        .reduce((a, b) -> (a.median() <= b.median()) == a.lessIsBetter() ? a : b);
  }

  /** The figure of an entrant. */
  static Optional<Row> named(List<Row> rows, String entrant) {
    return rows.stream().filter(r -> r.entrant().equals(entrant) && r.hasFigure()).findFirst();
  }

  /** How many times the other's figure is a row's, above 1 where the row is the better one. */
  static double factor(Row row, Row other) {
    return row.lessIsBetter() ? other.median() / row.median() : row.median() / other.median();
  }
}
