package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Lines over two logarithmic axes, as SVG; each has a dash and a mark of its own and its name. */
final class LineChart {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 330;
  private static final int LEFT = 70;
  private static final int RIGHT = 235;
  private static final int TOP = 12;
  private static final int BOTTOM = 36;
  private static final int LABEL_STEP = 15;
  private static final List<String> DASHES = List.of("", "7 3", "2 3", "9 3 2 3", "4 2");

  /** One line. */
  record Line(String name, Row.Kind kind, List<double[]> points) {}

  private final String title;
  private final List<Line> lines;
  private final DoubleFunction<String> xText;
  private final double xLow;
  private final double xHigh;
  private final double yLow;
  private final double yHigh;

  /**
   * A chart of times in ns.
   *
   * @param xText how a value of the horizontal axis is written
   */
  LineChart(String title, List<Line> lines, DoubleFunction<String> xText) {
    this.title = title;
    this.lines = lines.stream().filter(line -> !line.points.isEmpty()).toList();
    this.xText = xText;
    List<double[]> all = new ArrayList<>();
    this.lines.forEach(line -> all.addAll(line.points));
    xLow = all.stream().mapToDouble(p -> Math.log10(p[0])).min().orElse(0);
    xHigh = Math.max(xLow + 0.1, all.stream().mapToDouble(p -> Math.log10(p[0])).max().orElse(1));
    yLow = Math.floor(all.stream().mapToDouble(p -> Math.log10(p[1])).min().orElse(0));
    yHigh =
        Math.max(
            yLow + 1, Math.ceil(all.stream().mapToDouble(p -> Math.log10(p[1])).max().orElse(1)));
  }

  private double x(double value) {
    return LEFT + (Math.log10(value) - xLow) / (xHigh - xLow) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    double share = (Math.log10(value) - yLow) / (yHigh - yLow);
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
  }

  /** The chart; empty where there is nothing to draw. */
  String svg(List<Double> xMarks) {
    if (lines.isEmpty()) {
      return "";
    }
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
            WIDTH,
            HEIGHT,
            Html.escape(title)));
    axes(svg, xMarks);
    List<double[]> labels = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      line(svg, i);
      List<double[]> points = lines.get(i).points;
      labels.add(new double[] {y(points.get(points.size() - 1)[1]), i});
    }
    labels(svg, labels);
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
              LEFT,
              at,
              WIDTH - RIGHT,
              LEFT - 6,
              at + 4,
              Figure.nanos(Math.pow(10, decade))));
    }
    for (double mark : xMarks) {
      double at = x(mark);
      if (at >= LEFT - 1 && at <= WIDTH - RIGHT + 1) {
        svg.append(
            String.format(
                Locale.ROOT,
                "<path d=\"M%.1f %d V%d\" class=\"grid\"/><text x=\"%.1f\" y=\"%d\""
                    + " class=\"mark\">%s</text>%n",
                at,
                TOP,
                HEIGHT - BOTTOM,
                at,
                HEIGHT - BOTTOM + 18,
                Html.escape(xText.apply(mark))));
      }
    }
  }

  private void line(StringBuilder svg, int index) {
    Line line = lines.get(index);
    StringBuilder path = new StringBuilder();
    for (double[] point : line.points) {
      path.append(
          String.format(
              Locale.ROOT, "%s%.1f %.1f ", path.isEmpty() ? "M" : "L", x(point[0]), y(point[1])));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" class=\"line %s\" stroke-dasharray=\"%s\"/>%n",
            path.toString().strip(),
            line.kind.name().toLowerCase(Locale.ROOT),
            DASHES.get(index % DASHES.size())));
  }

  /** Names at the lines' ends, moved apart where they would overlap. */
  private void labels(StringBuilder svg, List<double[]> labels) {
    labels.sort((a, b) -> Double.compare(a[0], b[0]));
    double free = TOP + 8;
    for (double[] label : labels) {
      double at = Math.max(free, label[0] + 4);
      free = at + LABEL_STEP;
      Line line = lines.get((int) label[1]);
      double[] last = line.points.get(line.points.size() - 1);
      svg.append(
          String.format(
              Locale.ROOT,
              "<path d=\"M%.1f %.1f L%d %.1f\" class=\"lead\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" class=\"name\">%s</text>%n",
              x(last[0]),
              y(last[1]),
              WIDTH - RIGHT + 8,
              at - 4,
              WIDTH - RIGHT + 12,
              at,
              Html.escape(BarChart.letter(line.kind) + " " + line.name)));
    }
  }
}
