package dev.tandem.history.store;

import dev.tandem.core.api.RecordMark;

/**
 * How far a database has its log.
 *
 * @param logId which log it is of
 * @param wholeFrom number of the first event record that it has; 0: all
 * @param wholeFromCommand number of the first command with event records that it has
 * @param wholeFromNs time of the last command before that one; 0: none
 * @param nextEvent number of the first event record that it has not yet
 * @param nextCommand number of the first command with event records that it has not yet
 * @param timeNs time of the last command that it has; 0 if there is none
 * @param last the last record of the log that went into it, by which the log is known again
 */
public record Progress(
    long logId,
    long wholeFrom,
    long wholeFromCommand,
    long wholeFromNs,
    long nextEvent,
    long nextCommand,
    long timeNs,
    RecordMark last) {

  /** The same behind more commands. */
  public Progress at(long newNextEvent, long newNextCommand, long newTimeNs) {
    return new Progress(
        logId,
        wholeFrom,
        wholeFromCommand,
        wholeFromNs,
        newNextEvent,
        newNextCommand,
        newTimeNs,
        last);
  }

  /** The same, with what a record has, if that is a later one. */
  public Progress behind(RecordMark record) {
    return record.sequence() <= last.sequence()
        ? this
        : new Progress(
            logId,
            wholeFrom,
            wholeFromCommand,
            wholeFromNs,
            nextEvent,
            nextCommand,
            timeNs,
            record);
  }
}
