package dev.tandem.wal.append;

/**
 * Has a stack that is nearly used up overflow here, where nothing is half done, and not a few calls
 * further on. A recursion that appends on its way down overflows in the log more likely than
 * elsewhere, and a place that is claimed and never filled would stop the log for all its producers.
 */
final class StackRoom {

  /** More than any part of the log needs: about 12 KB where compiled, 40 where interpreted. */
  private static final int CALLS = 256;

  private StackRoom() {}

  /**
   * Passes if there is room; for what happens once a batch, not once a record.
   *
   * @throws StackOverflowError if there is none
   */
  static void check() {
    if (descend(CALLS, 1, 2, 3, 4) == 0) {
      throw new AssertionError("the sum of rising numbers");
    }
  }

  /** Its values are needed behind the call, so that they take their room on the stack. */
  private static long descend(int calls, long a, long b, long c, long d) {
    return calls == 0 ? a : descend(calls - 1, a + 1, b + 2, c + 3, d + 4) + (a ^ b) + (c & d);
  }
}
