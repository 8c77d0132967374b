package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.JvmFlags;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleFunction;

/**
 * The report: what a run says, Java, C++ and the best of the others side by side, every subject.
 */
final class Markdown {

  private static final List<String> COLUMNS =
      List.of("submitted", "P50", "P99", "P99.9", "largest", "late over 1 us");

  private static final double PERCENT = 100;

  private final StringBuilder text = new StringBuilder();

  /** The report of all subjects of a run. */
  static String of(Map<String, Result> results) {
    Markdown markdown = new Markdown();
    markdown.text.append("# Figures\n\n");
    Summary.of(results).forEach(s -> markdown.text.append(s).append("\n\n"));
    markdown.text.append(
        "Made by `mvn verify -Pjmh` and `dev.tandem.jmh.report.Documents`; nothing here is"
            + " edited by hand. ");
    markdown.text.append(
        "Medians over rounds, in brackets the least and the greatest. One round has no range.\n\n");
    markdown.sideBySide(results);
    Set<String> common = common(results.values());
    markdown.text.append("## What holds for several subjects\n\n");
    common.forEach(note -> markdown.text.append("- ").append(note).append('\n'));
    markdown
        .text
        .append("- Flags of all processes behind \"" + JvmFlags.NOTE + "\": ")
        .append(String.join(" ", JvmFlags.reasons()))
        .append("\n\n");
    results.values().stream()
        .filter(result -> result.parity() == null)
        .forEach(result -> markdown.write(result, common));
    return markdown.text.toString();
  }

  /** The original reports, done again. */
  static String originals(Result result) {
    return """
        # The original reports, done again

        Made by `ParityRun --only originals` and `Documents`; nothing here is edited by hand.
        Each report stands beside what its authors claimed, on their machine; a claim is confirmed where three
        rounds or more of each side bear it out on this one.

        """
        + subject(result);
  }

  /** The section of one subject. */
  static String subject(Result result) {
    Markdown markdown = new Markdown();
    markdown.write(result, Set.of());
    return markdown.text.toString();
  }

  /** A line for each group in which two of the three have a figure; far rounds of kernels alone. */
  private void sideBySide(Map<String, Result> results) {
    text.append(
        "## Side by side\n\nThe best of each that does the same work: ours in Java, in C++, and the field's.\n\n");
    text.append("| | unit | Java | C++ | others | Java to others |\n|---|---|---|---|---|---|\n");
    for (Result result : results.values()) {
      Groups.rows(result).forEach((group, rows) -> sideBySide(result.subject(), group, rows));
    }
    text.append('\n');
  }

  private void sideBySide(String subject, String group, List<Row> rows) {
    Optional<Row> java = Groups.best(rows, Row.Kind.JAVA);
    Optional<Row> cpp = Groups.best(rows, Row.Kind.CPP);
    Optional<Row> peer = Groups.best(rows, Row.Kind.PEER);
    boolean isSpare = group.endsWith(Distance.FAR) && !subject.equals("kernel");
    if (isSpare || java.isEmpty() || (cpp.isEmpty() && peer.isEmpty())) {
      return;
    }
    List<String> cells = new ArrayList<>(List.of(subject + ": " + group, java.get().unit()));
    for (Optional<Row> best : List.of(java, cpp, peer)) {
      cells.add(best.map(row -> row.entrant() + ' ' + Figure.text(row.median())).orElse(""));
    }
    cells.add(peer.map(other -> Figure.text(Groups.factor(java.get(), other))).orElse(""));
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  /** Notes that more than one result has. */
  private static Set<String> common(Collection<Result> results) {
    Set<String> seen = new HashSet<>();
    Set<String> common = new LinkedHashSet<>();
    for (Result result : results) {
      result.notes().stream().filter(note -> !seen.add(note)).forEach(common::add);
    }
    return common;
  }

  private void write(Result result, Set<String> said) {
    text.append("## ").append(result.title()).append("\n\n").append(result.verdictText());
    if (!result.reasons().isEmpty()) {
      text.append(": ").append(String.join("; ", result.reasons()));
    }
    result.changes().forEach(change -> text.append("; ").append(change));
    text.append(". ").append(result.time(), 0, 10).append(", `").append(result.command());
    text.append("`\n\n");
    result.notes().stream()
        .filter(note -> !said.contains(note))
        .forEach(note -> text.append("- ").append(note).append('\n'));
    if (!result.entrants().isEmpty()) {
      List<String> entrants = new ArrayList<>();
      result.entrants().forEach((name, about) -> entrants.add("**" + name + "**: " + about));
      text.append("- Entrants. ").append(String.join(". ", entrants)).append(".\n");
    }
    text.append('\n');
    Groups.byDistance(result.rows(), Row::group).forEach(this::rows);
    Groups.byDistance(result.curves(), Curve::group).forEach(this::curves);
  }

  private void rows(String group, List<Row> rows) {
    String unit = rows.stream().filter(Row::hasFigure).map(Row::unit).findFirst().orElse("");
    List<Row> far = rows.stream().filter(row -> row.group().endsWith(Distance.FAR)).toList();
    text.append("| ").append(group).append(" | ").append(unit);
    text.append(far.isEmpty() ? " |" : " | CPUs far apart |").append(" also |\n|---|---|---|");
    text.append(far.isEmpty() ? "\n" : "---|\n");
    for (String entrant : rows.stream().map(Row::entrant).distinct().toList()) {
      Optional<Row> near =
          rows.stream().filter(r -> r.entrant().equals(entrant) && !far.contains(r)).findFirst();
      Optional<Row> other = far.stream().filter(r -> r.entrant().equals(entrant)).findFirst();
      text.append("| ").append(entrant).append(" | ").append(near.map(Markdown::figure).orElse(""));
      if (!far.isEmpty()) {
        text.append(" | ").append(other.map(Markdown::figure).orElse(""));
      }
      text.append(" | ").append(String.join(", ", near.or(() -> other).get().further()));
      text.append(" |\n");
    }
    text.append('\n');
  }

  private static String figure(Row row) {
    return row.hasFigure() ? Figure.of(row) : "failed: " + row.error();
  }

  private void curves(String group, List<Curve> curves) {
    text.append("| ").append(group).append(": time to the answer | asked | rounds | ");
    text.append(String.join(" | ", COLUMNS)).append(" |\n|---|---|---");
    text.append("|---".repeat(COLUMNS.size())).append("|\n");
    for (Curve curve : curves) {
      boolean several = curve.spread().rounds() > 1;
      text.append("| ").append(curve.entrant());
      text.append(curve.group().endsWith(Distance.FAR) ? Distance.FAR : "");
      text.append(curve.caution().isEmpty() ? "" : ", " + curve.caution());
      text.append(" | ").append(Figure.rate(curve.asked()));
      text.append(" | ").append(curve.spread().rounds());
      cell(curve.achieved(), several ? curve.spread().achieved() : null, Figure::rate);
      for (double percent : new double[] {50, 99, 99.9}) {
        cell(curve.at(percent), several ? curve.rangeAt(percent) : null, Figure::nanos);
      }
      cell(curve.latency().get(curve.latency().size() - 1), null, Figure::nanos);
      cell(curve.late(), null, share -> Figure.text(share * PERCENT) + " %");
      text.append(" |\n");
    }
    text.append('\n');
  }

  private void cell(double value, Row.Range range, DoubleFunction<String> of) {
    text.append(" | ").append(of.apply(value));
    if (range != null) {
      text.append(" (").append(Figure.range(range, of)).append(')');
    }
  }
}
