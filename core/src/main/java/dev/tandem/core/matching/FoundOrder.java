package dev.tandem.core.matching;

/**
 * What an {@link OrderBook} knows of the order of its command: what a cancel, reduce or move has
 * found, until the next one, and how an order takes.
 */
abstract class FoundOrder {

  /** The mode of the order that takes next, by {@link SelfTradeRule}; NONE between commands. */
  int selfTrade;

  /** Lots that the mode of an order has taken off it; nobody has asked for them yet. */
  long prevented;

  int foundSide;
  int foundTag;
  long foundPrice;
  long foundQuantity;

  /** Lots that the mode of the order that took has taken off it. */
  long takePrevented() {
    long lots = prevented;
    prevented = 0;
    return lots;
  }

  /** Side of the order that the last cancel, reduce or move found. */
  public int foundSide() {
    return foundSide;
  }

  /** Price of the order that the last cancel or reduce found, the new one of a move. */
  public long foundPrice() {
    return foundPrice;
  }

  /** Tag of the order that the last cancel, reduce or move found. */
  public int foundTag() {
    return foundTag;
  }

  /**
   * Open lots, hidden ones too, of the order that the last cancel or reduce found; of a move before
   * it took, without those that its {@link dev.tandem.core.command.SelfTrade} has cancelled.
   */
  public long foundQuantity() {
    return foundQuantity;
  }
}
