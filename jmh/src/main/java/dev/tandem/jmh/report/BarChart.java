package dev.tandem.jmh.report;

import java.util.List;
import java.util.Locale;

/**
 * Rows of one group as horizontal bars from 0 with a whisker from the least to the greatest round,
 * as SVG. What an entrant is to us is told by the bar's class and by a letter, not by colour alone.
 */
final class BarChart {

  private static final int WIDTH = 760;
  private static final int LEFT = 210;
  private static final int RIGHT = 90;
  private static final int BAR = 14;
  private static final int STEP = 24;

  private BarChart() {}

  static String of(String title, List<Row> all) {
    List<Row> rows = all.stream().filter(Row::hasFigure).toList();
    double most = rows.stream().mapToDouble(Row::highest).max().orElse(0);
    if (!(most > 0)) {
      return "";
    }
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
      append(svg, rows.get(i), i * STEP + 4, (WIDTH - LEFT - RIGHT) / most);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void append(StringBuilder svg, Row row, int y, double scale) {
    double end = LEFT + row.median() * scale;
    int middle = y + BAR / 2;
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" class=\"label\">%s</text>"
                + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"%s\"/>"
                + "<path d=\"M%.1f %d H%.1f M%.1f %d v8 M%.1f %d v8\" class=\"whisker\"/>"
                + "<text x=\"%.1f\" y=\"%d\" class=\"value\">%s</text>%n",
            LEFT - 8,
            y + 11,
            Html.escape(letter(row.kind()) + " " + row.entrant()),
            LEFT,
            y,
            Math.max(1, end - LEFT),
            BAR,
            row.kind().name().toLowerCase(Locale.ROOT),
            LEFT + row.lowest() * scale,
            middle,
            LEFT + row.highest() * scale,
            LEFT + row.lowest() * scale,
            middle - 4,
            LEFT + row.highest() * scale,
            middle - 4,
            LEFT + row.highest() * scale + 6,
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
