package dev.tandem.wal;

/**
 * Counts since the log was opened.
 *
 * @param appended records
 * @param written records that were written
 * @param synced records that were synced
 * @param critical appends that asked for the sync at once
 * @param syncs forces of a segment
 * @param meanSyncNs their mean time
 * @param p99SyncNs the time that 99 in 100 of them stayed below
 * @param maxSyncNs the longest
 * @param batches writes of a batch
 * @param queuedRecords appended, not yet written
 * @param queuedBytes of those
 * @param bytes written, with headers and marks
 * @param blocked appends that had to wait for a buffer
 * @param spilled further buffers taken
 * @param refused appends refused because of backpressure or a full disk
 * @param listenerFailures exceptions thrown by listeners
 * @param segmentsReady prepared ahead
 * @param segmentsMade zero-filled
 * @param segmentsRecycled prepared from retired ones
 */
public record WalStatistics(
    long appended,
    long written,
    long synced,
    long critical,
    long syncs,
    double meanSyncNs,
    long p99SyncNs,
    long maxSyncNs,
    long batches,
    long queuedRecords,
    long queuedBytes,
    long bytes,
    long blocked,
    long spilled,
    long refused,
    long listenerFailures,
    int segmentsReady,
    long segmentsMade,
    long segmentsRecycled) {

  public static final WalStatistics NONE =
      new WalStatistics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
