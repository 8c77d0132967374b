package dev.tandem.wal;

/**
 * Counts since the log was opened.
 *
 * @param appended records
 * @param written records that were written
 * @param synced records that were synced
 * @param critical appends that requested a sync at once
 * @param batches writes of a batch
 * @param bytes written, with headers and marks
 * @param syncs forces of a segment
 * @param queue what is appended and not yet written
 * @param segments prepared ones, ahead of the one that is written
 * @param listenerFailures exceptions thrown by listeners
 */
public record WalStatistics(
    long appended,
    long written,
    long synced,
    long critical,
    long batches,
    long bytes,
    Syncs syncs,
    Queue queue,
    Segments segments,
    long listenerFailures) {

  /** The counts of a log that is not written to. */
  public static final WalStatistics NONE =
      new WalStatistics(
          0,
          0,
          0,
          0,
          0,
          0,
          new Syncs(0, 0, 0, 0),
          new Queue(0, 0, 0, 0, 0),
          new Segments(0, 0, 0),
          0);

  /**
   * Forces of a segment.
   *
   * @param count how many
   * @param meanNs their mean time
   * @param p99Ns the time that 99 in 100 of them stayed below
   * @param maxNs the longest
   */
  public record Syncs(long count, double meanNs, long p99Ns, long maxNs) {}

  /**
   * Records that are appended and not yet written.
   *
   * @param records how many there are now
   * @param bytes of those
   * @param blocked appends that had to wait for a buffer
   * @param spilled further buffers taken
   * @param refused appends refused because of backpressure or a full disk
   */
  public record Queue(long records, long bytes, long blocked, long spilled, long refused) {}

  /**
   * Segments.
   *
   * @param ready prepared ahead
   * @param made zero-filled
   * @param recycled prepared from retired ones
   */
  public record Segments(int ready, long made, long recycled) {}
}
