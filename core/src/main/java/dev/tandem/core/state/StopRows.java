package dev.tandem.core.state;

/** The rows of {@link TableKind#STOPS}: what the first word of one says. */
public final class StopRows {

  private static final int TERMS_SHIFT = 8;
  private static final int WAITING_SHIFT = 16;
  private static final int SELF_TRADE_SHIFT = 24;
  private static final int PPM_SHIFT = 40;
  private static final int BYTE = 0xff;

  private StopRows() {}

  /**
   * The first word.
   *
   * @param selfTrade code of a {@link dev.tandem.core.command.SelfTrade}
   * @param inPpm whether it trails by an offset in ppm
   */
  public static long head(int side, int terms, boolean waiting, int selfTrade, boolean inPpm) {
    return side
        | (terms & BYTE) << TERMS_SHIFT
        | (waiting ? 1 << WAITING_SHIFT : 0)
        | (long) selfTrade << SELF_TRADE_SHIFT
        | (inPpm ? 1L << PPM_SHIFT : 0);
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
    return (head >>> WAITING_SHIFT & BYTE) == 1;
  }

  /** Whether the order trails by an offset in ppm. */
  public static boolean isInPpm(long head) {
    return (head >>> PPM_SHIFT & BYTE) == 1;
  }

  /** Code of the mode of self-trades. */
  public static int selfTrade(long head) {
    return (int) (head >>> SELF_TRADE_SHIFT) & BYTE;
  }
}
