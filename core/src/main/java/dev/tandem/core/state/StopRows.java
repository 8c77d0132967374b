package dev.tandem.core.state;

/** The rows of {@link TableKind#STOPS}: what the first word of one says. */
public final class StopRows {

  private static final int TERMS_SHIFT = 8;
  private static final int WAITING_SHIFT = 16;
  private static final int BYTE = 0xff;

  private StopRows() {}

  /** The first word. */
  public static long head(int side, int terms, boolean waiting) {
    return side | (terms & BYTE) << TERMS_SHIFT | (waiting ? 1 << WAITING_SHIFT : 0);
  }

  /** Code of the side of a first word. */
  public static int side(long head) {
    return (int) head & BYTE;
  }

  /** Terms of a first word. */
  public static byte terms(long head) {
    return (byte) (head >>> TERMS_SHIFT);
  }

  /** Whether the order is triggered and waits. */
  public static boolean isWaiting(long head) {
    return head >>> WAITING_SHIFT == 1;
  }
}
