package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.JvmFlags;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/** The same figures as the page, for the documents. */
final class Markdown {

  private final StringBuilder text = new StringBuilder();

  static String of(Map<String, Result> results) {
    Markdown markdown = new Markdown();
    Opening opening = Opening.of(results);
    markdown.text.append("# Figures\n\n").append(opening.lead()).append("\n\n");
    markdown.text.append("## ").append(Opening.HEADING).append("\n\n");
    opening.rest().forEach(s -> markdown.text.append(s).append("\n\n"));
    markdown.text.append(
        "Made by `mvn verify -Pjmh` and `dev.tandem.jmh.report.Documents`; nothing here is"
            + " edited by hand.\n");
    markdown.text.append(
        "Medians over rounds, in brackets the least and the greatest. One round has no range.\n\n");
    if (results.values().stream().anyMatch(Markdown::tellsFlags)) {
      markdown.text.append(
          "Of the flags that stand behind \"" + JvmFlags.NOTE + "\", all have the first four:\n\n");
      JvmFlags.reasons().forEach(reason -> markdown.text.append("- ").append(reason).append('\n'));
      markdown.text.append('\n');
    }
    results.values().stream()
        .filter(result -> !result.subject().equals("parity"))
        .forEach(markdown::subject);
    return markdown.text.toString();
  }

  private static boolean tellsFlags(Result result) {
    return result.notes().stream().anyMatch(note -> note.startsWith(JvmFlags.NOTE));
  }

  /** The original reports, done again. */
  static String originals(Result result) {
    Markdown markdown = new Markdown();
    markdown.text.append("# The original reports, done again\n\n");
    markdown.text.append(
        "Made by `ParityRun --only originals` and `Documents`; nothing here is edited by hand.\n");
    markdown.text.append(
        "Each report stands beside what its authors claimed, on their machine; a claim is"
            + " confirmed where three\nrounds or more of each side bear it out on this one. Requests a"
            + " second by the machine's state stand on\n[the gateway's page](../studies/gateway.md), too; what the"
            + " gateway is, [gateway](../gateway.md) tells.\n\n");
    markdown.subject(result);
    return markdown.text.toString();
  }

  private void subject(Result result) {
    text.append("## ").append(result.title()).append("\n\n");
    text.append(result.verdictText());
    if (!result.reasons().isEmpty()) {
      text.append(": ").append(String.join("; ", result.reasons()));
    }
    text.append(". ").append(result.time(), 0, 10).append(", `").append(result.command());
    text.append("`\n\n");
    result.notes().forEach(note -> text.append("- ").append(note).append('\n'));
    text.append('\n');
    Groups.rows(result).forEach(this::rows);
    Groups.curves(result).forEach(this::curves);
  }

  private void rows(String group, List<Row> rows) {
    String unit = rows.stream().filter(Row::hasFigure).map(Row::unit).findFirst().orElse("");
    text.append("| ").append(group).append(" | ").append(unit).append(" | also |\n|---|---|---|\n");
    for (Row row : rows) {
      text.append("| ").append(row.entrant()).append(" | ");
      if (row.hasFigure()) {
        text.append(
            row.rounds() == 1
                ? Figure.oneRound(row.median())
                : String.format(
                    Locale.ROOT,
                    "%s (%s–%s)",
                    Figure.text(row.median()),
                    Figure.text(row.lowest()),
                    Figure.text(row.highest())));
        text.append(" | ");
        text.append(String.join(", ", row.further()));
      } else {
        text.append("failed: ").append(row.error()).append(" |");
      }
      text.append(" |\n");
    }
    text.append('\n');
  }

  private void curves(String group, List<Curve> curves) {
    text.append("| ").append(group);
    text.append(": time to the answer | asked | rounds | ");
    text.append(String.join(" | ", CurveCell.HEADINGS)).append(" |\n|---|---|---");
    text.append("|---".repeat(CurveCell.HEADINGS.size())).append("|\n");
    for (Curve curve : curves) {
      text.append("| ").append(curve.entrant());
      text.append(curve.caution().isEmpty() ? "" : ", " + curve.caution());
      text.append(" | ").append(Figure.rate(curve.asked()));
      text.append(" | ").append(curve.rounds());
      List<CurveCell> cells = CurveCell.of(curve);
      cells.forEach(cell -> ranged(cell.value(), cell.range(), cell.text()));
      text.append(cells.size() < CurveCell.HEADINGS.size() ? " | -" : "");
      text.append(" |\n");
    }
    text.append('\n');
  }

  private void ranged(double value, Row.Range range, DoubleFunction<String> of) {
    text.append(" | ").append(of.apply(value));
    if (range != null) {
      text.append(" (").append(Figure.range(range, of)).append(')');
    }
  }
}
