package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Distance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * A subject's figures as charts and tables. Each figure of a table of rows names its place in the
 * JSON, and each chart of curves the subject and group that it is drawn from.
 */
final class SubjectTables {

  private static final List<Double> RATE_MARKS = List.of(1e4, 1e5, 1e6, 1e7, 1e8);
  private static final List<Double> PERCENT_MARKS = List.of(2.0, 10.0, 100.0, 1e3, 1e4);
  private static final double ALL_PERCENT = 100;

  /** Ends the name of a subject's place among the latencies, if its figures stand elsewhere. */
  static final String CURVES = "-curves";

  private static final int MOST_DECIMALS = 3;

  /** Percentiles that are drawn by rate. */
  private static final double[] SWEPT = {50, 99};

  private final StringBuilder html = new StringBuilder();
  private final Result result;

  private SubjectTables(Result result) {
    this.result = result;
  }

  /** What a part of the page shows of a subject. */
  static String of(Result result, Part part) {
    SubjectTables tables = new SubjectTables(result);
    boolean rows = part.hasRows(result);
    tables.open(rows || part != Part.LATENCY ? result.subject() : result.subject() + CURVES);
    if (rows) {
      Groups.rows(result).forEach(tables::rows);
    }
    if (part.hasCurves(result)) {
      tables.allCurves();
    }
    return tables.html.append("</section>\n").toString();
  }

  private void open(String id) {
    html.append(String.format("<section id=\"%s\"><h3>%s</h3>%n", id, Html.escape(result.title())));
    html.append(verdict(result));
    if (!result.notes().isEmpty()) {
      html.append("<details open><summary>What the figures are</summary><ul>\n");
      result.notes().forEach(n -> html.append("<li>").append(Html.escape(n)).append("</li>\n"));
      html.append("</ul></details>\n");
    }
  }

  /** What the machine was fit for, as a paragraph. */
  static String verdict(Result result) {
    StringBuilder text = new StringBuilder(result.verdictText());
    if (!result.reasons().isEmpty()) {
      text.append(": ").append(String.join("; ", result.reasons()));
    }
    result.changes().forEach(change -> text.append("; ").append(change));
    return Html.paragraph("verdict " + result.verdict().toLowerCase(Locale.ROOT), text.toString());
  }

  private void rows(String group, List<Row> rows) {
    html.append("<h4>").append(Html.escape(heading(group, rows))).append("</h4>\n<figure>");
    html.append(StackedChart.fits(rows) ? StackedChart.of(group, rows) : BarChart.of(group, rows));
    html.append(StackedChart.caption(rows)).append("</figure>\n");
    html.append("<div class=\"wide\"><table class=\"rows\">");
    html.append("<tr><th>entrant</th><th>unit</th><th>median</th>");
    html.append("<th>least</th><th>greatest</th><th>rounds</th><th>also</th></tr>\n");
    for (Row row : rows) {
      String at = result.subject() + "/rows/" + result.rows().indexOf(row);
      html.append("<tr><td>").append(BarChart.letter(row.kind())).append(' ');
      html.append(entrant(row.entrant())).append("</td>");
      if (row.hasFigure()) {
        html.append("<td>").append(Html.escape(row.unit())).append("</td>");
        figure(at + "/median", row.median());
        figure(at + "/lowest", row.lowest());
        figure(at + "/highest", row.highest());
        html.append("<td>").append(row.rounds()).append("</td><td class=\"also\">");
        html.append(Html.escape(String.join(", ", row.further()))).append("</td></tr>\n");
      } else {
        html.append("<td colspan=\"6\" class=\"also\">failed: ");
        html.append(Html.escape(row.error())).append("</td></tr>\n");
      }
    }
    html.append("</table></div>\n");
    if (rows.stream().anyMatch(row -> row.hasFigure() && row.rounds() == 1)) {
      html.append(
          Html.paragraph("", "A figure of one round has no range: its spread is not known."));
    }
  }

  /** A group, its unit, and which way its bars are better. */
  static String heading(String group, List<Row> rows) {
    String units =
        rows.stream()
            .filter(Row::hasFigure)
            .map(row -> row.unit() + (row.lessIsBetter() ? ", less" : ", more") + " is better")
            .distinct()
            .collect(Collectors.joining("; or "));
    return units.isEmpty() ? group : group + ": " + units;
  }

  private void figure(String place, double value) {
    html.append("<td class=\"figure\" data-place=\"").append(Html.escape(place)).append("\">");
    html.append(Figure.text(value)).append("</td>");
  }

  /** A flow of several rates is one chart; of one rate, rounds near and far have one each. */
  private void allCurves() {
    Map<String, List<Curve>> groups = Groups.curves(result);
    Map<String, List<Curve>> joined = new LinkedHashMap<>();
    groups.forEach(
        (group, curves) ->
            joined
                .computeIfAbsent(Groups.withoutFar(group), g -> new ArrayList<>())
                .addAll(curves));
    joined.forEach(
        (group, curves) -> {
          if (Groups.isSweep(curves)) {
            curves(group, curves, true);
          } else {
            groups.forEach(
                (own, ofOwn) -> {
                  if (Groups.withoutFar(own).equals(group)) {
                    curves(own, ofOwn, false);
                  }
                });
          }
        });
  }

  private void curves(String group, List<Curve> all, boolean isSweep) {
    Map<String, List<Curve>> byEntrant = new LinkedHashMap<>();
    all.forEach(c -> byEntrant.computeIfAbsent(c.entrant(), e -> new ArrayList<>()).add(c));
    // Near rounds stand before far ones of the same rate.
    byEntrant.values().forEach(own -> own.sort(Comparator.comparingDouble(Curve::asked)));
    List<Curve> curves = byEntrant.values().stream().flatMap(List::stream).toList();
    boolean hasFar = isSweep && curves.stream().anyMatch(SubjectTables::isFar);
    String title = group + ": " + (isSweep ? "P50 and P99 by rate" : "time to the answer");
    html.append("<h4>").append(Html.escape(title)).append(", less is better</h4>\n");
    html.append(
        String.format(
            "<figure data-subject=\"%s\" data-group=\"%s\" data-far=\"%s\" data-form=\"%s\">",
            Html.escape(result.subject()),
            Html.escape(group),
            Html.escape(group + Distance.FAR),
            isSweep ? "sweep" : "percentiles"));
    html.append(isSweep ? sweep(title, byEntrant) : percentiles(title, curves));
    html.append(
        isSweep
            ? "<figcaption>Full lines are the P50, dashed ones the P99"
                + (hasFar ? "; hollow symbols are of rounds with CPUs far apart" : "")
                + ".</figcaption>"
            : "");
    html.append("</figure>\n<div class=\"wide\"><table class=\"curves\"><tr><th>entrant</th>");
    html.append("<th>asked</th>");
    CurveCell.HEADINGS.forEach(
        heading -> html.append(open("th", heading)).append(heading).append("</th>"));
    html.append(hasFar ? "<th>CPUs</th></tr>\n" : "</tr>\n");
    for (Curve curve : curves) {
      html.append("<tr><td>").append(BarChart.letter(curve.kind())).append(' ');
      html.append(entrant(curve.entrant()));
      if (!curve.caution().isEmpty()) {
        html.append("<span class=\"range\">").append(Html.escape(curve.caution()));
        html.append("</span>");
      }
      html.append("</td><td>");
      html.append(Figure.rate(curve.asked()));
      if (curve.spread() != null) {
        html.append("<span class=\"range\">")
            .append(curve.hasRanges() ? curve.rounds() + "\u00a0rounds" : curve.rounds());
        html.append("</span>");
      }
      html.append("</td>");
      List<CurveCell> cells = CurveCell.of(curve);
      for (int i = 0; i < cells.size(); i++) {
        ranged(CurveCell.HEADINGS.get(i), cells.get(i));
      }
      html.append(cells.size() < CurveCell.HEADINGS.size() ? "<td>-</td>" : "");
      if (hasFar) {
        html.append(isFar(curve) ? "<td>far apart</td>" : "<td>near</td>");
      }
      html.append("</tr>\n");
    }
    html.append("</table></div>\n");
    html.append(Html.paragraph("key", spreadNote(curves)));
  }

  /** What a reader must know of the rounds of some curves. */
  private static String spreadNote(List<Curve> curves) {
    List<String> notes = new ArrayList<>();
    if (curves.stream().anyMatch(Curve::hasRanges)) {
      notes.add(
          "Figures are medians of the rounds, the largest is that of all; below each stands the"
              + " range from the least to the greatest round.");
    }
    if (curves.stream().anyMatch(c -> c.spread() != null && !c.hasRanges())) {
      notes.add("One round has no range: its spread is not known.");
    }
    if (curves.stream().anyMatch(c -> c.spread() == null)) {
      notes.add("This result does not tell the range of its rounds.");
    }
    return String.join(" ", notes);
  }

  /** A cell of a column; a phone leaves out the first, so that the median is in its view. */
  private static String open(String element, String heading) {
    return CurveCell.HEADINGS.indexOf(heading) == 0
        ? "<" + element + " class=\"spare\">"
        : "<" + element + ">";
  }

  /** A phone has no room for the longest names in one line. */
  private static String entrant(String name) {
    return Html.escape(name).replace("_", "_<wbr>");
  }

  private static boolean isFar(Curve curve) {
    return curve.group().endsWith(Distance.FAR);
  }

  static String share(double of) {
    return Figure.text(of * ALL_PERCENT) + " %";
  }

  /** A cell with a figure and, below it, the range of its rounds, which may take two lines. */
  private void ranged(String heading, CurveCell cell) {
    html.append(open("td", heading)).append(cell.text().apply(cell.value()));
    if (cell.range() != null) {
      html.append("<span class=\"range\">");
      html.append(Figure.range(cell.range(), v -> cell.text().apply(v).replace(' ', '\u00a0')));
      html.append("</span>");
    }
    html.append("</td>");
  }

  private static double at(Curve curve, List<Double> figures, double percent) {
    return figures.get(curve.percents().indexOf(percent));
  }

  /** Each entrant has a symbol, each percentile a dash. */
  private static String sweep(String title, Map<String, List<Curve>> byEntrant) {
    List<LineChart.Line> lines = new ArrayList<>();
    byEntrant.forEach(
        (entrant, curves) -> {
          int symbol = lines.size() / SWEPT.length;
          for (int dash = 0; dash < SWEPT.length; dash++) {
            double percent = SWEPT[dash];
            List<LineChart.Point> points =
                curves.stream()
                    .map(c -> new LineChart.Point(c.asked(), at(c, c.latency(), percent), isFar(c)))
                    .filter(p -> p.y() > 0)
                    .toList();
            String name = entrant + " P" + Math.round(percent);
            lines.add(new LineChart.Line(name, curves.get(0).kind(), points, symbol, dash));
          }
        });
    return drawn(title, lines, Figure::rate, RATE_MARKS);
  }

  private String percentiles(String title, List<Curve> curves) {
    List<String> entrants = result.curves().stream().map(Curve::entrant).distinct().toList();
    List<LineChart.Line> lines = new ArrayList<>();
    for (Curve curve : curves) {
      List<LineChart.Point> points = new ArrayList<>();
      for (int i = 0; i < curve.percents().size(); i++) {
        double rest = ALL_PERCENT / (ALL_PERCENT - curve.percents().get(i));
        if (curve.latency().get(i) > 0) {
          points.add(new LineChart.Point(rest, curve.latency().get(i), false));
        }
      }
      // An entrant has the same symbol in all charts of a subject.
      lines.add(
          new LineChart.Line(
              curve.entrant(),
              curve.kind(),
              points,
              entrants.indexOf(curve.entrant()),
              lines.size()));
    }
    return drawn(title, lines, SubjectTables::percent, PERCENT_MARKS);
  }

  /** For a wide screen and for a phone; the page shows one of them. */
  private static String drawn(
      String title, List<LineChart.Line> lines, DoubleFunction<String> xText, List<Double> marks) {
    return new LineChart(title, lines, xText, true).svg(marks)
        + new LineChart(title, lines, xText, false).svg(marks);
  }

  /** The percentile that stands where one answer of so many takes longer: 99.9 % for 1,000. */
  private static String percent(double rest) {
    double percent = ALL_PERCENT - ALL_PERCENT / rest;
    String text = String.format(Locale.ROOT, "%." + MOST_DECIMALS + "f", percent);
    return text.replaceAll("\\.?0+$", "") + " %";
  }
}
