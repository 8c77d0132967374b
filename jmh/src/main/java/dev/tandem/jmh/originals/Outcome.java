package dev.tandem.jmh.originals;

import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Row;
import java.util.List;
import java.util.Map;

/**
 * What came of one report, done again.
 *
 * @param rows figures; what is claimed is among them, by entrants that begin with {@link #CLAIMED}
 * @param findings a sentence for each claim, which begins with what came of it
 */
record Outcome(List<Row> rows, List<String> findings) {

  /** Begins the name of an entrant that is no measurement. */
  static final String CLAIMED = "CLAIMED";

  /** A claim and what was measured of it; {@code why} is told where it is not confirmed. */
  static String finding(boolean confirmed, String claim, String measured, String why) {
    return confirmed
        ? "Confirmed: " + claim + ". Measured: " + measured + "."
        : "Not confirmed: " + claim + ". Measured: " + measured + ". " + why;
  }

  /** Whether a figure is the lesser one in every round. */
  static boolean below(Row row, Row other) {
    return row.highest() < other.lowest();
  }

  /** Why an order of two figures is not confirmed. */
  static String order(Row row, Row other) {
    return below(row, other) || below(other, row)
        ? "The order is the other one in every round."
        : "The ranges of the rounds overlap, so the two cannot be told apart here.";
  }

  /** A claimed figure, or a range of them. */
  static Row claimed(
      String group,
      String who,
      String unit,
      double least,
      double most,
      Map<String, Double> others) {
    String name = who.isEmpty() ? CLAIMED : CLAIMED + "_" + who;
    return Row.of(
        group,
        name,
        Row.Kind.PEER,
        unit,
        !unit.endsWith("/s"),
        1,
        new Spread(least, (least + most) / 2, most),
        others);
  }

  /** The figure of one entrant of one group. */
  static Row find(List<Row> rows, String group, String entrant) {
    return rows.stream()
        .filter(r -> r.group().equals(group) && r.entrant().equals(entrant))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no figure of " + entrant + " in " + group));
  }
}
