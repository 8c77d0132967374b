package dev.tandem.history.rows;

/**
 * One event of one order. A trade is an event of both of its orders.
 *
 * @param event number of the event record, of a TRADE also the trade's id
 * @param placed names the order: see {@link OrderState#placed}
 * @param price the order's; of a TRADE the trade's
 * @param quantity lots that the event is of: traded, released, placed
 * @param open lots of the order that are open after it
 * @param filled lots of the order that have traded so far
 * @param triggerPrice of a TRIGGERED, SLEEPING or RESTATED; otherwise 0
 * @param reason why, or the code of a refusal; null if there is nothing to say
 * @param liquidity of a TRADE whether the order was MAKER, TAKER, or in an AUCTION; otherwise null
 */
public record OrderEvent(
    long event,
    long placed,
    long timeNs,
    int symbol,
    long orderId,
    long userId,
    String side,
    String kind,
    long price,
    long quantity,
    long open,
    long filled,
    long triggerPrice,
    String reason,
    String liquidity) {

  /** The kind of an event that is a fill. */
  public static final String TRADE = "TRADE";

  /**
   * The kind of the first event of an order that lived already where the history begins: how it
   * stood there. Its number is that of the last event before.
   */
  public static final String RESTATED = "RESTATED";
}
