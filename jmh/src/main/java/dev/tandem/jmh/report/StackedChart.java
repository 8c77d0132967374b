package dev.tandem.jmh.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Rows of one group as horizontal bars of their parts, as SVG. The parts have one order and scale
 * in all bars; each names itself and its value where the pointer rests, and in the table below.
 */
final class StackedChart {

  private static final int WIDTH = 760;
  private static final int LEFT = 210;
  private static final int RIGHT = 90;
  private static final int BAR = 16;
  private static final int STEP = 26;

  private StackedChart() {}

  static boolean fits(List<Row> rows) {
    return rows.stream().anyMatch(row -> row.parts() != null);
  }

  /** The order of the parts, for who has no pointer; empty where nothing is stacked. */
  static String caption(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.parts() != null)
        .findFirst()
        .map(
            row ->
                "<figcaption>From left to right: "
                    + Html.escape(
                        row.parts().stream().map(Row.Part::name).collect(Collectors.joining(", ")))
                    + ". Waiting is pale, working is in full colour; the table has each part."
                    + "</figcaption>")
        .orElse("");
  }

  static String of(String title, List<Row> all) {
    List<Row> rows = all.stream().filter(row -> row.parts() != null).toList();
    double most = rows.stream().mapToDouble(StackedChart::sum).max().orElse(0);
    if (!(most > 0)) {
      return "";
    }
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            STEP * rows.size() + 4,
            Html.escape(title)));
    for (int i = 0; i < rows.size(); i++) {
      append(svg, rows.get(i), i * STEP + 4, (WIDTH - LEFT - RIGHT) / most);
    }
    return svg.append("</svg>\n").toString();
  }

  private static double sum(Row row) {
    return row.parts().stream().mapToDouble(Row.Part::value).sum();
  }

  private static void append(StringBuilder svg, Row row, int y, double scale) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" class=\"label\">%s</text>",
            LEFT - 8,
            y + 12,
            Html.escape(BarChart.letter(row.kind()) + " " + row.entrant())));
    double at = LEFT;
    for (Row.Part part : row.parts()) {
      double width = part.value() * scale;
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" class=\"part %s%s\"><title>%s"
                  + "</title></rect>",
              at,
              y,
              width,
              BAR,
              row.kind().name().toLowerCase(Locale.ROOT),
              part.strong() ? "" : " pale",
              Html.escape(part.name() + " " + Figure.text(part.value()) + " " + row.unit())));
      at += width;
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.2f\" y=\"%d\" class=\"value\">%s</text>%n",
            at + 6,
            y + 12,
            Figure.text(sum(row))));
  }
}
