package dev.tandem.wal;

/**
 * What was found when a log was opened.
 *
 * @param firstSequence of the oldest record that is kept; -1 if there is none
 * @param lastSequence of the newest record that is kept; -1 if there never was one
 * @param records kept and checked; fewer than first to last where a mode skips segments
 * @param bytes of the records that were checked, with their headers
 * @param segments files that hold records
 * @param clean whether the log had been closed
 * @param droppedRecords at the tail, as far as they could be distinguished
 * @param droppedBytes at the tail, from the first bad byte to the last byte of a record of this log
 * @param reason why the tail was dropped; empty if nothing was
 * @param doubt why it is not certain that these are all records the log had; empty if it is. In a
 *     log of level {@link Durability#WRITTEN}, whole batches that follow the place where the tail
 *     begins are such a doubt: a loss of power may leave that, a kill does not
 */
public record WalRecoveryReport(
    long firstSequence,
    long lastSequence,
    long records,
    long bytes,
    int segments,
    boolean clean,
    long droppedRecords,
    long droppedBytes,
    String reason,
    String doubt) {

  /** Whether nothing that was acknowledged is missing unnoticed: there is no {@link #doubt}. */
  public boolean certain() {
    return doubt.isEmpty();
  }

  /** Whether a torn or never synced tail was dropped. */
  public boolean repaired() {
    return !reason.isEmpty();
  }
}
