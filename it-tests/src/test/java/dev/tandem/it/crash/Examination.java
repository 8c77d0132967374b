package dev.tandem.it.crash;

import java.io.IOException;

/** Compares what survived with what was promised. */
interface Examination {

  /**
   * What was found.
   *
   * @param next sequence of the next record; -1 if the next process need not begin there
   * @param acknowledged promises that count, of all lives
   * @param lost promises that count and were broken
   * @param example one of the broken ones
   */
  record Finding(long next, long acknowledged, long lost, String example) {}

  /** Prepares the board of a process to come. */
  default void prepare(AckBoard board) {}

  /** Takes over what a dead process left on its board; of its acknowledgements so many. */
  void add(AckBoard board, long[] seen);

  /**
   * Looks at what is on the disk; whatever is wrong there is an error, what is lost is counted.
   *
   * @param level what has to survive
   * @param recover whether the log is recovered first; else it is read as it was left
   */
  Finding check(int level, boolean recover) throws IOException;

  /** What must hold of whatever is on the disk. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation is in a library that is not used here.
  static void require(boolean holds, String text, Object... values) {
    if (!holds) {
      throw new AssertionError(String.format(text, values));
    }
  }
}
