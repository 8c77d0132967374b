package dev.tandem.core.command;

/**
 * The terms of an order as one byte, in a command and on disk: the code of its {@link TimeInForce}
 * in the low four bits, that of its {@link OrderType} in the high four. A limit order has just the
 * code of its time in force.
 */
public final class OrderTerms {

  private static final int TYPE_SHIFT = 4;
  private static final int TIME_MASK = 0xf;

  /** A bit for each code of a time in force with which an order rests. */
  private static final int RESTING;

  /** A bit for each code of an order type that may rest. */
  private static final int MAY_REST;

  /** A bit for each code of an order type that may come without a price. */
  private static final int MAY_LACK_PRICE;

  /** A bit for each code of an order type that has a trigger. */
  private static final int TRIGGERS;

  static {
    int resting = 0;
    for (TimeInForce each : TimeInForce.values()) {
      resting |= each.rests() ? 1 << each.code() : 0;
    }
    RESTING = resting;
    int mayRest = 0;
    int mayLackPrice = 0;
    int triggers = 0;
    for (OrderType each : OrderType.values()) {
      mayRest |= each.mayRest() ? 1 << each.code() : 0;
      mayLackPrice |= each.mayLackPrice() ? 1 << each.code() : 0;
      triggers |= each.hasTrigger() ? 1 << each.code() : 0;
    }
    MAY_REST = mayRest;
    MAY_LACK_PRICE = mayLackPrice;
    TRIGGERS = triggers;
  }

  private OrderTerms() {}

  /** The terms of an order of this type and time in force. */
  public static byte of(OrderType type, TimeInForce timeInForce) {
    return (byte) (type.code() << TYPE_SHIFT | timeInForce.code());
  }

  /** Whether these are terms that the exchange has. */
  public static boolean isKnown(int terms) {
    return OrderType.isKnown(terms >> TYPE_SHIFT) && TimeInForce.isKnown(terms & TIME_MASK);
  }

  /** Whether it sleeps until a trigger price is reached; of known terms. */
  public static boolean hasTrigger(int terms) {
    return (TRIGGERS >>> (terms >> TYPE_SHIFT) & 1) != 0;
  }

  /** Whether these are terms of a limit order; of known terms. */
  public static boolean isLimit(int terms) {
    return terms <= TIME_MASK;
  }

  /** Whether an order may come without a price: of any terms, also of some that are not known. */
  public static boolean mayLackPrice(int terms) {
    return terms >= 0 && (MAY_LACK_PRICE >>> (terms >> TYPE_SHIFT) & 1) != 0;
  }

  /** Whether order type and time in force exclude each other; of known terms. */
  public static boolean contradict(int terms) {
    boolean mustRest = terms >> TYPE_SHIFT == OrderType.MARKET_TO_LIMIT.code();
    boolean mustNot = terms >> TYPE_SHIFT == OrderType.MARKET.code();
    boolean isOther = !isLimit(terms) && isForAuction(terms);
    return isOther || (timeInForce(terms).rests() ? mustNot : mustRest);
  }

  /** Whether it does anything at all only if it takes at once; of known terms. */
  public static boolean mustTake(int terms) {
    return isImmediate(terms) || terms >> TYPE_SHIFT == OrderType.MARKET_TO_LIMIT.code();
  }

  /**
   * Whether an order of these terms, which have a trigger, wakes when the price rises to it, and
   * not when it falls to it.
   *
   * @param side code of a {@link Side}
   */
  public static boolean wakesOnRise(int terms, int side) {
    OrderType type = type(terms);
    boolean isTakeProfit = type == OrderType.TAKE_PROFIT || type == OrderType.TAKE_PROFIT_LIMIT;
    return isTakeProfit == (side == Side.SELL_CODE);
  }

  /** Whether its trigger trails the price; of any terms. */
  public static boolean trails(int terms) {
    return terms >> TYPE_SHIFT == OrderType.TRAILING_STOP.code();
  }

  /**
   * The order type of these terms.
   *
   * @throws IllegalArgumentException if it has none that is known
   */
  public static OrderType type(int terms) {
    return OrderType.of(terms >> TYPE_SHIFT);
  }

  /** Whether its order type never lets it rest, whatever its time in force; of known terms. */
  public static boolean neverRests(int terms) {
    return (MAY_REST >>> (terms >> TYPE_SHIFT) & 1) == 0;
  }

  /** Whether what is not filled at once rests in the book; of known terms. */
  public static boolean rests(int terms) {
    return (RESTING >>> (terms & TIME_MASK) & MAY_REST >>> (terms >> TYPE_SHIFT) & 1) != 0;
  }

  /** Whether the order ends with the session of its symbol; of known terms. */
  public static boolean endsWithSession(int terms) {
    return (terms & TIME_MASK) == TimeInForce.DAY_CODE;
  }

  /** Whether the order ends at a time that it names; of known terms. */
  public static boolean expires(int terms) {
    return (terms & TIME_MASK) == TimeInForce.GTD_CODE;
  }

  /** Whether the order is taken in a call auction alone, and ends with it; of known terms. */
  public static boolean isForAuction(int terms) {
    return (terms & TIME_MASK) == TimeInForce.AT_AUCTION_CODE;
  }

  /** Whether these are terms of a limit order that is not for the auction; of known terms. */
  public static boolean isPlain(int terms) {
    return terms < TimeInForce.AT_AUCTION_CODE;
  }

  /** Whether what is not filled at once is cancelled; of known terms. */
  public static boolean isImmediate(int terms) {
    return !rests(terms);
  }

  /** Whether it is filled whole at once, or not at all; of known terms. */
  public static boolean isFillOrKill(int terms) {
    return (terms & TIME_MASK) == TimeInForce.FOK_CODE;
  }

  /**
   * The time in force of these terms.
   *
   * @throws IllegalArgumentException if it has none that is known
   */
  public static TimeInForce timeInForce(int terms) {
    return TimeInForce.of(terms & TIME_MASK);
  }

  /**
   * The terms as text: the name of the time in force, behind that of the order type if it is no
   * limit order; or the number of terms that are not known.
   */
  public static String nameOf(int terms) {
    if (!isKnown(terms)) {
      return "type " + terms;
    }
    String time = timeInForce(terms).name();
    return isLimit(terms) ? time : type(terms) + " " + time;
  }
}
