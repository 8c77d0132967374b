package dev.tandem.core.statemachine;

import dev.tandem.core.command.QueryPayload;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.RiskEngine;

/**
 * Reads the state of a kernel at one point of the command stream: the payload of a QUERY command,
 * which visits each stage on the thread that owns it, when that stage has applied every command
 * before the query and none behind it. For risk that means: all of them are settled.
 *
 * <p>The shards of matching are visited at the same time by their threads, and so are those of
 * risk; the results stage is visited last and sees all that the others wrote.
 */
public interface Query extends QueryPayload {

  /** Visits the admission stage. */
  default void visit(Admission admission) {}

  /** Visits a matching shard. */
  default void visit(MatchingEngine matching) {}

  /** Visits a risk shard, before matching; none where the kernel runs without risk. */
  default void visit(RiskEngine risk) {}

  /**
   * Visits the journal stage; never where no log is kept.
   *
   * @param record the last record of the log that the commands before the query made
   */
  default void visitJournal(long record) {}

  /** Visits the results stage, after all others. */
  default void visit(Results results) {}
}
