package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;

/** How an order takes that is no limit order: at the prices that are there, within bounds. */
final class MarketRule {

  private MarketRule() {}

  /** Whether the order of a PLACE has a limit or needs none; else it is refused. */
  static boolean admits(Command c, OrderBook book) {
    if (c.price != 0 || c.type != CommandType.PLACE || HeldPrice.of(c, book.spec()) >= 0) {
      return true;
    }
    c.reject(ResultCode.LIMIT_REQUIRED);
    return false;
  }

  /**
   * Narrows a limit to the protection points behind the best opposite price.
   *
   * @param limit in ticks; 0: a sell has none
   */
  static long limitOf(int side, long limit, OrderBook book) {
    BookSide other = book.side(side ^ 1);
    long points = book.spec().protectionPoints();
    if (points == 0 || other.isEmpty()) {
      return Math.max(1, limit);
    }
    long best = other.bestPrice();
    if (side == Side.SELL_CODE) {
      return Math.max(limit, Math.max(1, best - points));
    }
    // A sum that does not fit is behind every limit.
    return best > limit - points ? limit : best + points;
  }

  /** Has the order of a PLACE take; what is left of it is cancelled. */
  static void place(Command c, OrderBook book) {
    if (!admits(c, book)) {
      return;
    }
    if (book.isLive(c.orderId)) {
      c.reject(ResultCode.DUPLICATE_ORDER_ID);
      return;
    }
    long limit = limitOf(c.side, c.price, book);
    long rest =
        book.match(c.side, limit, c.quantity, c.orderId, c.userId, c.holdTag, c.terms, c.outcomes);
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = limit;
    c.filledQuantity = c.quantity - rest;
    c.releasedQuantity = rest;
  }
}
