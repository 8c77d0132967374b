package dev.tandem.core.command;

/**
 * The price that is held for an order which comes without one: the same for risk, which holds
 * before the book is known, and for matching.
 */
public final class HeldPrice {

  /** It has none, and needs one: {@link ResultCode#LIMIT_REQUIRED}. */
  public static final long NONE = -1;

  private HeldPrice() {}

  /**
   * The price of a PLACE that names none.
   *
   * @return ticks; 0: a sell of which the lots are held, whatever they bring; {@link #NONE}
   */
  public static long of(Command c, SymbolSpec spec) {
    return c.side == Side.BUY_CODE || spec.protectionPoints() == 0 ? NONE : 0;
  }
}
