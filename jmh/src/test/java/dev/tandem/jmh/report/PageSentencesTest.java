package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The opening sentences, the table of changes and the Markdown tell the JSON. */
class PageSentencesTest {

  @Test
  void theOpeningTellsTheKernel() throws Exception {
    Map<String, Result> results = Results.bySubject(Results.of("kernel", 1, 1));
    JsonNode rows = Result.JSON.valueToTree(results).at("/kernel/rows");
    String figures = "([\\d.,]+) \\(([\\d.,]+) to ([\\d.,]+), 3 rounds\\)";
    String sentence =
        "takes "
            + figures
            + " million commands/s, with risk and settlement, on the flow STEADY\\. The brackets hold"
            + " the slowest and the fastest round\\. The fused exchange in C\\+\\+ takes "
            + figures
            + ": it has no ring and runs on the caller's thread\\. The best peer,"
            + " EXCHANGE_CORE_YIELDING, takes "
            + figures
            + "\\. The ratio of the fused exchange in Java to this peer is ([\\d.,]+)"
            + "(?: by the medians, but the ranges overlap)?\\.";
    String page = new Page(results, Map.of()).html();
    Matcher found = Pattern.compile(sentence).matcher(page);
    assertThat(found.find()).isTrue();
    for (int i = 0; i < 3; i++) {
      PrintedFigure.assertTells("median", found.group(3 * i + 1), figure(rows, i, "median"));
      PrintedFigure.assertTells("lowest", found.group(3 * i + 2), figure(rows, i, "lowest"));
      PrintedFigure.assertTells("highest", found.group(3 * i + 3), figure(rows, i, "highest"));
    }
    PrintedFigure.assertTells(
        "factor", found.group(10), figure(rows, 0, "median") / figure(rows, 2, "median"));
    assertThat(page).contains(results.get("kernel").verdict() + " for kernel.");
  }

  @Test
  void eachFigureOfTheOpeningHasItsOwnRoundsAndTheStagesStandBesideCpp() {
    Result made = Results.of("kernel", 1, 1);
    List<Row> rows =
        List.of(
            row("FUSED", Row.Kind.JAVA, 10.6, 11.2, 11.9),
            row("PIPELINED", Row.Kind.JAVA, 9.5, 10.5),
            row("STAGES", Row.Kind.JAVA, 12.4),
            row("CPP_FUSED", Row.Kind.CPP, 14.6),
            row("EXCHANGE_CORE_YIELDING", Row.Kind.PEER, 8.1, 8.3),
            row("FUSED", Row.Kind.JAVA, 11.7).in("STEADY" + Distance.FAR));
    assertThat(Summary.ofKernel(withRows(made, rows)))
        .containsExactly(
            "The fused exchange in Java takes 11.2 (10.6 to 11.9, 3 rounds) million commands/s, with"
                + " risk and settlement, on the flow STEADY. The brackets hold the slowest and the"
                + " fastest round. As a pipeline of four threads it takes 10.0 (9.50 to 10.5, 2"
                + " rounds). The fused exchange in C++ takes 14.6 (1 round): it has no ring and runs on"
                + " the caller's thread. Java without its ring takes 12.4 (1 round). The best"
                + " peer, EXCHANGE_CORE_YIELDING, takes 8.20 (8.10 to 8.30, 2 rounds). We state no"
                + " ratio: it needs three rounds of each, and there are 3 of ours and 2 of the peer."
                + " In all these rounds the CPUs were near each other.");
  }

  /** One near round is no figure to begin with where two are far. */
  @Test
  void theOpeningTakesTheDistanceThatMoreRoundsHad() {
    Result made = Results.of("kernel", 1, 1);
    List<Row> rows =
        List.of(
            row("FUSED", Row.Kind.JAVA, 5.5),
            row("EXCHANGE_CORE_YIELDING", Row.Kind.PEER, 5.2, 5.4),
            row("FUSED", Row.Kind.JAVA, 6.3, 6.6).in("STEADY" + Distance.FAR),
            row("EXCHANGE_CORE_YIELDING", Row.Kind.PEER, 1.1, 1.3).in("STEADY" + Distance.FAR));
    assertThat(Summary.ofKernel(withRows(made, rows)).get(0))
        .startsWith(
            "The fused exchange in Java takes 6.45 (6.30 to 6.60, 2 rounds) million commands/s, with"
                + " risk and settlement, on the flow STEADY, CPUs far apart.")
        .contains("there are 2 of ours and 2 of the peer.");
  }

  @Test
  void resultsOfSeveralCommitsAreNamed() {
    Map<String, Result> results = new LinkedHashMap<>();
    results.put("kernel", Results.of("kernel", 1, 1));
    results.put("wal", Results.of("wal", 1, 1));
    assertThat(Summary.of(results)).noneMatch(text -> text.contains("one commit"));
    Result wal = results.get("wal");
    results.put("wal", of("0123abc", wal));
    assertThat(Summary.of(results))
        .contains(
            "Not all subjects are of one commit: 0123abc for wal; "
                + results.get("kernel").commitText()
                + " for kernel.");
  }

  private static Result of(String commit, Result result) {
    return new Result(
        result.schema(),
        result.subject(),
        result.title(),
        result.time(),
        commit,
        result.command(),
        result.verdict(),
        result.reasons(),
        result.changes(),
        result.outside(),
        result.machine(),
        result.entrants(),
        result.notes(),
        result.rows(),
        result.curves(),
        result.raw());
  }

  /** One near round beside three far ones made a factor once. */
  @Test
  void aFactorTakesThreeRoundsOfEachOfOneKind() {
    Result made = Results.of("kernel", 1, 1);
    Row far =
        row("EXCHANGE_CORE_YIELDING", Row.Kind.PEER, 1.9, 2.0, 2.1).in("STEADY, CPUs far apart");
    for (double[] ours : new double[][] {{6.9}, {6.8, 6.9}, {6.8, 6.9, 7.0}}) {
      for (double[] peers : new double[][] {{4.8}, {4.8, 4.9}, {4.8, 4.9, 5.0}}) {
        List<Row> rows =
            List.of(
                row("FUSED", Row.Kind.JAVA, ours),
                row("EXCHANGE_CORE_YIELDING", Row.Kind.PEER, peers),
                far);
        String sentence = Summary.ofKernel(withRows(made, rows)).get(0);
        boolean enough = ours.length == 3 && peers.length == 3;
        assertThat(sentence.contains("to this peer is 1.4")).as(sentence).isEqualTo(enough);
        if (!enough) {
          assertThat(sentence)
              .contains(
                  "We state no ratio: it needs three rounds of each, and there are "
                      + ours.length
                      + " of ours and "
                      + peers.length
                      + " of the peer.");
        }
      }
    }
  }

  @Test
  void aFactorOfRangesThatOverlapSaysSo() {
    Result made = Results.of("kernel", 1, 1);
    List<Row> rows =
        List.of(
            row("FUSED", Row.Kind.JAVA, 5.7, 8.5, 8.8),
            row("EXCHANGE_CORE_YIELDING", Row.Kind.PEER, 1.8, 5.6, 6.0));
    assertThat(Summary.ofKernel(withRows(made, rows)).get(0))
        .contains(
            "takes 5.60 (1.80 to 6.00, 3 rounds). The ratio of the fused exchange in Java to this"
                + " peer is 1.52 by the medians, but the ranges overlap.");
  }

  @Test
  void theLogIsComparedOnlyWhereItsRoundsTell() {
    Result made = Results.of("wal", 1, 1);
    List<Row> rows =
        List.of(
            row("PLAIN", Row.Kind.PEER, 41, 46, 51),
            row("TANDEM", Row.Kind.JAVA, 30, 35, 40),
            row("AERON_ARCHIVE", Row.Kind.PEER, 35, 45, 55));
    assertThat(Summary.of(Results.bySubject(withRows(made, rows))).get(0))
        .isEqualTo(
            "The log (STEADY) makes 35.0 (30.0 to 40.0, 3 rounds) M commands/s durable; the best"
                + " peer, AERON_ARCHIVE, 45.0 (35.0 to 55.0, 3 rounds): the two cannot be told"
                + " apart. A plain loop on the same disk makes 46.0 (41.0 to 51.0, 3 rounds): a"
                + " factor of 0.761.");
    List<Row> few =
        List.of(
            row("PLAIN", Row.Kind.PEER, 41, 46, 51),
            row("TANDEM", Row.Kind.JAVA, 30, 40),
            row("AERON_ARCHIVE", Row.Kind.PEER, 55));
    assertThat(Summary.of(Results.bySubject(withRows(made, few))).get(0))
        .contains(
            "AERON_ARCHIVE, 55.0 (1 round): too few rounds to compare them.",
            "makes 46.0 (41.0 to 51.0, 3 rounds): too few rounds to compare them.");
  }

  private static Row row(String entrant, Row.Kind kind, double... rounds) {
    List<Double> figures = Arrays.stream(rounds).boxed().toList();
    return Row.of(
        "STEADY",
        entrant,
        kind,
        "M commands/s",
        false,
        rounds.length,
        Spread.of(figures, Double::doubleValue),
        Map.of());
  }

  private static Result withRows(Result made, List<Row> rows) {
    return Results.now(
        new Result.About(made.subject(), made.title(), made.entrants(), made.notes()),
        Results.fitness(Verdict.QUIET),
        rows,
        List.of(),
        Map.of());
  }

  private static double figure(JsonNode rows, int i, String name) {
    return rows.get(i).get(name).asDouble();
  }

  @Test
  void theTableOfChangesTellsBothRuns() {
    Result before = Results.of("kernel", 1, 1);
    Result now = Results.of("kernel", 1, 0.9);
    String page = new Page(Results.bySubject(now), Results.bySubject(before)).html();
    String section = page.substring(page.indexOf("id=\"" + Part.CHANGE.anchor() + "\"><h2>"));
    List<String> cells = cells(section);
    List<Row> figures = now.rows().stream().filter(Row::hasFigure).toList();
    int checked = 0;
    for (Row row : figures) {
      int at = cells.indexOf("kernel: " + Html.escape(row.group() + ", " + row.entrant()));
      assertThat(at).isNotNegative();
      Row old = before.rows().get(now.rows().indexOf(row));
      PrintedFigure.assertTells("before", cells.get(at + 1), old.median());
      PrintedFigure.assertTells("now", cells.get(at + 2), row.median());
      assertThat(cells.get(at + 3)).isEqualTo("worse, -10 %; worth a look");
      checked++;
    }
    assertThat(checked).isEqualTo(6);
  }

  private static List<String> cells(String section) {
    Matcher matcher =
        Pattern.compile("<td>(.*?)</td>").matcher(section.substring(0, section.indexOf("</table")));
    List<String> cells = new ArrayList<>();
    while (matcher.find()) {
      cells.add(matcher.group(1));
    }
    return cells;
  }

  @Test
  void theMarkdownTellsEveryFigure() {
    Result result = Results.of("kernel", 1, 1);
    List<String> lines = Markdown.of(Results.bySubject(result)).lines().toList();
    int at = 0;
    for (Row row : result.rows()) {
      while (!lines.get(at).startsWith("| " + row.entrant() + " | ")) {
        at++;
      }
      String[] cells = lines.get(at++).split(" \\| ", -1);
      if (row.hasFigure()) {
        String[] figures = cells[1].split("[ (\u2013)]+", -1);
        PrintedFigure.assertTells("median", figures[0], row.median());
        PrintedFigure.assertTells("lowest", figures[1], row.lowest());
        PrintedFigure.assertTells("highest", figures[2], row.highest());
      }
    }
    for (Curve curve : result.curves()) {
      while (!lines.get(at).startsWith("| " + curve.entrant() + " | ")) {
        at++;
      }
      String[] cells = lines.get(at++).replaceAll(" \\|$", "").split(" \\| ", -1);
      PrintedFigure.assertTells("asked", cells[1], curve.asked());
      assertThat(cells[2]).isEqualTo(curve.rounds());
      boolean ranged = curve.spread().rounds() > 1;
      assertTells(cells[3], curve.achieved(), ranged ? curve.spread().achieved() : null);
      for (int i = 0; i < curve.latency().size(); i++) {
        assertTells(
            cells[4 + i], curve.latency().get(i), ranged ? curve.spread().latency().get(i) : null);
      }
      int p99 = curve.percents().indexOf(99.0);
      assertTells(
          cells[4 + curve.latency().size()],
          curve.lateness().get(p99),
          ranged ? curve.spread().lateness().get(p99) : null);
    }
  }

  private static void assertTells(String cell, double value, Row.Range range) {
    String[] figures = cell.split(" \\(|\u2013|\\)", -1);
    PrintedFigure.assertTells("figure", figures[0], value);
    assertThat(figures).hasSize(range == null ? 1 : 4);
    if (range != null) {
      PrintedFigure.assertTells("lowest", figures[1], range.lowest());
      PrintedFigure.assertTells("highest", figures[2], range.highest());
    }
  }
}
