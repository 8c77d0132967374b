package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Distance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Rows and curves by what they measure, in the order of the result. */
final class Groups {

  private Groups() {}

  static Map<String, List<Row>> rows(Result result) {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    nearFirst(result.rows(), Row::group)
        .forEach(r -> groups.computeIfAbsent(r.group(), g -> new ArrayList<>()).add(r));
    return groups;
  }

  static Map<String, List<Curve>> curves(Result result) {
    Map<String, List<Curve>> groups = new LinkedHashMap<>();
    nearFirst(result.curves(), Curve::group)
        .forEach(c -> groups.computeIfAbsent(c.group(), g -> new ArrayList<>()).add(c));
    return groups;
  }

  private static <T> List<T> nearFirst(List<T> all, Function<T, String> group) {
    return all.stream()
        .sorted(Comparator.comparing(each -> group.apply(each).endsWith(Distance.FAR)))
        .toList();
  }

  /** The name that the near and far rounds of a group share. */
  static String withoutFar(String group) {
    return group.endsWith(Distance.FAR)
        ? group.substring(0, group.length() - Distance.FAR.length())
        : group;
  }

  /** Whether some entrant was asked for several rates. */
  static boolean isSweep(List<Curve> curves) {
    Map<String, Set<Double>> rates = new LinkedHashMap<>();
    curves.forEach(c -> rates.computeIfAbsent(c.entrant(), e -> new HashSet<>()).add(c.asked()));
    return rates.values().stream().anyMatch(asked -> asked.size() > 1);
  }

  /** The best figure among those of one kind. */
  static Optional<Row> best(List<Row> rows, Row.Kind kind) {
    return rows.stream()
        .filter(row -> row.hasFigure() && row.kind() == kind)
        .reduce((a, b) -> (a.median() <= b.median()) == a.lessIsBetter() ? a : b);
  }

  /** How many times the other's figure is a row's, above 1 where the row is the better one. */
  static double factor(Row row, Row other) {
    return row.lessIsBetter() ? other.median() / row.median() : row.median() / other.median();
  }
}
