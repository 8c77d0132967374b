package dev.tandem.jmh.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The report as one file that needs no network. The JSON of all results is in it; each figure of a
 * table names its place there, so that a test can compare the two. Charts are SVG; where scripts
 * run, those of percentiles and rates can be zoomed, too, drawn anew from that JSON.
 */
final class Page {

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
    Opening opening = Opening.of(results);
    html.append("<h1>Tandem: Java, C++ and the field on one page</h1>\n<section>\n");
    html.append(Html.paragraph("lead", opening.lead()));
    html.append("</section>\n<section>\n<h2>").append(Opening.HEADING).append("</h2>\n");
    opening.rest().forEach(s -> html.append(Html.paragraph("", s)));
    html.append(
        "<p class=\"key\"><b class=\"java\">J</b> Tandem in Java, <b class=\"cpp\">C</b> Tandem in"
            + " C++, <b class=\"peer\">P</b> a peer, <b class=\"model\">M</b> a model, no"
            + " measurement. Bars are medians over rounds; the whisker goes from the least to the"
            + " greatest round.</p>\n</section>\n");
    Map<Part, String> parts = new LinkedHashMap<>();
    for (Part part : Part.values()) {
      String body = body(part);
      if (!body.isEmpty()) {
        parts.put(part, body);
      }
    }
    html.append("<nav><ol>\n");
    parts.forEach(
        (part, body) ->
            html.append(
                String.format(
                    "<li><a href=\"#%s\">%s</a></li>%n",
                    part.anchor(), Html.escape(part.title()))));
    html.append("</ol>\n");
    subjectLinks(String.join("", parts.values()));
    html.append("</nav>\n");
    parts.forEach(
        (part, body) ->
            html.append(
                String.format(
                    "<section class=\"part\" id=\"%s\"><h2>%s</h2>%n%s</section>%n",
                    part.anchor(), Html.escape(part.title()), body)));
    return PageTemplate.fill(html.toString(), Html.inScript(json()));
  }

  /** Where each subject begins: at its figures, or where it has none at its curves. */
  private void subjectLinks(String body) {
    String links =
        results.keySet().stream()
            .flatMap(
                subject ->
                    Stream.of(subject, subject + SubjectTables.CURVES)
                        .filter(id -> body.contains("<section id=\"" + id + "\">"))
                        .limit(1)
                        .map(id -> "<a href=\"#" + id + "\">" + subject + "</a>"))
            .collect(Collectors.joining(", "));
    if (!links.isEmpty()) {
      html.append("<p class=\"subjects\">By subject: ").append(links).append(".</p>\n");
    }
  }

  private String json() {
    try {
      return Result.JSON.writeValueAsString(results);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("results are always written", e);
    }
  }

  /** What stands in a part; empty if there is nothing. */
  private String body(Part part) {
    return switch (part) {
      case CORRECTNESS -> results.containsKey("parity") ? correctness(results.get("parity")) : "";
      case ALLOCATION -> ClosingParts.allocation(results);
      case CHANGE -> ClosingParts.change(before, results);
      case ENTRANTS -> ClosingParts.entrants(results.values());
      case ORIGIN -> origin();
      default -> subjects(part);
    };
  }

  private String subjects(Part part) {
    StringBuilder text = new StringBuilder();
    part.of(results).forEach(result -> text.append(SubjectTables.of(result, part)));
    return text.toString();
  }

  private String origin() {
    if (results.isEmpty()) {
      return "";
    }
    return ClosingParts.origin(results.values())
        + ClosingParts.jvms(results.values())
        + ClosingParts.machine(results.values().iterator().next())
        + "<details class=\"json\"><summary>All figures as JSON</summary><pre id=\"raw\">The script"
        + " element with the id \"results\", at the end of this file, has them.</pre></details>\n";
  }

  private static String correctness(Result parity) {
    StringBuilder text = new StringBuilder("<section id=\"parity\">\n");
    text.append(SubjectTables.verdict(parity));
    text.append("<div class=\"wide\"><table><tr><th>input</th><th>commands</th><th>trades</th>");
    text.append("<th>refusals</th>");
    text.append("<th>event hash</th><th>state hash</th><th>hash of the log</th><th>of</th></tr>\n");
    for (JsonNode input : parity.raw().path("inputs")) {
      Map<String, List<String>> kernels = new LinkedHashMap<>();
      for (JsonNode kernel : input.path("kernels")) {
        String hashes =
            String.format(
                "<td><code>%s</code></td><td><code>%s</code></td><td><code>%s</code></td>",
                kernel.path("eventHash").asText(),
                kernel.path("stateHash").asText(),
                kernel.path("logHash").asText("-"));
        kernels
            .computeIfAbsent(hashes, h -> new ArrayList<>())
            .add(Html.escape(kernel.path("kernel").asText()));
      }
      // A line for each set of hashes: one, where all are equal.
      kernels.forEach(
          (hashes, names) ->
              text.append(
                  String.format(
                      Locale.ROOT,
                      "<tr><td>%s</td><td>%,d</td><td>%,d</td><td>%,d</td>%s<td class=\"also\">%s</td></tr>%n",
                      Html.escape(input.path("input").asText()),
                      input.path("commands").asLong(),
                      input.path("trades").asLong(),
                      input.path("refusals").asLong(),
                      hashes,
                      String.join(", ", names))));
    }
    return text.append("</table></div>\n</section>\n").toString();
  }
}
