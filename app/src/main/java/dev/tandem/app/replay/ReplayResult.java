package dev.tandem.app.replay;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Side;
import dev.tandem.wal.WalStatistics;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of a replay.
 *
 * @param commands commands of the file
 * @param nanos from the first submission to the last answer; of an open loop at least the intervals
 *     of all its commands, so that its throughput is never above its rate
 * @param latency of the timed commands
 * @param results number of answers of each result code, by its code
 * @param books the final books, by symbol; empty unless they were requested
 * @param logged what the log had to do with it; null if none was kept
 */
public record ReplayResult(
    Topology topology,
    boolean risk,
    int commands,
    long nanos,
    Histogram latency,
    List<Long> results,
    Traded traded,
    Hashes hashes,
    Funding funding,
    List<BookSnapshot> books,
    ReplayLog log,
    Mismatches mismatches,
    Logged logged) {

  /**
   * What changed hands.
   *
   * @param lots lots that traded, or {@link #OVER}
   * @param turnover sum of price × quantity in ticks × lots, or {@link #OVER}
   */
  public record Traded(long trades, long lots, long turnover) {}

  /** What two replays that did the same have in common. */
  public record Hashes(long events, long state) {}

  /**
   * The money in a replay; nothing without risk.
   *
   * @param each what each user was paid in of each currency
   * @param users number of users
   * @param nanos what making and paying the users took, before the run
   * @param totals all currencies at the end
   */
  public record Funding(long each, int users, long nanos, List<CurrencyTotals> totals) {

    /** What all users together were paid in of each currency. */
    public long all() {
      return each * users;
    }

    /** Whether as much of a currency is there as was paid in. */
    public boolean isConserved(CurrencyTotals currency) {
      return currency.isConserved() && currency.supply() == all();
    }

    /** Whether that is so of all currencies; always without risk. */
    public boolean isConserved() {
      return totals.stream().allMatch(this::isConserved);
    }
  }

  /**
   * The part of the log in a replay.
   *
   * @param recovery what was found in it
   * @param recovered commands of the flow that it held already
   * @param unreported of these, the first ones, which are in a snapshot: their trades are not known
   * @param statistics its figures, at the end
   */
  public record Logged(
      JournalOptions options,
      RecoveryReport recovery,
      int recovered,
      int unreported,
      WalStatistics statistics) {}

  /** Stands for a sum that does not fit in 64 bits: it is 2^63 or more. */
  public static final long OVER = -1;

  /** The orders of a symbol's side in the final books, which must have been requested. */
  public List<BookSnapshot.Order> orders(int symbol, Side side) {
    return books.get(symbol).orders(side);
  }

  /** Commands per second. */
  public double commandsPerSecond() {
    return submitted() * 1e9 / Math.max(1, nanos);
  }

  /** Commands that were submitted, and not found in the log. */
  public int submitted() {
    return logged == null ? commands : Math.max(0, commands - logged.recovered());
  }

  /** Whether the answers of all commands are known: none of them is only in a snapshot. */
  public boolean isComplete() {
    return logged == null || logged.unreported() == 0;
  }

  /** The latency in figures. */
  public Latencies latencies() {
    return Latencies.of(latency);
  }

  /** A hash as it is shown: 16 hexadecimal digits. */
  public static String hex(long hash) {
    return String.format("%016x", hash);
  }
}
