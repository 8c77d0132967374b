package dev.tandem.jmh.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Fact;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The report as one file that needs no network. The JSON of all results is in it; each figure of a
 * table names its place there, so that a test can compare the two.
 */
final class Page {

  private static final List<Double> RATE_MARKS = List.of(1e5, 1e6, 1e7);
  private static final List<Double> PERCENT_MARKS = List.of(2.0, 10.0, 100.0, 1e3, 1e4);
  private static final double ALL_PERCENT = 100;
  private static final DecimalFormat PERCENT =
      new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));

  private final Map<String, Result> results;
  private final Map<String, Result> before;
  private final StringBuilder html = new StringBuilder();

  /**
   * A page.
   *
   * @param results by subject, in the order in which they are shown
   * @param before those of the run that was kept last; none is allowed
   */
  Page(Map<String, Result> results, Map<String, Result> before) {
    this.results = results;
    this.before = before;
  }

  String html() {
    html.append("<h1>Tandem: Java, C++ and the field on one page</h1>\n<section>\n");
    Summary.of(results).forEach(s -> paragraph("lead", s));
    html.append(
        "<p class=\"key\"><b class=\"java\">J</b> Tandem in Java, <b class=\"cpp\">C</b> Tandem in"
            + " C++, <b class=\"peer\">P</b> a peer. Bars are medians over rounds; the whisker goes"
            + " from the least to the greatest round.</p>\n</section>\n");
    if (results.containsKey("parity")) {
      correctness(results.get("parity"));
    }
    results.values().stream().filter(r -> !r.subject().equals("parity")).forEach(this::subject);
    if (!before.isEmpty()) {
      change();
    }
    machine();
    return template().replace("@BODY@", html).replace("@JSON@", Html.inScript(json()));
  }

  private String json() {
    try {
      return Result.JSON.writeValueAsString(results);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("results are always written", e);
    }
  }

  private static String template() {
    try (InputStream in = Page.class.getResourceAsStream("page.html")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void paragraph(String style, String text) {
    html.append("<p class=\"").append(style).append("\">").append(Html.escape(text));
    html.append("</p>\n");
  }

  private void correctness(Result parity) {
    html.append("<section id=\"parity\"><h2>Correctness: the same input, the same hashes</h2>\n");
    html.append("<div class=\"wide\"><table><tr><th>input</th><th>commands</th><th>trades</th>");
    html.append("<th>refusals</th>");
    html.append("<th>event hash</th><th>state hash</th><th>of</th></tr>\n");
    for (JsonNode input : parity.raw().path("inputs")) {
      Map<String, List<String>> kernels = new LinkedHashMap<>();
      for (JsonNode kernel : input.path("kernels")) {
        String hashes =
            String.format(
                "<td><code>%s</code></td><td><code>%s</code></td>",
                kernel.path("eventHash").asText(), kernel.path("stateHash").asText());
        kernels
            .computeIfAbsent(hashes, h -> new ArrayList<>())
            .add(Html.escape(kernel.path("kernel").asText()));
      }
      // A line for each pair of hashes: one, where all are equal.
      kernels.forEach(
          (hashes, names) ->
              html.append(
                  String.format(
                      Locale.ROOT,
                      "<tr><td>%s</td><td>%,d</td><td>%,d</td><td>%,d</td>%s<td>%s</td></tr>%n",
                      Html.escape(input.path("input").asText()),
                      input.path("commands").asLong(),
                      input.path("trades").asLong(),
                      input.path("refusals").asLong(),
                      hashes,
                      String.join(", ", names))));
    }
    html.append("</table></div>\n");
    origin(parity);
    html.append("</section>\n");
  }

  private void subject(Result result) {
    html.append(
        String.format(
            "<section id=\"%s\"><h2>%s</h2>%n", result.subject(), Html.escape(result.title())));
    verdict(result);
    Groups.rows(result).forEach((group, rows) -> rows(result, group, rows));
    Groups.curves(result).forEach((group, curves) -> curves(group, curves));
    html.append("<details><summary>Entrants, notes and the exact command</summary><ul>\n");
    result.notes().forEach(n -> html.append("<li>").append(Html.escape(n)).append("</li>\n"));
    result
        .entrants()
        .forEach(
            (name, about) ->
                html.append("<li><b>")
                    .append(Html.escape(name))
                    .append("</b>: ")
                    .append(Html.escape(about))
                    .append("</li>\n"));
    html.append("</ul>\n");
    origin(result);
    html.append("</details></section>\n");
  }

  private void verdict(Result result) {
    StringBuilder text = new StringBuilder(result.verdict());
    if (!result.reasons().isEmpty()) {
      text.append(": ").append(String.join("; ", result.reasons()));
    }
    result.changes().forEach(change -> text.append("; ").append(change));
    paragraph("verdict " + result.verdict().toLowerCase(Locale.ROOT), text.toString());
  }

  private void origin(Result result) {
    html.append(
        String.format(
            "<p class=\"origin\">%s, commit %s, <code>%s</code></p>%n",
            result.time(),
            result.commit().isEmpty() ? "not known" : Html.escape(result.commit()),
            Html.escape(result.command())));
  }

  private void rows(Result result, String group, List<Row> rows) {
    html.append("<h3>").append(Html.escape(group)).append("</h3>\n<figure>");
    html.append(StackedChart.fits(rows) ? StackedChart.of(group, rows) : BarChart.of(group, rows));
    html.append("</figure>\n");
    html.append("<div class=\"wide\"><table><tr><th>entrant</th><th>unit</th><th>median</th>");
    html.append("<th>least</th><th>greatest</th><th>rounds</th><th>also</th></tr>\n");
    for (Row row : rows) {
      String at = result.subject() + "/rows/" + result.rows().indexOf(row);
      html.append("<tr><td>").append(BarChart.letter(row.kind())).append(' ');
      html.append(Html.escape(row.entrant())).append("</td>");
      if (row.hasFigure()) {
        html.append("<td>").append(Html.escape(row.unit())).append("</td>");
        figure(at + "/median", row.median());
        figure(at + "/lowest", row.lowest());
        figure(at + "/highest", row.highest());
        html.append("<td>").append(row.rounds()).append("</td><td>");
        List<String> others = new ArrayList<>();
        new TreeMap<>(row.others())
            .forEach((name, value) -> others.add(name + ' ' + Figure.text(value)));
        if (row.parts() != null) {
          row.parts().forEach(part -> others.add(part.name() + ' ' + Figure.text(part.value())));
        }
        html.append(Html.escape(String.join(", ", others))).append("</td></tr>\n");
      } else {
        html.append("<td colspan=\"6\">failed: ");
        html.append(Html.escape(row.error())).append("</td></tr>\n");
      }
    }
    html.append("</table></div>\n");
  }

  private void figure(String place, double value) {
    html.append("<td class=\"figure\" data-place=\"").append(Html.escape(place)).append("\">");
    html.append(Figure.text(value)).append("</td>");
  }

  private void curves(String group, List<Curve> curves) {
    Map<String, List<Curve>> byEntrant = new LinkedHashMap<>();
    curves.forEach(c -> byEntrant.computeIfAbsent(c.entrant(), e -> new ArrayList<>()).add(c));
    boolean isSweep = byEntrant.values().stream().anyMatch(list -> list.size() > 1);
    String title = group + ": " + (isSweep ? "P50 and P99 by rate" : "time to the answer");
    html.append("<h3>").append(Html.escape(title)).append("</h3>\n<figure>");
    html.append(isSweep ? sweep(title, byEntrant) : percentiles(title, curves));
    html.append("</figure>\n<div class=\"wide\"><table><tr><th>entrant</th><th>asked</th>");
    html.append("<th>submitted</th><th>P50</th><th>P90</th><th>P95</th><th>P99</th>");
    html.append("<th>P99.9</th><th>P99.99</th><th>largest</th><th>producer late P99</th>");
    html.append("<th>late over 1 us</th></tr>\n");
    for (Curve curve : curves) {
      html.append("<tr><td>").append(BarChart.letter(curve.kind())).append(' ');
      html.append(Html.escape(curve.entrant())).append("</td><td>");
      html.append(Figure.rate(curve.asked())).append("</td><td>");
      html.append(Figure.rate(curve.achieved())).append("</td>");
      curve.latency().forEach(ns -> html.append("<td>").append(Figure.nanos(ns)).append("</td>"));
      html.append("<td>").append(Figure.nanos(at(curve, curve.lateness(), 99)));
      html.append("</td><td>").append(late(curve)).append("</td></tr>\n");
    }
    html.append("</table></div>\n");
  }

  private static String late(Curve curve) {
    return curve.late() == null ? "-" : Figure.text(curve.late() * ALL_PERCENT) + " %";
  }

  private static double at(Curve curve, List<Double> figures, double percent) {
    return figures.get(curve.percents().indexOf(percent));
  }

  private static String sweep(String title, Map<String, List<Curve>> byEntrant) {
    List<LineChart.Line> lines = new ArrayList<>();
    byEntrant.forEach(
        (entrant, curves) -> {
          for (double percent : new double[] {50, 99}) {
            List<double[]> points =
                curves.stream()
                    .map(c -> new double[] {c.asked(), at(c, c.latency(), percent)})
                    .filter(p -> p[1] > 0)
                    .toList();
            lines.add(
                new LineChart.Line(
                    entrant + " P" + Math.round(percent), curves.get(0).kind(), points));
          }
        });
    return new LineChart(title, lines, Figure::rate).svg(RATE_MARKS);
  }

  private static String percentiles(String title, List<Curve> curves) {
    List<LineChart.Line> lines = new ArrayList<>();
    for (Curve curve : curves) {
      List<double[]> points = new ArrayList<>();
      for (int i = 0; i < curve.percents().size(); i++) {
        double rest = ALL_PERCENT / (ALL_PERCENT - curve.percents().get(i));
        if (curve.latency().get(i) > 0) {
          points.add(new double[] {rest, curve.latency().get(i)});
        }
      }
      lines.add(new LineChart.Line(curve.entrant(), curve.kind(), points));
    }
    return new LineChart(
            title, lines, rest -> PERCENT.format(ALL_PERCENT - ALL_PERCENT / rest) + " %")
        .svg(PERCENT_MARKS);
  }

  private void change() {
    html.append("<section id=\"change\"><h2>Change against the last kept run</h2>\n");
    Change.Comparison comparison = Change.between(before, results);
    List<Change> changes = comparison.changes();
    if (changes.isEmpty()) {
      paragraph("", "No figure of that run stands outside the rounds of this one.");
    } else {
      html.append("<div class=\"wide\"><table><tr><th>figure</th><th>before</th><th>now</th>");
      html.append("<th>change</th></tr>\n");
      for (Change c : changes) {
        html.append(
            String.format(
                Locale.ROOT,
                "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s, %+.0f %%</td></tr>%n",
                Html.escape(c.name()),
                Figure.text(c.before().median()),
                Figure.text(c.now().median()),
                c.isRegression() ? "worse" : "better",
                c.percent()));
      }
      html.append("</table></div>\n");
    }
    if (!comparison.untold().isEmpty()) {
      paragraph("", comparison.untoldSentence());
    }
    html.append("</section>\n");
  }

  private void machine() {
    Result any = results.values().stream().findFirst().orElse(null);
    if (any == null) {
      return;
    }
    html.append("<section id=\"machine\"><h2>The machine</h2><div class=\"wide\"><table>\n");
    for (Fact fact : any.machine()) {
      html.append(
          String.format(
              "<tr><td>%s</td><td>%s</td><td>%s</td></tr>%n",
              Html.escape(fact.name()), Html.escape(fact.value()), Html.escape(fact.advice())));
    }
    html.append("</table></div></section>\n");
  }
}
