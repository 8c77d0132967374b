package dev.tandem.history;

/**
 * How far a history is.
 *
 * @param place the address of the database, without what is secret
 * @param exists whether there is anything in it
 * @param wholeFrom number of the first event record that it has; those before were not in the log
 *     any more when it was built
 * @param wholeFromNs time of the last command before that, ns since the epoch; 0 if it has all from
 *     the first on
 * @param nextEvent number of the first event record that it has not yet
 * @param timeNs time of the last command that it has, ns since the epoch; 0 if there is none
 * @param caughtUp whether it had all that there was when it last looked
 * @param recordsLeft records of the log that are not in it, as they are not known to be on the
 *     disk, or have come meanwhile; only where it was built, otherwise 0
 * @param problem why it does not go on at the moment; null if it does
 */
public record HistoryStatus(
    String place,
    boolean exists,
    long wholeFrom,
    long wholeFromNs,
    long nextEvent,
    long timeNs,
    boolean caughtUp,
    long recordsLeft,
    String problem) {

  HistoryStatus with(long newRecordsLeft) {
    return new HistoryStatus(
        place,
        exists,
        wholeFrom,
        wholeFromNs,
        nextEvent,
        timeNs,
        caughtUp,
        newRecordsLeft,
        problem);
  }
}
