package dev.tandem.core.command;

/**
 * What becomes of an order that would trade with another one of its own user, as it enters, is
 * triggered or moved. The order that takes decides; what the resting one says does not matter.
 */
public enum SelfTrade {
  /** Orders of one user trade with each other. */
  NONE,

  /** What is left of the order that takes is cancelled. */
  CANCEL_NEWEST,

  /** The resting order is cancelled, and the other one continues to take. */
  CANCEL_OLDEST,

  /** What is left of both orders is cancelled. */
  CANCEL_BOTH,

  /** The open lots of the smaller of the two are taken off both, without a trade. */
  DECREMENT;

  public static final int NONE_CODE = 0;
  public static final int CANCEL_NEWEST_CODE = 1;
  public static final int CANCEL_OLDEST_CODE = 2;
  public static final int CANCEL_BOTH_CODE = 3;
  public static final int DECREMENT_CODE = 4;

  /** The code in {@link Instructions}, in the book and on disk. */
  public int code() {
    return ordinal();
  }

  /** Whether a value has this code. */
  public static boolean isKnown(int code) {
    return code >= 0 && code <= DECREMENT_CODE;
  }

  /**
   * The value with this code.
   *
   * @throws IllegalArgumentException if none has it
   */
  public static SelfTrade of(int code) {
    if (!isKnown(code)) {
      throw new IllegalArgumentException("self-trade mode " + code + ", expected 0 to 4");
    }
    return values()[code];
  }
}
