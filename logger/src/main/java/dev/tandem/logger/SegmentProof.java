package dev.tandem.logger;

import java.nio.file.Path;

/**
 * What its seal proved of a segment when it was read. Without a key it proves nothing.
 *
 * @param file one of the segment's files
 * @param records how many were read, definitions not counted
 * @param what was found, in words
 */
public record SegmentProof(Path file, State state, long records, String what) {
  /** How much of a segment a seal covers. */
  public enum State {
    /** All of it was sealed as it was written, up to a sealed end. */
    COMPLETE,

    /**
     * To a sealed end, but a part of it was plain until a later run found and sealed it: the part
     * is what was there then.
     */
    RECOVERED,

    /** It has no sealed end: it is being written, or its writer died, or its end was removed. */
    UNFINISHED,

    /** It was not sealed: anyone who could write the directory could have written it. */
    PLAIN,

    /** It is not what was written. */
    DAMAGED
  }

  /** Once the segment was read. */
  SegmentProof after(long read, boolean damaged) {
    return new SegmentProof(file, damaged ? State.DAMAGED : state, read, what);
  }
}
