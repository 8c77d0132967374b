package dev.tandem.core;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.journal.LoggedImage;

/**
 * The state of an exchange's log at its end or at an earlier point, made without changing anything:
 * it takes no lock, opens no file for writing and repairs no torn tail. So the log may be on a
 * read-only disk, and an exchange may be using it, in this process or another.
 *
 * @param summary size and hashes of the state
 * @param recovery what was found; a torn tail was left as it is
 * @param inUse whether an exchange had the log when this began
 * @param lastRecord the last record of the log that is included; -1 if there is none
 * @param lastTimestampNs when that was appended, ns since the epoch, by the log's clock; 0 if it is
 *     not known, because a snapshot includes it
 */
public record LoggedState(
    StateSummary summary,
    RecoveryReport recovery,
    boolean inUse,
    long lastRecord,
    long lastTimestampNs) {

  /**
   * Reads a log: the newest valid snapshot in front of the point, and the records up to it.
   *
   * @param options where the log is, and whether snapshots are used
   * @throws JournalException if the log or the snapshots cannot be read or made sense of, or do not
   *     reach that point
   */
  public static LoggedState read(JournalOptions options, RecoveryPoint point) {
    try (LoggedImage image = LoggedImage.read(options, point)) {
      return new LoggedState(
          StateSummary.of(image.image()),
          image.recovery(),
          image.inUse(),
          image.lastRecord(),
          image.lastTimestampNs());
    }
  }
}
