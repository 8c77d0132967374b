package dev.tandem.core.matching;

/** What is known of single orders that rest in a book. */
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

  /** Whether an order rests at this price with so many open lots, hidden ones too. */
  public static boolean rests(OrderBook book, long orderId, long price, long open) {
    int order = book.find(orderId);
    return order != 0 && book.orders().open(order) == open && priceOf(book, order) == price;
  }
}
