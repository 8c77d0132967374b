package dev.tandem.wal.append;

/**
 * Checks that there is stack before a step that must be done whole or not at all. A thread that
 * recurses without end and appends at each level is likely to overflow inside the log. Most
 * services catch that error and continue. If it struck in the middle of such a step, a segment or a
 * buffer would be lost: without the probe, such threads have left a log that stood still for all
 * its producers, and one with a gap before synced records. A batch may end after a few records, so
 * this does happen. With the probe the error strikes where nothing is begun.
 */
final class StackProbe {

  /** More than any part of the log needs: about 12 KB where compiled, 40 where interpreted. */
  private static final int CALLS = 256;

  private StackProbe() {}

  /**
   * Returns if there is room. It is called once for each batch or wait, not once for each record.
   *
   * @throws StackOverflowError if there is none
   */
  static void require() {
    require(CALLS);
  }

  /**
   * As {@link #require}, for who writes in the writer's place: that may have to settle what another
   * append of the same thread has left, which probes again.
   */
  static void requireForWriting() {
    require(2 * CALLS);
  }

  private static void require(int calls) {
    if (descend(calls, 1, 2, 3, 4) == 0) {
      throw new AssertionError("the sum of rising numbers");
    }
  }

  /** Its values are needed after the call, so they take room on the stack. */
  private static long descend(int calls, long a, long b, long c, long d) {
    return calls == 0 ? a : descend(calls - 1, a + 1, b + 2, c + 3, d + 4) + (a ^ b) + (c & d);
  }
}
