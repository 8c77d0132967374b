package dev.tandem.jmh.report;

import java.util.ArrayList;
import java.util.List;

/** What a reader of curves must know beyond the notes that were kept with them. */
public final class CurveNotes {

  /** What the percentiles and the largest of a curve are, of which rounds. */
  public static final String OF_ROUNDS =
      "Percentiles are medians of those of the rounds; the largest is that of all rounds.";

  /** How the peer's text begins where it ran one configuration in closed and in open loops. */
  private static final String ONE_CONFIGURATION = "its throughput configuration, ";

  private CurveNotes() {}

  static List<String> of(Result result) {
    List<String> notes = new ArrayList<>();
    // The model has no rounds.
    boolean hasRounds = !result.curves().isEmpty() && !result.subject().equals("model");
    if (hasRounds && !result.notes().contains(OF_ROUNDS)) {
      notes.add("Percentiles are medians of those of the rounds, and so is the largest.");
    }
    boolean one =
        result.curves().stream()
            .filter(curve -> curve.kind() == Row.Kind.PEER)
            .map(curve -> result.entrants().getOrDefault(curve.entrant(), ""))
            .anyMatch(about -> about.contains(ONE_CONFIGURATION));
    if (one) {
      notes.add(
          "exchange-core ran with its throughput configuration at these rates as well, not with"
              + " the one for latency that it has, too.");
    }
    return notes;
  }
}
