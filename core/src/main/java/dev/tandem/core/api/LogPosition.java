package dev.tandem.core.api;

import dev.tandem.wal.Wal;

/**
 * A place in one particular log: what a snapshot stands on.
 *
 * @param logId the log's own number, drawn when it was made
 * @param sequence of the last record included; -1: none
 * @param mark checksum of the log's last mark before the record, which distinguishes one history of
 *     a log from another; {@link Wal#UNKNOWN} where there is no record
 */
public record LogPosition(long logId, long sequence, long mark) {

  /** A place from which on there is the whole log. */
  public static LogPosition beginningOf(long logId) {
    return new LogPosition(logId, -1, Wal.UNKNOWN);
  }
}
