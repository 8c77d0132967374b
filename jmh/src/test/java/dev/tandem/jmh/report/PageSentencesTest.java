package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
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
    String figures = "([\\d.,]+) \\(([\\d.,]+) to ([\\d.,]+)\\)";
    String sentence =
        "takes "
            + figures
            + " M commands/s in Java, in C\\+\\+ "
            + figures
            + " on the flow .*EXCHANGE_CORE_YIELDING, takes "
            + figures
            + ": a factor of ([\\d.,]+)\\.";
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
      assertThat(cells.get(at + 3)).isEqualTo("worse, -10 %");
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
      PrintedFigure.assertTells("submitted", cells[2], curve.achieved());
      for (int i = 0; i < 3; i++) {
        int percent = curve.percents().indexOf(List.of(50.0, 99.0, 99.9).get(i));
        PrintedFigure.assertTells("latency", cells[3 + i], curve.latency().get(percent));
      }
      PrintedFigure.assertTells("largest", cells[6], curve.latency().get(6));
    }
  }
}
