package dev.tandem.app.replay;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;

/**
 * How a flow is replayed.
 *
 * @param risk whether users have accounts and orders hold funds
 * @param rate commands per second of an open loop; 0 for a closed loop, as fast as the ring takes
 * @param keepTrades whether every trade is kept for the outputs
 * @param keepAnswers whether every answer is kept for the book-workload report
 * @param keepBooks whether the final books are copied
 * @param journal the log to keep and to continue; null for none
 */
public record ReplayOptions(
    Topology topology,
    boolean risk,
    long rate,
    boolean keepTrades,
    boolean keepAnswers,
    boolean keepBooks,
    JournalOptions journal) {

  /** Closed loop, nothing kept. */
  public static ReplayOptions of(Topology topology, boolean risk) {
    return new ReplayOptions(topology, risk, 0, false, false, false, null);
  }

  /** The same with everything kept that the outputs of this flow can need. */
  public ReplayOptions keepingAll() {
    return new ReplayOptions(topology, risk, rate, true, true, true, journal);
  }

  /** The same without a log. */
  ReplayOptions withoutLog() {
    return new ReplayOptions(topology, risk, rate, keepTrades, keepAnswers, keepBooks, null);
  }
}
