package dev.tandem.it.crash;

import dev.tandem.core.Exchange;
import dev.tandem.core.StateSummary;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import java.util.Arrays;

/**
 * Recovers a dead exchange, then makes its state anew from the first record of its log: both must
 * agree, every answer that a client got must come out again, and no command may be applied twice.
 */
final class ExchangeAudit implements Examination {

  private static final int RESENT = 5;

  private final VictimOrder order;
  private final long[] intended = new long[AckBoard.PRODUCERS];
  // By producer and number of the command: the digest of the answer that was told, or 0.
  private final int[][] reported = new int[AckBoard.PRODUCERS][64];
  private final long[] reportedCount = new long[AckBoard.PRODUCERS];
  private final int[][] replayed = new int[AckBoard.PRODUCERS][64];
  private final long[] applied = new long[AckBoard.PRODUCERS];

  ExchangeAudit(VictimOrder order) {
    this.order = order;
  }

  @Override
  public void prepare(AckBoard board) {
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      board.resumeAt(p, Math.max(0, reportedCount[p] - RESENT));
    }
  }

  @Override
  public void add(AckBoard board, long[] seen) {
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      intended[p] = Math.max(intended[p], board.intended(p));
      long n = board.resumesAt(p);
      for (int i = 0; i < seen[p]; i++, n++) {
        AckBoard.Ack ack = board.ack(p, i);
        Examination.require(ack.n() == n, "client %s was answered %s, not %s", p, ack, n);
        reported[p] = put(reported[p], n, ack.digest());
      }
      reportedCount[p] = Math.max(reportedCount[p], n);
    }
  }

  /** Keeps the first answer: a later one only says that it was given. */
  private static int[] put(int[] answers, long n, int digest) {
    int[] grown =
        n < answers.length ? answers : Arrays.copyOf(answers, (int) Math.max(n + 1, n * 2));
    if (digest != ExchangeVictim.APPLIED_BEFORE) {
      int earlier = grown[(int) n];
      Examination.require(earlier == 0 || earlier == digest, "another answer to %s", n);
      grown[(int) n] = digest;
    }
    return grown;
  }

  @Override
  public Finding check(int level, boolean recover) {
    JournalOptions journal = ExchangeVictim.journal(order);
    // Whether the torn log is recovered by a snapshot or from its beginning must not matter.
    StateSummary first = recover ? recover(journal) : replay(journal.withoutSnapshots());
    StateSummary second = recover ? replay(journal.withoutSnapshots()) : recover(journal);
    Examination.require(first.equals(second), "%s differs from %s", first, second);
    long acknowledged = 0;
    long lost = 0;
    String example = "";
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      acknowledged += reportedCount[p];
      for (long n = 0; n < reportedCount[p]; n++) {
        if (n >= applied[p]) {
          lost++;
          example = "command " + n + " of client " + p + ", applied are " + applied[p];
        } else if (reported[p][(int) n] != 0) {
          Examination.require(
              reported[p][(int) n] == replayed[p][(int) n],
              "command %s of client %s had another answer than it was told",
              n,
              p);
        }
      }
    }
    return new Finding(-1, acknowledged, lost, example);
  }

  private StateSummary recover(JournalOptions journal) {
    try (Exchange exchange = ExchangeVictim.builder(order).journal(journal).start()) {
      return exchange.summary();
    }
  }

  private StateSummary replay(JournalOptions journal) {
    Arrays.fill(applied, 0);
    try (Exchange exchange =
        ExchangeVictim.builder(order)
            .journal(journal)
            .replayedResultHandler(this::onReplayed)
            .start()) {
      return exchange.summary();
    }
  }

  private void onReplayed(Command c) {
    long key = c.clientKey - TestCommands.FIRST_KEY;
    if (key < 0 || key >= AckBoard.PRODUCERS) {
      return;
    }
    int p = (int) key;
    long n = c.clientSequence - 1;
    if (c.result == ResultCode.DUPLICATE_COMMAND.code()
        || c.result == ResultCode.STALE_COMMAND.code()) {
      Examination.require(n < applied[p], "refused as sent before, but new: %s", c);
      return;
    }
    Examination.require(n == applied[p], "applied out of order or twice: %s", c);
    Examination.require(n < intended[p], "never sent: %s", c);
    int digest = TestCommands.digest(c);
    if (n >= replayed[p].length) {
      replayed[p] = Arrays.copyOf(replayed[p], (int) n * 2);
    }
    replayed[p][(int) n] = digest;
    applied[p] = n + 1;
  }
}
