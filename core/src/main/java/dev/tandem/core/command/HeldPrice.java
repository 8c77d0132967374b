package dev.tandem.core.command;

/**
 * The price at which an order is held for: its own, or for one that comes without what the symbol
 * says. The same for risk, which holds before the book is known, and for matching.
 */
public final class HeldPrice {

  /** It has none, and needs one: {@link ResultCode#LIMIT_REQUIRED}. */
  public static final long NONE = -1;

  private HeldPrice() {}

  /**
   * The price of a PLACE.
   *
   * @return ticks; 0: a sell of which the lots are held, whatever they bring, or a buy with a
   *     budget; {@link #NONE}
   */
  public static long of(Command c, SymbolSpec spec) {
    if (c.price != 0) {
      return c.price;
    }
    long points = spec.protectionPoints();
    boolean buy = c.side == Side.BUY_CODE;
    if (c.quantity == 0) {
      return 0;
    }
    if (points == 0) {
      return NONE;
    }
    if (!OrderTerms.hasTrigger(c.terms)) {
      return buy ? NONE : 0;
    }
    if (OrderTerms.trails(c.terms)) {
      // Where it will be triggered nobody knows yet.
      return buy ? NONE : 1;
    }
    return behind(c.side, c.instructions().triggerPrice(), points);
  }

  /**
   * The limit of an order with a trigger that names none.
   *
   * @param side code of a {@link Side}
   * @param trigger in ticks
   * @param points protection points of its symbol
   * @return ticks
   */
  public static long behind(byte side, long trigger, long points) {
    // A sum that does not fit is above every price.
    return side == Side.BUY_CODE
        ? trigger + Math.min(points, Long.MAX_VALUE - trigger)
        : Math.max(1, trigger - points);
  }
}
