package dev.tandem.core.marketdata;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.SymbolState;

/**
 * Receives what changes in the books. For each command that changes anything: {@link #begin}, then
 * trades and orders in the order in which they happened, then each price level that was touched,
 * then the top of the book and the state if they are others now, then {@link #end}.
 *
 * <p>Called on the thread that calls {@link MarketData#apply}. Sides are codes of {@link
 * dev.tandem.core.command.Side}, prices in ticks, quantities in lots.
 */
public interface MarketListener {

  /** Stands for the taker's side of a trade in an uncross, where nobody takes. */
  int NO_SIDE = -1;

  /** What became of an order. */
  enum OrderChange {
    /** It rests in the book now, at the end of the queue of its price. */
    ADDED,
    /** It shows fewer lots and keeps its place. */
    REDUCED,
    /** It went to the end of the queue of its price, which may be a new one. */
    MOVED,
    /** It has left the book. */
    REMOVED
  }

  /**
   * The exchange starts with this book. Called before its first change, on the thread that starts
   * the exchange.
   */
  default void start(BookSnapshot book) {}

  /**
   * A command changed a symbol's market.
   *
   * @param sequence number of this change among those of the symbol, from 1, without a gap
   * @param event number of the command's RESULT record in the event stream of the kernel
   * @param timestampNs time of the command, nanoseconds since the epoch
   */
  default void begin(int symbol, long sequence, long event, long timestampNs) {}

  /**
   * A trade.
   *
   * @param id number of its record in the event stream, unique over restarts
   * @param takerSide code of the side that took; {@link #NO_SIDE} in an uncross
   */
  default void trade(
      long id, int takerSide, long price, long quantity, long takerOrderId, long makerOrderId) {}

  /**
   * An order.
   *
   * @param price where it rests now, or rested at last
   * @param quantity open lots that it shows now; 0 if it was removed
   */
  default void order(OrderChange change, int side, long orderId, long price, long quantity) {}

  /**
   * A price level as it is now.
   *
   * @param quantity open lots that all its orders show; 0 if it is gone
   * @param orders how many they are
   */
  default void level(int side, long price, long quantity, int orders) {}

  /** The best prices and the lots shown there as they are now; 0 for a side that is empty. */
  default void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {}

  /** The symbol is in another state than before. */
  default void state(SymbolState state) {}

  /** Everything of the command was reported. */
  default void end() {}
}
