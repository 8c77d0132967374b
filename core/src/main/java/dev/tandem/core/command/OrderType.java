package dev.tandem.core.command;

/**
 * When and at which price an order trades, FIX's field 40; commands carry it in their {@link
 * OrderTerms}. Codes 2, 3, 5 and 7 are kept for MARKET_TO_LIMIT, STOP, TAKE_PROFIT and
 * TRAILING_STOP, which the exchange does not have yet.
 */
public enum OrderType {
  /** At its price or a better one. */
  LIMIT(0),

  /**
   * At the prices that are there, within its limit if it has one and within the protection points
   * of the symbol; never rests.
   */
  MARKET(1),

  /**
   * Sleeps until the symbol trades at its trigger price or beyond it, a buy above and a sell below;
   * then it is a limit order.
   */
  STOP_LIMIT(4),

  /**
   * Sleeps until the symbol trades at its trigger price or beyond it, a buy below and a sell above;
   * then it is a limit order.
   */
  TAKE_PROFIT_LIMIT(6);

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
    return this != LIMIT && this != MARKET;
  }

  /** Whether what is not filled at once may rest in the book; else it never does. */
  public boolean mayRest() {
    return this != MARKET;
  }

  /** Whether it may come without a price. */
  public boolean mayLackPrice() {
    return this == MARKET;
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
      throw new IllegalArgumentException("order type " + code + ", expected 0, 1, 4 or 6");
    }
    return BY_CODE[code];
  }
}
