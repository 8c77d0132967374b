package dev.tandem.jmh.report;

import dev.tandem.doctor.Fact;
import dev.tandem.jmh.harness.JvmFlags;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the page tells across subjects: allocation, changes, entrants, commands, the machine. */
final class ClosingParts {

  /** The name of a figure of bytes that each operation, order or record left on the heap. */
  private static final Pattern ALLOCATED = Pattern.compile("B an? .+");

  /** Subjects whose bytes are counted by benchmarks that are no part of the run. */
  private static final Set<String> COUNTED_ELSEWHERE = Set.of("kernel", "wal");

  /** The fact that tells the flags of the process that wrote a result. */
  private static final String FLAGS = "JVM flags";

  private static final Pattern CHILD =
      Pattern.compile(Pattern.quote(JvmFlags.NOTE) + "([^:]*): (.*)");

  /** What {@link JmhResult} tells of a benchmark's processes. */
  private static final Pattern BY_JMH = Pattern.compile("(\\S+): JMH .*, JDK \\S+ with (.*)\\.");

  private ClosingParts() {}

  /** A table of all figures that count bytes; empty if there is none. */
  static String allocation(Map<String, Result> results) {
    StringBuilder rows = new StringBuilder();
    for (Result result : results.values()) {
      for (Row row : result.rows()) {
        row.others().forEach((name, value) -> allocation(rows, result, row, name, value));
      }
    }
    return rows.isEmpty()
        ? ""
        : Html.paragraph(
                "",
                "Bytes of heap for each operation, order or record, by the JVM's own count, medians"
                    + " of rounds.")
            + countedElsewhere(results)
            + "<div class=\"wide\"><table><tr><th>subject</th><th>case</th><th>entrant</th>"
            + "<th>unit</th><th>median</th></tr>\n"
            + rows
            + "</table></div>\n";
  }

  /** Where the bytes of what is not in the table are counted. */
  private static String countedElsewhere(Map<String, Result> results) {
    boolean missing =
        COUNTED_ELSEWHERE.stream()
            .map(results::get)
            .filter(Objects::nonNull)
            .flatMap(result -> result.rows().stream())
            .flatMap(row -> row.others().keySet().stream())
            .noneMatch(name -> ALLOCATED.matcher(name).matches());
    return missing && COUNTED_ELSEWHERE.stream().anyMatch(results::containsKey)
        ? Html.paragraph(
            "",
            "Whole exchanges and the log are not in this table: KernelBenchmark -prof gc and"
                + " AppendBenchmark -prof gc count their bytes, and docs/studies/book.md (Garbage)"
                + " and archive.md (Write-ahead log) tell them.")
        : "";
  }

  private static void allocation(
      StringBuilder rows, Result result, Row row, String name, double value) {
    if (!ALLOCATED.matcher(name).matches()) {
      return;
    }
    String at = result.subject() + "/rows/" + result.rows().indexOf(row) + "/others/" + name;
    rows.append(
        String.format(
            "<tr><td>%s</td><td>%s</td><td>%s %s</td><td>%s</td>"
                + "<td class=\"figure\" data-place=\"%s\">%s</td></tr>%n",
            Html.escape(result.subject()),
            Html.escape(row.group()),
            BarChart.letter(row.kind()),
            Html.escape(row.entrant()),
            Html.escape(name),
            Html.escape(at),
            Figure.text(value)));
  }

  /** What is not as it was in the run before. */
  static String change(Map<String, Result> before, Map<String, Result> results) {
    if (before.isEmpty()) {
      return Html.paragraph("", "No run of a machine like this one is kept, to compare with.");
    }
    StringBuilder html = new StringBuilder(Html.paragraph("", before(before.values())));
    Change.Comparison comparison = Change.between(before, results);
    List<Change> changes = comparison.changes();
    if (changes.isEmpty()) {
      html.append(
          Html.paragraph("", "No figure of that run stands outside the rounds of this one."));
    } else {
      html.append("<div class=\"wide\"><table><tr><th>figure</th><th>before</th><th>now</th>");
      html.append("<th>change</th></tr>\n");
      for (Change c : changes) {
        html.append(
            String.format(
                Locale.ROOT,
                "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s, %+.0f %%%s</td></tr>%n",
                Html.escape(c.name()),
                Figure.text(c.before().median()),
                Figure.text(c.now().median()),
                c.isRegression() ? "worse" : "better",
                c.percent(),
                comparison.sure().contains(c) ? "" : "; worth a look"));
      }
      html.append("</table></div>\n");
    }
    list(html, "Failed or gone since, and so worse:", comparison.lost());
    list(html, "Not measured by this run, and so not compared:", comparison.unasked());
    list(
        html, "Curves whose median is at least twice or half of what it was:", comparison.curves());
    html.append(Html.paragraph("", comparison.agreedSentence()));
    if (!comparison.untold().isEmpty()) {
      html.append(Html.paragraph("", comparison.untoldSentence()));
    }
    return html.toString();
  }

  private static void list(StringBuilder html, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      html.append(Html.paragraph("", title)).append("<ul>\n");
      lines.forEach(line -> html.append("<li>").append(Html.escape(line)).append("</li>\n"));
      html.append("</ul>\n");
    }
  }

  /** What is compared with, and how. */
  private static String before(Collection<Result> before) {
    List<String> times = before.stream().map(Result::time).sorted().toList();
    String commits =
        before.stream().map(Result::commitText).distinct().collect(Collectors.joining(", "));
    return String.format(
        "Before is the run of %s to %s, commit %s; the machine was %s. Changes in percent are at"
            + " equal speed of the CPU, where both runs measured it; the figures are as they were"
            + " measured.",
        times.get(0), times.get(times.size() - 1), commits, Summary.verdictsOf(before));
  }

  /** Each subject's entrants, their versions and settings. */
  static String entrants(Collection<Result> results) {
    StringBuilder html = new StringBuilder();
    for (Result result : results) {
      if (!result.entrants().isEmpty()) {
        html.append("<h3>").append(Html.escape(result.title())).append("</h3>\n<dl>\n");
        result
            .entrants()
            .forEach(
                (name, about) ->
                    html.append("<dt>")
                        .append(Html.escape(name))
                        .append("</dt><dd>")
                        .append(Html.escape(about))
                        .append("</dd>\n"));
        html.append("</dl>\n");
      }
    }
    return html.toString();
  }

  /** When, of what and by which call each subject was measured. */
  static String origin(Collection<Result> results) {
    StringBuilder html = new StringBuilder("<h3>Commands</h3>\n<ul class=\"origin\">\n");
    for (Result result : results) {
      html.append(
          String.format(
              "<li>%s: %s, commit %s, <code>%s</code></li>%n",
              Html.escape(result.subject()),
              result.time(),
              Html.escape(result.commitText()),
              Html.escape(result.command())));
    }
    return html.append("</ul>\n").toString();
  }

  /** Which flags each JVM had, by result: that which was called, and those that it started. */
  static String jvms(Collection<Result> results) {
    StringBuilder html = new StringBuilder("<section id=\"jvms\"><h3>JVM flags</h3>\n");
    html.append(
        Html.paragraph(
            "",
            "Of the process that was called, and of those that it started and measured. Where it"
                + " started none, it measured by itself. Why each that was started has the first"
                + " four:"));
    html.append("<ul>\n");
    JvmFlags.reasons()
        .forEach(reason -> html.append("<li>").append(Html.escape(reason)).append("</li>\n"));
    html.append("</ul>\n");
    html.append("<div class=\"wide\"><table class=\"facts\"><tr><th>subject</th><th>process</th>");
    html.append("<th>flags</th></tr>\n");
    for (Result result : results) {
      jvm(html, result, "that of the command", Calls.flags(result.command()));
      for (String note : result.notes()) {
        Matcher child = CHILD.matcher(note);
        Matcher jmh = BY_JMH.matcher(note);
        if (child.matches()) {
          jvm(html, result, child.group(1), child.group(2));
        } else if (jmh.matches()) {
          jvm(html, result, jmh.group(1), jmh.group(2));
        }
      }
    }
    return html.append("</table></div></section>\n").toString();
  }

  private static void jvm(StringBuilder html, Result result, String process, String flags) {
    html.append(
        String.format(
            "<tr><td>%s</td><td>%s</td><td><code>%s</code></td></tr>%n",
            Html.escape(result.subject()),
            Html.escape(process),
            Html.escape(flags.isEmpty() ? "none" : flags)));
  }

  /** How the machine is set up; each result's own process tells its flags elsewhere. */
  static String machine(Result any) {
    StringBuilder html = new StringBuilder("<section id=\"machine\"><h3>The machine</h3>\n");
    html.append("<div class=\"wide\"><table class=\"facts\">\n");
    for (Fact fact : any.machine()) {
      if (fact.name().equals(FLAGS)) {
        continue;
      }
      html.append(
          String.format(
              "<tr><td>%s</td><td>%s</td><td>%s</td></tr>%n",
              Html.escape(fact.name()), Html.escape(fact.value()), Html.escape(fact.advice())));
    }
    return html.append("</table></div></section>\n").toString();
  }
}
