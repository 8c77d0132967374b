package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {

  private static final Pattern FIGURE =
      Pattern.compile("<td class=\"figure\" data-place=\"([^\"]+)\">([^<]*)</td>");

  private static final Pattern JSON =
      Pattern.compile(
          "<script type=\"application/json\" id=\"results\">(.*?)</script>", Pattern.DOTALL);

  private static JsonNode json(String page) throws Exception {
    Matcher matcher = JSON.matcher(page);
    assertThat(matcher.find()).isTrue();
    return Result.JSON.readTree(matcher.group(1));
  }

  /** The result in Java, C++ and the field beside it, and the verdict; the rest stands below. */
  @Test
  void thePageOpensWithThreeSentencesOfResultAndTheVerdict() throws Exception {
    Map<String, Result> kept = ParityRun.read(Path.of("..", "docs", "benchmarks", "kept"));
    kept.remove("originals");
    String lead = Markdown.of(kept).split("\n\n", 3)[1];
    String[] sentences = lead.split("(?<=\\.) (?=\\p{Lu})", -1);
    assertThat(sentences).hasSize(4);
    assertThat(sentences[0]).contains("exchange in Java", "million commands/s");
    assertThat(sentences[1]).startsWith("The fused exchange in C++");
    assertThat(sentences[2]).matches("The best peer, [A-Z_]+, takes .*");
    assertThat(sentences[3])
        .matches("The machine's verdict: [A-Z]+ at worst; from outside: [A-Z]+ at worst\\.");
    assertThat(new Page(kept, Map.of()).html())
        .containsOnlyOnce("<p class=\"lead\">")
        .contains(
            "<section>\n<p class=\"lead\">" + Html.escape(lead) + "</p>",
            "<h2>" + Opening.HEADING + "</h2>");
  }

  @Test
  void everyFigureOfATableIsThatOfTheJson() throws Exception {
    Map<String, Result> results =
        Results.bySubject(Results.of("kernel", 1, 1), Results.of("wal", 2, 3));
    String page = new Page(results, Map.of()).html();
    JsonNode json = json(page);
    Matcher figures = FIGURE.matcher(page);
    int found = 0;
    while (figures.find()) {
      JsonNode value = json.at("/" + figures.group(1));
      assertThat(value.isNumber()).as(figures.group(1)).isTrue();
      PrintedFigure.assertTells(figures.group(1), figures.group(2), value.asDouble());
      found++;
    }
    // Median, least and greatest of six rows in two results; the failed rows have none.
    assertThat(found).isEqualTo(2 * 6 * 3);
  }

  @Test
  void textOfResultsHasNoMeaningToTheBrowser() {
    Map<String, Result> results = Results.bySubject(Results.of("kernel", 1, 1));
    String page = new Page(results, Map.of()).html();
    String shown = page.substring(0, page.indexOf("<script"));
    assertThat(shown).doesNotContain("SPOT <&>").contains("SPOT &lt;&amp;&gt;");
    // Those that end the elements of the JSON, of uPlot and of what uses it.
    assertThat(page.split("</script>", -1)).hasSize(4);
    assertThat(shown).contains("it &quot;died&quot;");
  }

  @Test
  void thePageNeedsNoNetwork() {
    String page = new Page(Results.bySubject(Results.of("kernel", 1, 1)), Map.of()).html();
    // uPlot names its home in a comment.
    String said = page.replaceFirst("/\\*! https://\\S+ \\(v[\\d.]+\\) \\*/", "");
    assertThat(said).isNotEqualTo(page);
    assertThat(said)
        .doesNotContain("http://")
        .doesNotContain("https://")
        .doesNotContain("src=")
        .doesNotContain("<link")
        .doesNotContain("@import")
        .doesNotContain("url(")
        .doesNotContain("fetch(");
  }

  @Test
  void theLicenceOfWhatIsCopiedIntoThePageIsInIt() {
    String page = new Page(Results.bySubject(Results.of("kernel", 1, 1)), Map.of()).html();
    assertThat(page)
        .contains("Copyright (c) 2022 Leon Sorokin")
        .contains("The above copyright notice and this permission notice shall be included");
  }

  @Test
  void partsStandInTheOrderInWhichAReaderWantsThem() {
    Map<String, Result> results =
        Results.bySubject(
            Results.of("wal", 2, 3), Results.of("kernel", 1, 1), Results.of("stages", 4, 1));
    String page = new Page(results, Map.of()).html();
    int last = page.indexOf("</nav>");
    for (String place :
        List.of(
            "id=\"kernel\"",
            "id=\"kernel-curves\"",
            "id=\"stages\"",
            "id=\"wal\"",
            Part.CHANGE.anchor() + "\"><h2>",
            Part.ENTRANTS.anchor() + "\"><h2>",
            Part.ORIGIN.anchor() + "\"><h2>",
            "id=\"machine\"",
            "id=\"results\"")) {
      int at = page.indexOf(place, last);
      assertThat(at).as(place).isGreaterThan(last);
      last = at;
    }
    // What the page begins with: results in sentences, then the machine's verdict.
    assertThat(page.indexOf("DISTURBED for wal, kernel, stages."))
        .isPositive()
        .isLessThan(page.indexOf("<nav>"));
  }

  @Test
  void eachSubjectIsLinkedToWhereItBegins() throws Exception {
    Map<String, Result> kept = ParityRun.read(Path.of("..", "docs", "benchmarks", "kept"));
    String page = new Page(kept, Map.of()).html();
    String links = page.substring(page.indexOf("<p class=\"subjects\">"), page.indexOf("</nav>"));
    Matcher link = Pattern.compile("<a href=\"#([^\"]+)\">([^<]+)</a>").matcher(links);
    List<String> subjects = new ArrayList<>();
    while (link.find()) {
      subjects.add(link.group(2));
      assertThat(page).containsOnlyOnce(" id=\"" + link.group(1) + "\">");
    }
    assertThat(subjects).containsExactlyElementsOf(kept.keySet());
    // One that has curves alone begins with them.
    assertThat(links).contains("<a href=\"#sweep-curves\">sweep</a>");
  }

  /** What a model gives has a letter and a colour of its own, which the key tells. */
  @Test
  void whatIsModelledIsNoPeer() throws Exception {
    Map<String, Result> kept = ParityRun.read(Path.of("..", "docs", "benchmarks", "kept"));
    Result model = kept.get("model");
    assertThat(model.rows()).extracting(Row::kind).containsOnly(Row.Kind.JAVA, Row.Kind.MODEL);
    assertThat(model.curves()).extracting(Curve::kind).containsOnly(Row.Kind.MODEL);
    assertThat(model.notes()).anyMatch(note -> note.contains("have the letter M"));
    String page = new Page(Results.bySubject(model), Map.of()).html();
    assertThat(page)
        .contains("<b class=\"model\">M</b> a model", "class=\"model\"/>", "<tr><td>M end of batch")
        .doesNotContain("<tr><td>P ");
  }

  /** All that counts bytes, and where those are counted that the run does not count. */
  @Test
  void theTableOfAllocationHasAllThatCountsBytes() throws Exception {
    Map<String, Result> kept = ParityRun.read(Path.of("..", "docs", "benchmarks", "kept"));
    kept.remove("originals");
    String page = new Page(kept, Map.of()).html();
    String part = page.substring(page.indexOf("id=\"" + Part.ALLOCATION.anchor() + "\"><h2>"));
    String table = part.substring(0, part.indexOf("</table>"));
    List<String> subjects = new ArrayList<>();
    Matcher subject = Pattern.compile("<tr><td>([a-z]+)</td>").matcher(table);
    while (subject.find()) {
      subjects.add(subject.group(1));
    }
    assertThat(subjects.stream().distinct())
        .containsExactly("book", "workload", "pipeline", "ingress", "logger", "calls");
    assertThat(subjects.stream().filter("logger"::equals))
        .hasSize((int) kept.get("logger").rows().stream().filter(Row::hasFigure).count());
    assertThat(table).contains("KernelBenchmark -prof gc", "AppendBenchmark -prof gc");
    String alone = new Page(Results.bySubject(kept.get("logger")), Map.of()).html();
    assertThat(alone).contains("Bytes of heap for each").doesNotContain("KernelBenchmark -prof gc");
  }

  @Test
  void aSweepIsOneChartWithASymbolForEachPointNearOrFar() {
    Result made = Results.of("kernel", 1, 1);
    Curve near = made.curves().get(0);
    Curve far = at(made.curves().get(1), near.group() + Distance.FAR, near.asked());
    Curve farther = at(far, far.group(), 4 * near.asked());
    // A rate in both, one rate far alone: no point is left out, and one line joins them.
    String chart = sweep(withCurves(made, List.of(near, far, farther)));
    assertThat(count(chart, "class=\"line java\"")).isEqualTo(2);
    // Each point of P50 and of P99; and one beside each of the two names.
    assertThat(count(chart, "class=\"symbol java")).isEqualTo(2 * 3 + 2);
    assertThat(count(chart, "class=\"symbol java hollow\"")).isEqualTo(2 * 2);
    assertThat(chart).contains("hollow symbols are of rounds with CPUs far apart");
    assertThat(count(chart, "<td>far apart</td></tr>")).isEqualTo(2);
    assertThat(count(chart, "<td>near</td></tr>")).isEqualTo(1);
    // An entrant with a single point has its symbol, too.
    assertThat(count(sweep(withCurves(made, List.of(near, farther))), "class=\"symbol java"))
        .isEqualTo(2 * 2 + 2);
  }

  private static Curve at(Curve c, String group, double asked) {
    return new Curve(
        group,
        c.entrant(),
        c.kind(),
        asked,
        c.achieved(),
        c.percents(),
        c.latency(),
        c.lateness(),
        c.late());
  }

  private static Result withCurves(Result made, List<Curve> curves) {
    return Results.now(
        new Result.About("sweep", made.title(), made.entrants(), made.notes()),
        Results.fitness(Verdict.QUIET),
        List.of(),
        curves,
        Map.of());
  }

  private static String sweep(Result result) {
    String page = new Page(Results.bySubject(result), Map.of()).html();
    String both = page.substring(page.indexOf("<section id=\"sweep-curves\">"));
    String section = both.replaceAll("(?s)<svg class=\"narrow\".*?</svg>", "");
    String chart = section.substring(0, section.indexOf("</section>"));
    assertThat(count(chart, "<svg ")).isEqualTo(1);
    return chart;
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  @Test
  void aChartIsHeadedByItsUnitAndByWhatIsBetter() {
    Result made = Results.of("kernel", 1, 1);
    String page = new Page(Results.bySubject(made), Map.of()).html();
    assertThat(page)
        .contains("<h4>STEADY: M commands/s, more is better</h4>")
        .contains("<h4>STEADY: P50 and P99 by rate, less is better</h4>");
    Row time = Row.of("g", "E", Row.Kind.JAVA, "ns", true, 1, new Spread(1, 1, 1), Map.of());
    assertThat(SubjectTables.heading("g", List.of(time))).isEqualTo("g: ns, less is better");
    Row failed = Row.failed("g", "E", Row.Kind.JAVA, "died");
    assertThat(SubjectTables.heading("g", List.of(failed))).isEqualTo("g");
  }

  /** The flags are those of the JVM that made a figure, not of the one that wrote the page. */
  @Test
  void eachResultStandsWithTheFlagsOfItsJvms() {
    Result made = Results.of("kernel", 1, 1);
    List<String> notes =
        new ArrayList<>(
            JvmFlags.notes(
                Map.of("FUSED", List.of("-Dx=1"), "EXCHANGE_CORE", List.of("--add-opens=a"))));
    notes.add("KindsBenchmark.digest: JMH 1.37, processes: 3, JDK 25.0.3 with -Xmx1g -Da=b.");
    Result result =
        Results.now(
                new Result.About("kernel", "t", Map.of(), notes),
                Results.fitness(Verdict.QUIET),
                made.rows(),
                List.of(),
                Map.of())
            .by("java -XX:+UseParallelGC -cp a.jar dev.tandem.X --json a");
    String page = new Page(Results.bySubject(result), Map.of()).html();
    String section = page.substring(page.indexOf("<section id=\"jvms\">"));
    assertThat(section.substring(0, section.indexOf("</section>")))
        .contains(
            "<li>-XX:+AlwaysPreTouch: the heap's pages are touched before",
            "<td>that of the command</td><td><code>-XX:+UseParallelGC</code></td>",
            "<td>FUSED</td><td><code>-Xms512m -Xmx2g -XX:+UseParallelGC -XX:+AlwaysPreTouch -Dx=1<",
            "<td>EXCHANGE_CORE</td><td><code>-Xms512m -Xmx2g -XX:+UseParallelGC"
                + " -XX:+AlwaysPreTouch --add-opens=a</code>",
            "<td>KindsBenchmark.digest</td><td><code>-Xmx1g -Da=b</code></td>");
    // What is said of the first four is said of those that all processes have.
    List<String> reasons = JvmFlags.reasons();
    assertThat(notes.get(0)).contains(": -Xms512m -Xmx2g -XX:+UseParallelGC -XX:+AlwaysPreTouch ");
    assertThat(reasons)
        .hasSize(4)
        .allMatch(reason -> notes.get(0).contains(reason.split(": ", 2)[0]));
    assertThat(Markdown.of(Results.bySubject(result)))
        .contains("- " + String.join("\n- ", reasons) + "\n");
    assertThat(Markdown.of(Results.bySubject(made))).doesNotContain("AlwaysPreTouch: ");
    String machine = page.substring(page.indexOf("<section id=\"machine\">"));
    assertThat(machine.substring(0, machine.indexOf("</section>"))).doesNotContain("JVM flags");
  }

  @Test
  void everyResultIsSomewhereOnThePage() {
    for (Step step : Step.all()) {
      Result result = Results.of(step.subject(), 1, 1);
      if (!step.subject().equals("parity")) {
        String page = new Page(Results.bySubject(result), Map.of()).html();
        assertThat(page.split("<tr><td>[JCPM] ", -1).length - 1)
            .as(step.subject())
            .isEqualTo(result.rows().size() + result.curves().size());
      }
    }
  }

  @Test
  void aVerdictThatIsNotQuietStandsWithItsReason() {
    String page = new Page(Results.bySubject(Results.of("kernel", 1, 1)), Map.of()).html();
    assertThat(page).contains("DISTURBED: others used 9.0 % of the CPU time");
  }

  @Test
  void aResultIsReadAsItWasWritten(@TempDir Path folder) throws Exception {
    Result result = Results.of("kernel", 5, 1);
    Path file = folder.resolve("deep").resolve("kernel.json");
    result.write(file);
    assertThat(Result.read(file)).isEqualTo(result);
    Files.writeString(file, "{\"schema\": 99}");
    assertThatThrownBy(() -> Result.read(file)).hasMessageContaining("version 99");
  }

  @Test
  void theMarkdownHasTheSameMedians() {
    Result result = Results.of("kernel", 1, 1);
    String text = Markdown.of(Results.bySubject(result));
    for (Row row : result.rows()) {
      assertThat(text)
          .contains(
              row.hasFigure()
                  ? "| " + row.entrant() + " | " + Figure.text(row.median()) + " ("
                  : "| " + row.entrant() + " | failed: ");
    }
  }

  /** A median of several rounds stands with their range, and one round is named as such. */
  @Test
  void curvesStandWithTheSpreadOfTheirRounds() {
    Result result = Results.of("kernel", 1, 1);
    String text = Markdown.of(Results.bySubject(result));
    String page = new Page(Results.bySubject(result), Map.of()).html();
    Curve three = result.curves().get(0);
    Row.Range p50 = three.spread().latency().get(0);
    assertThat(text)
        .contains(
            "| FUSED | 50.0 K/s | 3 | ",
            String.format(
                " | %s (%s\u2013%s) | ",
                Figure.nanos(three.latency().get(0)),
                Figure.nanos(p50.lowest()),
                Figure.nanos(p50.highest())))
        .containsPattern("\\| FUSED \\| 100 K/s \\| one round \\| 100 K/s \\| \\S+ ns \\| ");
    assertThat(page)
        .contains(
            ">3\u00a0rounds</span>",
            ">one round</span>",
            "below each stands the range from the least to the greatest round.",
            "One round has no range: its spread is not known.");
    Curve older = at(three, three.group(), three.asked());
    assertThat(sweep(withCurves(result, List.of(older, at(older, older.group(), 1e5)))))
        .contains("This result does not tell the range of its rounds.")
        .doesNotContain("class=\"range\"");
  }

  @Test
  void figuresHaveThreeDigitsThatMatter() {
    assertThat(Figure.text(1234567)).isEqualTo("1,234,567");
    assertThat(Figure.text(12.345)).isEqualTo("12.3");
    assertThat(Figure.text(0.012345)).isEqualTo("0.012");
    assertThat(Figure.text(99.96)).isEqualTo("100");
    assertThat(Figure.text(9.996)).isEqualTo("10.0");
    assertThat(Figure.text(99.94)).isEqualTo("99.9");
    assertThat(Figure.text(Double.NaN)).isEqualTo("-");
    assertThat(Figure.nanos(1_500)).isEqualTo("1.50 us");
    assertThat(Figure.nanos(999_700)).isEqualTo("1.00 ms");
    assertThat(Figure.rate(999_700)).isEqualTo("1.00 M/s");
    assertThat(Figure.rate(999.4)).isEqualTo("999/s");
    assertThat(Figure.rate(2_500_000)).isEqualTo("2.50 M/s");
  }
}
