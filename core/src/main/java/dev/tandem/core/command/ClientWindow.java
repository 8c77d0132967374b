package dev.tandem.core.command;

/**
 * The rule by which a client's commands are applied at most once.
 *
 * <p>Of each client key the {@value #SIZE} sequences up to the highest one seen are known. A
 * sequence above the highest is new, and moves the window. One in the window is new if it was not
 * seen, so several threads may send under one key; if it was, the command is answered {@link
 * ResultCode#DUPLICATE_COMMAND}, with the first one's result; or {@link
 * ResultCode#CLIENT_SEQUENCE_REUSED} if its {@link CommandSum} is another. What is below the window
 * is refused as {@link ResultCode#STALE_COMMAND}: nobody knows any more.
 *
 * <p>What is known of a sequence has its place at the sequence modulo {@value #SIZE}.
 */
public final class ClientWindow {

  /** Sequences of a client that are known: the highest seen, and those right below it. */
  public static final int SIZE = 256;

  private static final int MASK = SIZE - 1;

  private ClientWindow() {}

  /** Whether a sequence, which is not above the highest, is below the window. */
  public static boolean isStale(long sequence, long highest) {
    // The difference of two longs may need 64 bits, so it is unsigned.
    return Long.compareUnsigned(highest - sequence, SIZE) >= 0;
  }

  /** The place of a sequence. */
  public static int place(long sequence) {
    return (int) sequence & MASK;
  }

  /**
   * How many places below a new highest sequence are of sequences that nobody has sent yet, and
   * must be emptied; at most all others.
   */
  public static int skipped(long highest, long newHighest) {
    long risen = newHighest - highest;
    return Long.compareUnsigned(risen, SIZE) >= 0 ? SIZE - 1 : (int) risen - 1;
  }
}
