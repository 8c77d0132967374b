package dev.tandem.jmh.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows of one group as horizontal bars of their parts, as SVG. Sums of one group may be hundreds of
 * times apart, so each bar has the whole width, and a part of it is a share of its own sum, which
 * stands at its end. Parts have one order in all bars, and below each stands its name, or where
 * that has no room its number; the caption tells which number is which.
 */
final class StackedChart {

  private static final int LEAST_RIGHT = 60;
  private static final int GAP = 6;
  private static final int BAR = 16;
  private static final int STEP = 44;

  /** From a bar's top to the foot of the texts below it. */
  private static final int BELOW = 29;

  private StackedChart() {}

  static boolean fits(List<Row> rows) {
    return rows.stream().anyMatch(row -> row.parts() != null);
  }

  /** Which part has which number; empty where nothing is stacked. */
  static String caption(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.parts() != null)
        .findFirst()
        .map(Row::parts)
        .map(
            parts ->
                "<figcaption>Each bar is as long as the others, whatever its sum, which stands at"
                    + " its end. From left to right: "
                    + Html.escape(
                        IntStream.range(0, parts.size())
                            .mapToObj(i -> i + 1 + "\u00a0" + parts.get(i).name())
                            .collect(Collectors.joining(", ")))
                    + ". Waiting is pale, working strong, in shades that change from stage to stage; the table"
                    + " has each part."
                    + "</figcaption>")
        .orElse("");
  }

  static String of(String title, List<Row> all) {
    List<Row> rows = all.stream().filter(row -> row.parts() != null && sum(row) > 0).toList();
    if (rows.isEmpty()) {
      return "";
    }
    return of(title, rows, true) + of(title, rows, false);
  }

  private static String of(String title, List<Row> rows, boolean broad) {
    int left = broad ? BarChart.left(rows) : 1;
    int full = broad ? BarChart.WIDTH : BarChart.narrow(rows);
    int step = broad ? STEP : STEP + BarChart.ABOVE;
    List<String> sums = rows.stream().map(row -> Figure.text(sum(row))).toList();
    int width = full - left - GAP - TextWidth.ofWidest(sums, LEAST_RIGHT);
    StringBuilder svg =
        new StringBuilder(BarChart.open(title, full, step * rows.size() + 4, broad));
    for (int i = 0; i < rows.size(); i++) {
      int y = i * step + 4;
      svg.append(BarChart.name(rows.get(i), left, y + 12, broad));
      append(svg, rows.get(i), broad ? y : y + BarChart.ABOVE + 1, left, width / sum(rows.get(i)));
    }
    return svg.append("</svg>\n").toString();
  }

  private static double sum(Row row) {
    return row.parts().stream().mapToDouble(Row.Part::value).sum();
  }

  private static void append(StringBuilder svg, Row row, int y, int left, double scale) {
    double at = left;
    for (int i = 0; i < row.parts().size(); i++) {
      Row.Part part = row.parts().get(i);
      double width = part.value() * scale;
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" class=\"part %s%s%s\"><title>%s"
                  + "</title></rect>",
              at,
              y,
              width,
              BAR,
              row.kind().name().toLowerCase(Locale.ROOT),
              part.strong() ? "" : " pale",
              // Of two that wait or work one after the other, and of one stage and the next.
              i % 4 < 2 ? "" : " other",
              Html.escape(part.name() + " " + Figure.text(part.value()) + " " + row.unit())));
      below(svg, i, part.name(), at + width / 2, width, y + BELOW);
      at += width;
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.2f\" y=\"%d\" class=\"value\">%s</text>%n",
            at + GAP,
            y + 12,
            Figure.text(sum(row))));
  }

  /** What a part is, where there is room for it. */
  private static void below(
      StringBuilder svg, int index, String name, double middle, double room, int y) {
    String number = Integer.toString(index + 1);
    String full = number + " " + name;
    String text = TextWidth.of(full) <= room ? full : number;
    if (TextWidth.of(text) <= room) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%.2f\" y=\"%d\" class=\"mark\">%s</text>",
              middle,
              y,
              Html.escape(text)));
    }
  }
}
