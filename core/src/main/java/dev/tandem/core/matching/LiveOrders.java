package dev.tandem.core.matching;

import dev.tandem.core.command.Outcomes;

/** What is known of single live orders, and how one leaves. */
public final class LiveOrders {

  private LiveOrders() {}

  /** The lots of an order that have traded; 0 if there is none. */
  public static long filledOf(OrderBook book, long orderId) {
    return book.orders().filled(book.find(orderId));
  }

  /** The price in ticks at which an order rests. */
  static long priceOf(OrderBook book, int order) {
    OrderStore orders = book.orders();
    return book.side(orders.side(order)).key(book.levels().key(orders.level(order)));
  }

  /** Whether an order that rests or sleeps is a user's. */
  static boolean isOf(OrderBook book, long orderId, long userId) {
    int order = book.find(orderId);
    return order == 0
        ? book.stops() != null && book.stops().find(orderId, userId) != 0
        : book.orders().user(order) == userId;
  }

  /** The id of the other leg of an order; 0 if it has none. */
  public static long linkedTo(OrderBook book, long orderId) {
    return book.links == null ? 0 : book.links.otherOf(orderId);
  }

  /** Removes an order, which rests or sleeps, and says so with a reason. */
  static void leave(OrderBook book, long orderId, int reason, Outcomes outcomes) {
    if (book.stops() != null && book.stops().leave(orderId, reason, outcomes)) {
      return;
    }
    long user = book.orders().user(book.find(orderId));
    long lots = book.cancel(orderId, user);
    outcomes.change(
        Outcomes.RELEASE,
        book.symbol(),
        book.foundSide(),
        reason,
        orderId,
        user,
        book.foundPrice(),
        lots,
        0,
        book.foundTag());
  }

  /** Whether an order rests at this price with so many open lots, hidden ones too. */
  public static boolean rests(OrderBook book, long orderId, long price, long open) {
    int order = book.find(orderId);
    return order != 0 && book.orders().open(order) == open && priceOf(book, order) == price;
  }
}
