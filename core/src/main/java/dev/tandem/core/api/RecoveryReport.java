package dev.tandem.core.api;

import java.time.Duration;
import java.util.Optional;

/**
 * What an exchange found when it was started on its log.
 *
 * @param snapshotSequence the last record of the log that the snapshot it began with includes; -1
 *     if it began with nothing
 * @param skippedSnapshots what is wrong with newer snapshots that were passed over, empty if
 *     nothing is
 * @param replayedCommands commands of the log that were applied after the snapshot
 * @param commands all commands that led to the state, those in the snapshot included
 * @param nextRecord sequence of the next record of the log
 * @param droppedRecords records of the torn tail of the log that were dropped; without a {@code
 *     doubt} they were never acknowledged as durable
 * @param droppedBytes bytes from the first record dropped to the last trace of a write
 * @param dropReason why; empty if nothing was dropped
 * @param doubt why what was dropped may have been acknowledged: at {@code WRITTEN} a loss of power
 *     may leave that, a kill does not, so otherwise it is damage; empty if there is no doubt
 * @param took how long reading and applying took
 */
public record RecoveryReport(
    long snapshotSequence,
    String skippedSnapshots,
    long replayedCommands,
    long commands,
    long nextRecord,
    long droppedRecords,
    long droppedBytes,
    Optional<String> dropReason,
    Optional<String> doubt,
    Duration took) {

  /** Whether there was nothing to continue. */
  public boolean isFresh() {
    return nextRecord == 0;
  }
}
