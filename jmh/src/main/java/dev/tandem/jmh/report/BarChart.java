package dev.tandem.jmh.report;

import java.util.List;
import java.util.Locale;

/**
 * Rows of one group as horizontal bars from 0 with a whisker from the least to the greatest round,
 * as SVG. What an entrant is to us is told by the bar's class and by a letter, not by colour alone.
 */
final class BarChart {

  private static final int WIDTH = 760;
  private static final int LEAST_LEFT = 150;
  private static final int LEAST_RIGHT = 60;

  /** Between a text and the bar beside it. */
  private static final int GAP = 8;

  private static final int BAR = 14;
  private static final int STEP = 24;

  private BarChart() {}

  static String of(String title, List<Row> all) {
    List<Row> rows = all.stream().filter(Row::hasFigure).toList();
    double most = rows.stream().mapToDouble(Row::highest).max().orElse(0);
    if (!(most > 0)) {
      return "";
    }
    int left = left(rows);
    int right =
        GAP
            + TextWidth.ofWidest(
                rows.stream().map(row -> Figure.text(row.median())).toList(), LEAST_RIGHT);
    int height = STEP * rows.size() + 4;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            height,
            Html.escape(title)));
    for (int i = 0; i < rows.size(); i++) {
      append(svg, rows.get(i), i * STEP + 4, left, (WIDTH - left - right) / most);
    }
    return svg.append("</svg>\n").toString();
  }

  /** Where bars begin, so that the longest name has room before them. */
  static int left(List<Row> rows) {
    return GAP + TextWidth.ofWidest(rows.stream().map(BarChart::name).toList(), LEAST_LEFT);
  }

  /** An entrant with what it is to us. */
  static String name(Row row) {
    return letter(row.kind()) + " " + row.entrant();
  }

  private static void append(StringBuilder svg, Row row, int y, int left, double scale) {
    double end = left + row.median() * scale;
    int middle = y + BAR / 2;
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" class=\"label\">%s</text>"
                + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"%s\"/>"
                + "<path d=\"M%.1f %d H%.1f M%.1f %d v8 M%.1f %d v8\" class=\"whisker\"/>"
                + "<text x=\"%.1f\" y=\"%d\" class=\"value\">%s</text>%n",
            left - GAP,
            y + 11,
            Html.escape(name(row)),
            left,
            y,
            Math.max(1, end - left),
            BAR,
            row.kind().name().toLowerCase(Locale.ROOT),
            left + row.lowest() * scale,
            middle,
            left + row.highest() * scale,
            left + row.lowest() * scale,
            middle - 4,
            left + row.highest() * scale,
            middle - 4,
            left + row.highest() * scale + 6,
            y + 11,
            Figure.text(row.median())));
  }

  /** J, C or P: for who sees no colours, and on paper. */
  static String letter(Row.Kind kind) {
    return switch (kind) {
      case JAVA -> "J";
      case CPP -> "C";
      case PEER -> "P";
    };
  }
}
