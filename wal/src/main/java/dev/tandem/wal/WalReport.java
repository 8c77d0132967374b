package dev.tandem.wal;

import java.util.List;

/**
 * What {@link WalVerifier} found in a directory.
 *
 * @param segments by number
 * @param problems in the order of the log; empty if it is sound to the last byte
 * @param records that are sound
 * @param recordBytes of those, with headers
 * @param batches writes that made them, and the mark that a log at rest leaves
 * @param firstSequence of the sound records; -1 if there are none
 * @param lastSequence of the sound records; -1 if there are none
 * @param firstTimestampNs of the first sound record; 0 if there is none
 * @param lastTimestampNs of the last sound record; 0 if there is none
 * @param recordsByType at index t, those with type t
 * @param tail in words: how the log ends
 */
public record WalReport(
    List<Segment> segments,
    List<Problem> problems,
    long records,
    long recordBytes,
    long batches,
    long firstSequence,
    long lastSequence,
    long firstTimestampNs,
    long lastTimestampNs,
    List<Long> recordsByType,
    String tail) {

  /** How a segment was found. */
  public enum State {
    /** It has an end mark: the log continued in the next segment, or was closed. */
    ENDED,
    /** It is the last one with records, and the log was not closed. */
    OPEN,
    /** Prepared, and never used. */
    UNUSED,
    /** Below what is kept; the next opening deletes it. */
    LEFTOVER,
    /** It ends in a torn tail, which the next opening repairs. */
    TORN,
    /** Something that was forced is not there any more. */
    DAMAGED
  }

  /**
   * A segment file.
   *
   * @param firstSequence of its sound records; -1 if there are none
   * @param lastSequence of its sound records; -1 if there are none
   * @param usedBytes from the beginning of the file to the end of what is sound
   */
  public record Segment(
      String file,
      long number,
      long epoch,
      long firstSequence,
      long lastSequence,
      long records,
      long batches,
      long usedBytes,
      long fileBytes,
      State state) {}

  /**
   * A place that is not as it should be.
   *
   * @param sequence of the record that should be there; -1 if that is not known
   * @param tornTail whether it is what a crash leaves for certain, and the next opening drops
   */
  public record Problem(
      String segment, long offset, long sequence, String expected, String found, boolean tornTail) {

    @Override
    public String toString() {
      return segment
          + ": offset "
          + offset
          + ", sequence "
          + sequence
          + ": expected "
          + expected
          + ", found "
          + found
          + (tornTail ? " (torn tail)" : "");
    }
  }

  /**
   * Whether there is no damage, at most a torn tail. Two kinds of logs open, or can be repaired,
   * and are not sound: a log without the file that lists its segments, and a log whose tail may be
   * damage, see {@link WalRecoveryReport#doubt}.
   */
  public boolean sound() {
    return problems.stream().allMatch(Problem::tornTail);
  }
}
