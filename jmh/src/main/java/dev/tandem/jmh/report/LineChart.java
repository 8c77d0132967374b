package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * Lines over two logarithmic axes, as SVG. Each has a dash, a symbol at each of its points, and its
 * name beside both in a list, in the order in which the lines end: at the right on a wide screen,
 * below the plot on a phone.
 */
final class LineChart {

  private static final int LEAST_HEIGHT = 330;
  private static final int TOP = 12;
  private static final int BOTTOM = 36;
  private static final int LABEL_STEP = 18;

  /** Between the plot and the sample of a line, and how long that is. */
  private static final int GAP = 12;

  private static final int SAMPLE = 34;
  private static final int LEAST_NAMES = 100;
  private static final List<String> DASHES = List.of("", "7 3", "2 3", "9 3 2 3", "4 2");

  /** Around a point, each about 8 wide: circle, square, diamond, triangles, hexagon. */
  private static final List<String> SYMBOLS =
      List.of(
          "m-4 0 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0z",
          "m-3.5 -3.5 h7 v7 h-7z",
          "m0 -5 l5 5 l-5 5 l-5 -5z",
          "m0 -5 l4.6 8 h-9.2z",
          "m0 5 l4.6 -8 h-9.2z",
          "m-5 0 l8 -4.6 v9.2z",
          "m5 0 l-8 -4.6 v9.2z",
          "m-4.6 0 l2.3 -4 h4.6 l2.3 4 l-2.3 4 h-4.6z");

  /**
   * A point of a line.
   *
   * @param hollow whether its symbol is only an outline
   */
  record Point(double x, double y, boolean hollow) {}

  /**
   * One line, by the horizontal axis; where two points share a place there, it goes through the
   * first.
   *
   * @param symbol which one its points have
   * @param dash which one it has
   */
  record Line(String name, Row.Kind kind, List<Point> points, int symbol, int dash) {}

  private final String title;
  private final List<Line> lines;
  private final DoubleFunction<String> xText;
  private final boolean broad;
  private final int width;
  private final int left;
  private final int right;

  /** Of the plot with its axes. */
  private final int height;

  private final double xLow;
  private final double xHigh;
  private final double yLow;
  private final double yHigh;

  /**
   * A chart of times in ns.
   *
   * @param xText how a value of the horizontal axis is written
   * @param broad whether it is for a wide screen
   */
  LineChart(String title, List<Line> lines, DoubleFunction<String> xText, boolean broad) {
    this.title = title;
    this.lines = lines.stream().filter(line -> !line.points.isEmpty()).toList();
    this.xText = xText;
    this.broad = broad;
    int names =
        SAMPLE
            + 6
            + TextWidth.ofWidest(this.lines.stream().map(LineChart::name).toList(), LEAST_NAMES);
    left = broad ? 88 : 74;
    // Below the end of a phone's axis half of a text has room.
    right = broad ? GAP + names : 36;
    width = broad ? BarChart.WIDTH : Math.max(BarChart.NARROW, names + 4);
    height =
        broad
            ? Math.max(LEAST_HEIGHT, this.lines.size() * LABEL_STEP + TOP + BOTTOM)
            : LEAST_HEIGHT;
    List<Point> all = new ArrayList<>();
    this.lines.forEach(line -> all.addAll(line.points));
    xLow = all.stream().mapToDouble(p -> Math.log10(p.x)).min().orElse(0);
    xHigh = Math.max(xLow + 0.1, all.stream().mapToDouble(p -> Math.log10(p.x)).max().orElse(1));
    yLow = Math.floor(all.stream().mapToDouble(p -> Math.log10(p.y)).min().orElse(0));
    yHigh =
        Math.max(
            yLow + 1, Math.ceil(all.stream().mapToDouble(p -> Math.log10(p.y)).max().orElse(1)));
  }

  private double x(double value) {
    return left + (Math.log10(value) - xLow) / (xHigh - xLow) * (width - left - right);
  }

  private double y(double value) {
    double share = (Math.log10(value) - yLow) / (yHigh - yLow);
    return height - BOTTOM - share * (height - TOP - BOTTOM);
  }

  /** The chart; empty where there is nothing to draw. */
  String svg(List<Double> xMarks) {
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder svg = new StringBuilder();
    int below = broad ? 0 : lines.size() * LABEL_STEP + TOP;
    svg.append(BarChart.open(title, width, height + below, broad));
    axes(svg, xMarks);
    lines.forEach(line -> line(svg, line));
    names(svg);
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg, List<Double> xMarks) {
    for (int decade = (int) yLow; decade <= (int) yHigh; decade++) {
      double at = y(Math.pow(10, decade));
      svg.append(
          String.format(
              Locale.ROOT,
              "<path d=\"M%d %.1f H%d\" class=\"grid\"/><text x=\"%d\" y=\"%.1f\""
                  + " class=\"label\">%s</text>%n",
              left,
              at,
              width - right,
              left - 10,
              at + 4,
              Figure.nanos(Math.pow(10, decade))));
    }
    for (double mark : xMarks) {
      double at = x(mark);
      if (at >= left - 1 && at <= width - right + 1) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<path d=\"M%.1f %d V%d\" class=\"grid\"/><text x=\"%.1f\" y=\"%d\""
                    + " class=\"mark\">%s</text>%n",
                at,
                TOP,
                height - BOTTOM,
                at,
                height - BOTTOM + 18,
                Html.escape(xText.apply(mark))));
      }
    }
  }

  private void line(StringBuilder svg, Line line) {
    StringBuilder path = new StringBuilder();
    double last = Double.NaN;
    for (Point point : line.points) {
      if (point.x != last) {
        path.append(
            String.format(
                Locale.ROOT, "%s%.1f %.1f ", path.isEmpty() ? "M" : "L", x(point.x), y(point.y)));
      }
      last = point.x;
    }
    path(svg, path.toString().strip(), "line", line);
    for (Point point : line.points) {
      symbol(svg, line, x(point.x), y(point.y), point.hollow);
    }
  }

  private static void path(StringBuilder svg, String path, String style, Line line) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" class=\"%s %s\" stroke-dasharray=\"%s\"/>%n",
            path,
            style,
            kind(line),
            DASHES.get(line.dash % DASHES.size())));
  }

  private static String kind(Line line) {
    return line.kind.name().toLowerCase(Locale.ROOT);
  }

  private static void symbol(StringBuilder svg, Line line, double x, double y, boolean hollow) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%.1f %.1f %s\" class=\"symbol %s%s\"/>%n",
            x,
            y,
            SYMBOLS.get(line.symbol % SYMBOLS.size()),
            kind(line),
            hollow ? " hollow" : ""));
  }

  private static String name(Line line) {
    return BarChart.letter(line.kind) + " " + line.name;
  }

  /** The lines' names beside samples of them, that which ends highest first. */
  private void names(StringBuilder svg) {
    List<Line> sorted = new ArrayList<>(lines);
    sorted.sort(Comparator.comparingDouble(line -> y(line.points.get(line.points.size() - 1).y)));
    int from = broad ? width - right + GAP : 2;
    int at = broad ? TOP + 8 : height + TOP;
    for (Line line : sorted) {
      path(svg, String.format(Locale.ROOT, "M%d %d H%d", from, at, from + SAMPLE), "sample", line);
      boolean hollow = line.points.stream().allMatch(Point::hollow);
      symbol(svg, line, from + SAMPLE / 2.0, at, hollow);
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"%d\" y=\"%d\" class=\"name\">%s</text>%n",
              from + SAMPLE + 6,
              at + 4,
              Html.escape(name(line))));
      at += LABEL_STEP;
    }
  }
}
