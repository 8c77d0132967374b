package dev.tandem.logger.storage;

/**
 * Asks for stack before work that must be done whole or not at all. A recursion without an end that
 * logs on its way down overflows in the logger more likely than elsewhere, and its log is what
 * somebody will want to read then.
 */
final class StackRoom {
  /** More than the work needs that asks: about 12 KB where compiled, 40 where interpreted. */
  private static final int CALLS = 256;

  private StackRoom() {}

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError if there is none
   */
  static void require() {
    if (descend(CALLS, 1, 2, 3, 4) == 0) {
      throw new AssertionError("the sum of rising numbers");
    }
  }

  /** Its values are needed behind the call, so that they take their room on the stack. */
  private static long descend(int calls, long a, long b, long c, long d) {
    return calls == 0 ? a : descend(calls - 1, a + 1, b + 2, c + 3, d + 4) + (a ^ b) + (c & d);
  }
}
