package dev.tandem.core.api;

/**
 * A record that was read from a log, as it can be told from another one of the same number: after a
 * loss of power a log may have lost records that were not synced, and go on with others.
 *
 * @param sequence number of the record; -1: none was read
 * @param timeNs when it was appended, by the log's clock
 * @param digest of its bytes
 */
public record RecordMark(long sequence, long timeNs, long digest) {

  /** Nothing was read. */
  public static final RecordMark NONE = new RecordMark(-1, 0, 0);
}
