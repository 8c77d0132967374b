package dev.tandem.core.command;

/**
 * When and at which price an order trades, FIX's field 40; commands carry it in their {@link
 * OrderTerms}.
 */
public enum OrderType {
  /** At its price or a better one. */
  LIMIT(0),

  /**
   * At the prices that are there, within its limit if it has one and within the protection points
   * of the symbol; never rests.
   */
  MARKET(1),

  /** As {@link #MARKET}, but what is left rests as a limit order at the price of its last trade. */
  MARKET_TO_LIMIT(2),

  /**
   * Sleeps until the symbol trades at its trigger price or beyond it, a buy above and a sell below;
   * then it is a {@link #MARKET} order. Without a limit it gets one from the protection points of
   * the symbol.
   */
  STOP(3),

  /** Sleeps as {@link #STOP}; then it is a limit order. */
  STOP_LIMIT(4),

  /** As {@link #STOP}, but a buy wakes below its trigger and a sell above. */
  TAKE_PROFIT(5),

  /**
   * Sleeps until the symbol trades at its trigger price or beyond it, a buy below and a sell above;
   * then it is a limit order.
   */
  TAKE_PROFIT_LIMIT(6),

  /**
   * As {@link #STOP}, but the trigger trails the best price since the order came: a sell the
   * highest, a buy the lowest. A buy needs a limit.
   */
  TRAILING_STOP(7);

  private static final OrderType[] BY_CODE = new OrderType[8];

  static {
    for (OrderType each : values()) {
      BY_CODE[each.code] = each;
    }
  }

  private final byte code;

  OrderType(int code) {
    this.code = (byte) code;
  }

  /** The code in commands and on disk. */
  public byte code() {
    return code;
  }

  /** Whether it sleeps until a trigger price is reached. */
  public boolean hasTrigger() {
    return code >= STOP.code;
  }

  /** Whether what is not filled at once may rest in the book; else it never does. */
  public boolean mayRest() {
    return this != MARKET && this != STOP && this != TAKE_PROFIT && this != TRAILING_STOP;
  }

  /** Whether it may come without a price. */
  public boolean mayLackPrice() {
    return this == MARKET_TO_LIMIT || !mayRest();
  }

  /** Whether a value has this code. */
  public static boolean isKnown(int code) {
    return code >= 0 && code < BY_CODE.length && BY_CODE[code] != null;
  }

  /**
   * The value with this code.
   *
   * @throws IllegalArgumentException if none has it
   */
  public static OrderType of(int code) {
    if (!isKnown(code)) {
      throw new IllegalArgumentException("order type " + code + ", expected 0 to 7");
    }
    return BY_CODE[code];
  }
}
