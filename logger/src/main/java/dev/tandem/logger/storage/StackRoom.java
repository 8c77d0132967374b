package dev.tandem.logger.storage;

/**
 * Asks for stack before work that must be done whole or not at all. A recursion without an end that
 * logs on its way down overflows in the logger more likely than elsewhere, and its log is what
 * somebody will want to read then.
 */
final class StackRoom {
  /** Calls in each other; several times as many as the work has that asks. */
  private static final int CALLS = 256;

  private StackRoom() {}

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError if there is none
   */
  static void require() {
    if (descend(CALLS) != CALLS) {
      throw new AssertionError();
    }
  }

  private static int descend(int calls) {
    return calls == 0 ? 0 : 1 + descend(calls - 1);
  }
}
