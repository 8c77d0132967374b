package dev.tandem.jmh.report;

import java.util.List;
import java.util.Locale;

/**
 * Rows of one group as horizontal bars from 0 with a whisker from the least to the greatest round,
 * as SVG. It is drawn twice, for a wide screen with the names beside the bars, and for a phone with
 * them above, where otherwise letters would be too small or the reader had to move it. What an
 * entrant is to us is told by the bar's class and by a letter, not by colour alone.
 */
final class BarChart {

  /** Of a chart for a wide screen. */
  static final int WIDTH = 760;

  /** Of one for a phone: little more than its screen has, so letters keep their size. */
  static final int NARROW = 380;

  /** A name above a bar. */
  static final int ABOVE = 16;

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
    return of(title, rows, most, true) + of(title, rows, most, false);
  }

  private static String of(String title, List<Row> rows, double most, boolean broad) {
    int left = broad ? left(rows) : 1;
    int full = broad ? WIDTH : narrow(rows);
    int step = broad ? STEP : STEP + ABOVE;
    int right =
        GAP
            + TextWidth.ofWidest(
                rows.stream().map(row -> Figure.text(row.median())).toList(), LEAST_RIGHT);
    StringBuilder svg = new StringBuilder(open(title, full, step * rows.size() + 4, broad));
    for (int i = 0; i < rows.size(); i++) {
      int y = i * step + 4;
      svg.append(name(rows.get(i), left, y + 11, broad));
      append(svg, rows.get(i), broad ? y : y + ABOVE, left, (full - left - right) / most);
    }
    return svg.append("</svg>\n").toString();
  }

  /** How wide a chart for a phone is: as that, or as the widest name. */
  static int narrow(List<Row> rows) {
    return 2 + TextWidth.ofWidest(rows.stream().map(BarChart::name).toList(), NARROW - 2);
  }

  /** Opens a chart; the page shows one of the two. */
  static String open(String title, int width, int height, boolean broad) {
    return String.format(
        Locale.ROOT,
        "<svg class=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
        broad ? "broad" : "narrow",
        width,
        height,
        Html.escape(title));
  }

  /** The name of a row, before its bar or above it. */
  static String name(Row row, int left, int y, boolean broad) {
    return String.format(
        Locale.ROOT,
        "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>",
        broad ? left - GAP : 2,
        y,
        broad ? "label" : "over",
        Html.escape(name(row)));
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
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"%s\"/>"
                + "<path d=\"M%.1f %d H%.1f M%.1f %d v8 M%.1f %d v8\" class=\"whisker\"/>"
                + "<text x=\"%.1f\" y=\"%d\" class=\"value\">%s</text>%n",
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

  /** J, C, P or M: for who sees no colours, and on paper. */
  static String letter(Row.Kind kind) {
    return switch (kind) {
      case JAVA -> "J";
      case CPP -> "C";
      case PEER -> "P";
      case MODEL -> "M";
    };
  }
}
