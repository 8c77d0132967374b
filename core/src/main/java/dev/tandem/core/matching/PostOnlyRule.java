package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;

/** What becomes of an order that must not take. */
final class PostOnlyRule {

  private PostOnlyRule() {}

  /**
   * The price at which an order rests that would take.
   *
   * @param code of its {@link PostOnly}
   * @param lots its open lots
   * @param other the side that it would take from
   * @return ticks; negative: a refusal, as the commands of an {@link OrderBook} return it
   */
  static long priceOf(int code, long lots, BookSide other, SymbolSpec spec) {
    // One tick in front of the best. What is then no price is 0 or, by overflow, negative.
    long price = code == PostOnly.SLIDE_CODE ? other.key(other.bestKey() - 1) : 0;
    if (price <= 0) {
      return -ResultCode.WOULD_TAKE.code();
    }
    // A sell is worth more at the price that it slides to.
    if (spec.limits().isWorthTooMuch(price, lots, spec.tickScale())) {
      return -ResultCode.NOTIONAL_TOO_LARGE.code();
    }
    return lots > Long.MAX_VALUE / spec.tickScale() / price ? -ResultCode.OVERFLOW.code() : price;
  }

  /**
   * The price at which an order of the book comes to rest by an AMEND, if it rests.
   *
   * @param lots its open lots then
   * @return ticks; negative: a refusal
   */
  static long priceOf(Command c, int order, long lots, OrderBook book) {
    int code = book.orders().postOnly(order);
    BookSide other = book.side(book.orders().side(order) ^ 1);
    boolean takes = !book.state().mayCross() && other.crosses(other.key(c.price));
    return takes && code != 0 ? priceOf(code, lots, other, book.spec()) : c.price;
  }

  /**
   * Lets the order of a PLACE rest, which must not take.
   *
   * @param code of its {@link PostOnly}
   */
  static void place(Command c, OrderBook book, int code) {
    if (book.isLive(c.orderId)) {
      c.reject(ResultCode.DUPLICATE_ORDER_ID);
      return;
    }
    BookSide other = book.side(c.side ^ 1);
    boolean takes = !book.state().mayCross() && other.crosses(other.key(c.price));
    long price = takes ? priceOf(code, c.quantity, other, book.spec()) : c.price;
    long lots =
        price < 0 ? price : book.insert(c.side, price, c.quantity, c.orderId, c.userId, c.holdTag);
    if (lots < 0) {
      c.result = (byte) -lots;
      return;
    }
    book.orders().modes(book.find(c.orderId), code, 0);
    c.result = ResultCode.OK_CODE;
    c.orderSide = c.side;
    c.orderPrice = price;
    c.openQuantity = lots;
  }
}
