package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The book's page has one table of the two kept results of it, a row for each shape. */
final class BookResultsTable {

  /** What a message is to take, whatever the shape. */
  static final double AIM_NANOS = 30;

  private static final String IDS = "SHUFFLED";
  private static final String SPOT = "SPOT";

  private BookResultsTable() {}

  /** The block between the page's marks; empty if one of the results is not kept. */
  static String of(Map<String, Result> kept) {
    Result books = kept.get("book");
    Result workload = kept.get("workload");
    if (books == null || workload == null) {
      return "";
    }
    Map<String, Map<String, Row>> shapes = new LinkedHashMap<>();
    add(shapes, workload);
    add(shapes, books);
    StringBuilder text = new StringBuilder();
    for (Result result : List.of(workload, books)) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s, commit %s: %s%s, `%s`.%n%n",
              result.time().substring(0, 10),
              result.commit().isEmpty() ? "not known" : result.commit(),
              result.verdictText(),
              result.reasons().isEmpty() ? "" : " (" + String.join("; ", result.reasons()) + ")",
              result.command()));
    }
    text.append(workload.host()).append(". Medians, in brackets the least and the greatest.\n\n");
    text.append("| ns a message, ids in random order | meets | Java | C++ | exchange-core |");
    text.append(" Java: aim 30 ns |\n|---|---|---|---|---|---|\n");
    shapes.forEach((shape, rows) -> text.append(line(shape, rows)));
    return text.toString().stripTrailing();
  }

  /** The rows of a result by shape and entrant; in the book's own stream is one shape alone. */
  private static void add(Map<String, Map<String, Row>> shapes, Result result) {
    for (Row row : result.rows()) {
      String shape =
          row.group().equals(IDS)
              ? SPOT
              : row.group().startsWith(IDS + ", ") ? row.group().substring(IDS.length() + 2) : null;
      if (shape != null && row.hasFigure()) {
        shapes.computeIfAbsent(shape, s -> new LinkedHashMap<>()).put(row.entrant(), row);
      }
    }
  }

  private static String line(String shape, Map<String, Row> rows) {
    Row java = rows.get("BOOK");
    return String.format(
        Locale.ROOT,
        "| `%s`%s | %s | %s | %s | %s | %s |%n",
        shape,
        shape.equals(SPOT) ? ", no reports" : "",
        meets(rows),
        figure(java),
        figure(rows.get("CPP")),
        figure(rows.get("EXCHANGE_CORE")),
        java == null ? "" : judged(java));
  }

  private static String figure(Row row) {
    return row == null
        ? ""
        : String.format(
            Locale.ROOT,
            "%s (%s–%s)",
            Figure.text(row.median()),
            Figure.text(row.lowest()),
            Figure.text(row.highest()));
  }

  /** As it was counted; results of earlier days do not tell. */
  private static String meets(Map<String, Row> rows) {
    List<String> told = new ArrayList<>();
    for (Row row : rows.values()) {
      for (String name : new TreeSet<>(row.others().keySet())) {
        if (!name.startsWith("B ")) {
          String one = Figure.text(row.others().get(name)) + " " + name;
          if (!told.contains(one)) {
            told.add(one);
          }
        }
      }
    }
    return String.join(", ", told);
  }

  static String judged(Row row) {
    if (row.median() > AIM_NANOS) {
      return String.format(Locale.ROOT, "missed by %.1f", row.median() - AIM_NANOS);
    }
    return row.highest() > AIM_NANOS ? "met, at the edge" : "met";
  }
}
