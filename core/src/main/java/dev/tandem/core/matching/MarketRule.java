package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;

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

  /**
   * Has the order of a PLACE take. What is left of it is cancelled, or rests at the price of its
   * last trade.
   */
  static void place(Command c, OrderBook book) {
    if (!admits(c, book)) {
      return;
    }
    if (book.isLive(c.orderId)) {
      c.reject(ResultCode.DUPLICATE_ORDER_ID);
      return;
    }
    take(c, book);
  }

  /** The same of an order that nothing refuses. */
  static void take(Command c, OrderBook book) {
    if (c.quantity == 0) {
      spend(c, book, c.instructions().budget());
      return;
    }
    long limit = limitOf(c.side, HeldPrice.of(c, book.spec()), book);
    long rest =
        book.match(c.side, limit, c.quantity, c.orderId, c.userId, c.holdTag, c.terms, c.outcomes);
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = limit;
    c.filledQuantity = c.quantity - rest - book.takePrevented();
    if (rest != 0 && c.filledQuantity != 0 && OrderTerms.rests(c.terms) && rests(c, book, rest)) {
      c.orderPrice = book.lastPrice();
      c.openQuantity = rest;
      book.orders().addFilled(book.find(c.orderId), c.filledQuantity);
    } else {
      c.releasedQuantity = rest;
    }
  }

  /**
   * Has an order buy at each price as many lots as what is left of its budget pays, best price
   * first. It ends where no lot can be paid any more: at a worse price neither. Lots that its mode
   * of self-trades takes off it are off its budget, too.
   */
  private static void spend(Command c, OrderBook book, long budget) {
    BookSide other = book.side(c.side ^ 1);
    SymbolSpec spec = book.spec();
    long limit = limitOf(c.side, c.price == 0 ? Long.MAX_VALUE : c.price, book);
    long left = budget;
    long open = 0;
    do {
      long price = other.crosses(other.key(limit)) ? other.bestPrice() : 0;
      long lots = price == 0 ? 0 : spec.limits().inSteps(left / spec.tickScale() / price);
      if (lots == 0) {
        break;
      }
      open = book.match(c.side, price, lots, c.orderId, c.userId, c.holdTag, c.terms, c.outcomes);
      left -= (lots - open) * price * spec.tickScale();
      c.filledQuantity += lots - open - book.takePrevented();
    } while (open != 0);
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = limit;
  }

  /** Lets what is left rest, unless it is worth too much there, or its side has no room. */
  private static boolean rests(Command c, OrderBook book, long lots) {
    long price = book.lastPrice();
    SymbolSpec spec = book.spec();
    return lots <= Long.MAX_VALUE / spec.tickScale() / price
        && !spec.limits().isWorthTooMuch(price, lots, spec.tickScale())
        && book.insert(c.side, price, lots, c.orderId, c.userId, c.holdTag) > 0;
  }
}
