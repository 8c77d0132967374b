package dev.tandem.core.command;

/**
 * How long an order lives, FIX's field 59. Callers use the constant; commands carry the code as a
 * part of their {@link OrderTerms}.
 */
public enum TimeInForce {
  /** Good till cancelled: what is not filled at once rests in the book. */
  GTC('1', true),
  /**
   * Immediate or cancel: what is not filled at once is cancelled. Refused during a call auction.
   */
  IOC('3', false),
  /**
   * Fill or kill: filled whole at once, or cancelled whole without a trade. Refused during a call
   * auction.
   */
  FOK('4', false),
  /** Good for the day: as {@link #GTC}, until an END_SESSION of its symbol ends it. */
  DAY('0', true),
  /** Good till date: as {@link #GTC}, until the time that the order names. */
  GTD('6', true),
  /**
   * Good for the auction: taken during a call auction alone. It trades in the uncross, and what is
   * left of it leaves with the end of the auction. FIX 4.4 knows auctions by what they do: this is
   * its At the Opening, since an uncross opens continuous trading.
   */
  AT_AUCTION('2', true);

  /** Code of {@link #GTC}. */
  public static final byte GTC_CODE = 0;

  /** Code of {@link #IOC}. */
  public static final byte IOC_CODE = 1;

  /** Code of {@link #FOK}. */
  public static final byte FOK_CODE = 2;

  /** Code of {@link #DAY}. */
  public static final byte DAY_CODE = 3;

  /** Code of {@link #GTD}. */
  public static final byte GTD_CODE = 4;

  /** Code of {@link #AT_AUCTION}. */
  public static final byte AT_AUCTION_CODE = 5;

  private static final TimeInForce[] BY_CODE = values();

  private final char fix;
  private final boolean rests;

  TimeInForce(char fix, boolean rests) {
    this.fix = fix;
    this.rests = rests;
  }

  /** The code in commands and on disk: the ordinal. */
  public byte code() {
    return (byte) ordinal();
  }

  /** The value of FIX's TimeInForce (59). */
  public char fix() {
    return fix;
  }

  /** Whether what is not filled at once rests in the book. */
  public boolean rests() {
    return rests;
  }

  /** Whether what is not filled at once is cancelled. */
  public boolean isImmediate() {
    return !rests;
  }

  /** Whether a value has this code. */
  public static boolean isKnown(int code) {
    return code >= 0 && code < BY_CODE.length;
  }

  /**
   * The value with this code.
   *
   * @throws IllegalArgumentException if none has it
   */
  public static TimeInForce of(int code) {
    if (!isKnown(code)) {
      throw new IllegalArgumentException("time in force " + code + ", expected " + listed());
    }
    return BY_CODE[code];
  }

  /** The value with this value of FIX's field 59; null if none has it. */
  public static TimeInForce ofFix(char value) {
    for (TimeInForce each : BY_CODE) {
      if (each.fix == value) {
        return each;
      }
    }
    return null;
  }

  /** The names of all values, for messages. */
  public static String listed() {
    StringBuilder text = new StringBuilder(BY_CODE[0].name());
    for (int i = 1; i < BY_CODE.length; i++) {
      text.append(i == BY_CODE.length - 1 ? " or " : ", ").append(BY_CODE[i].name());
    }
    return text.toString();
  }
}
