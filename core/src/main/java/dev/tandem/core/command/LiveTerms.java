package dev.tandem.core.command;

/**
 * What a live order says beside type, side, price and quantity, as far as it still matters: a
 * minimum quantity and a budget are done with once an order rests or sleeps.
 *
 * @param expireTime of an order that expires, in nanoseconds since the epoch; otherwise 0
 * @param postOnly null if it may take
 * @param selfTrade how it takes when it is triggered or moved
 * @param displayQuantity the lots that it shows at most; 0: it shows all
 * @param linkedOrder the id of its other leg; 0: it has none
 */
public record LiveTerms(
    TimeInForce timeInForce,
    long expireTime,
    PostOnly postOnly,
    SelfTrade selfTrade,
    long displayQuantity,
    long linkedOrder) {

  /** Of an order that is good till cancelled, and says nothing else. */
  public static final LiveTerms PLAIN =
      new LiveTerms(TimeInForce.GTC, 0, null, SelfTrade.NONE, 0, 0);

  /** Those of an order that shows all its lots. */
  public LiveTerms(
      TimeInForce timeInForce, long expireTime, PostOnly postOnly, SelfTrade selfTrade) {
    this(timeInForce, expireTime, postOnly, selfTrade, 0, 0);
  }

  /** Those of the order of a PLACE, if it lives. */
  public static LiveTerms of(Command place) {
    Instructions i = place.instructions();
    TimeInForce time = OrderTerms.timeInForce(place.terms);
    if (i == null) {
      return time == TimeInForce.GTC ? PLAIN : PLAIN.of(time, 0);
    }
    return PLAIN
        .of(i.postOnly(), i.selfTrade())
        .of(time, i.expireTime())
        .showing(i.displayQuantity())
        .linkedTo(i.linkedOrder());
  }

  /** The same with another end. */
  public LiveTerms of(TimeInForce newTime, long newExpireTime) {
    return new LiveTerms(newTime, newExpireTime, postOnly, selfTrade, displayQuantity, linkedOrder);
  }

  /** The same of an order that shows so many lots at most; 0: all. */
  public LiveTerms showing(long lots) {
    return new LiveTerms(timeInForce, expireTime, postOnly, selfTrade, lots, linkedOrder);
  }

  /** The same of an order with another leg; 0: with none. */
  public LiveTerms linkedTo(long orderId) {
    return new LiveTerms(timeInForce, expireTime, postOnly, selfTrade, displayQuantity, orderId);
  }

  /**
   * The same with other modes. What is post only never takes, so it has no mode of self-trades.
   *
   * @param newPostOnly code of post only, 0 if it may take
   * @param newSelfTrade code of a {@link SelfTrade}
   */
  public LiveTerms of(int newPostOnly, int newSelfTrade) {
    PostOnly mode = newPostOnly == 0 ? null : PostOnly.of(newPostOnly);
    SelfTrade taking = mode == null ? SelfTrade.of(newSelfTrade) : SelfTrade.NONE;
    return new LiveTerms(timeInForce, expireTime, mode, taking, displayQuantity, linkedOrder);
  }
}
