package dev.tandem.jmh.report;

import dev.tandem.jmh.harness.Spread;
import java.util.List;
import java.util.Map;

/** Claims of others: how they stand in a result, and the rule by which they are judged. */
public final class Claims {

  /** Begins the name of an entrant that is no measurement. */
  public static final String CLAIMED = "CLAIMED";

  private static final String CONFIRMED = "Confirmed: ";
  private static final String NOT_CONFIRMED = "Not confirmed: ";

  /** Of each of two figures: with fewer, chance alone orders them more often than once in ten. */
  private static final int LEAST_ROUNDS = 3;

  private Claims() {}

  /** A claim and what was measured of it; {@code why} is stated where it is not confirmed. */
  public static String finding(boolean confirmed, String claim, String measured, String why) {
    return confirmed
        ? CONFIRMED + claim + ". Measured: " + measured + "."
        : NOT_CONFIRMED + claim + ". Measured: " + measured + ". " + why;
  }

  /** Whether a figure is the lesser one in every round, and both have rounds enough to say so. */
  public static boolean below(Row row, Row other) {
    return enough(row, other) && row.highest() < other.lowest();
  }

  private static boolean enough(Row row, Row other) {
    return Math.min(row.rounds(), other.rounds()) >= LEAST_ROUNDS;
  }

  /** Why an order of two figures is not confirmed. */
  public static String order(Row row, Row other) {
    if (!enough(row, other)) {
      return "Rounds: %d and %d, too few to tell the two apart."
          .formatted(row.rounds(), other.rounds());
    }
    return below(row, other) || below(other, row)
        ? "The order is the other one in every round."
        : "The ranges of the rounds overlap, so the two cannot be told apart here.";
  }

  /**
   * A claimed figure, or a range of them.
   *
   * @param who behind {@link #CLAIMED}; empty where there is one alone
   */
  public static Row claimed(
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

  /**
   * The figure of one entrant of one group.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Row find(List<Row> rows, String group, String entrant) {
    return rows.stream()
        .filter(r -> r.group().equals(group) && r.entrant().equals(entrant) && r.hasFigure())
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("no figure of " + entrant + " in " + group));
  }
}
