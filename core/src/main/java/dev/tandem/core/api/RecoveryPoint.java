package dev.tandem.core.api;

/**
 * A point in the life of a log.
 *
 * @param sequence of the last record before it; the largest number for the end of the log
 * @param timestampNs time of the last record before it, ns since the epoch; the largest number for
 *     any
 */
public record RecoveryPoint(long sequence, long timestampNs) {

  /** The end of the log. */
  public static final RecoveryPoint END = new RecoveryPoint(Long.MAX_VALUE, Long.MAX_VALUE);

  /** After this record of the log. */
  public static RecoveryPoint record(long sequence) {
    if (sequence < 0) {
      throw new IllegalArgumentException("record " + sequence + ", expected 0 or more");
    }
    return new RecoveryPoint(sequence, Long.MAX_VALUE);
  }

  /**
   * After the last record that was appended at this time or before, by the log's clock.
   *
   * @param timestampNs ns since the epoch
   */
  public static RecoveryPoint time(long timestampNs) {
    return new RecoveryPoint(Long.MAX_VALUE, timestampNs);
  }
}
