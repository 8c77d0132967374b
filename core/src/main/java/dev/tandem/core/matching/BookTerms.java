package dev.tandem.core.matching;

import dev.tandem.core.command.LiveTerms;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.Side;
import java.util.HashMap;
import java.util.Map;

/** What the live orders of a book say beside side, price and quantity. */
public final class BookTerms {

  private BookTerms() {}

  /** Those of all orders that rest or sleep and are not {@link LiveTerms#PLAIN}, by order id. */
  public static Map<Long, LiveTerms> of(OrderBook book) {
    Map<Long, LiveTerms> found = new HashMap<>();
    OrderStore orders = book.orders();
    for (Side side : Side.values()) {
      BookSide s = book.side(side.code());
      for (long key = s.firstKey(); key != FarLevels.NONE; key = s.higher(key)) {
        for (int o = s.head(key); o != 0; o = orders.next(o)) {
          if ((orders.postOnly(o) | orders.selfTrade(o) | orders.display(o)) != 0) {
            found.put(
                orders.id(o),
                LiveTerms.PLAIN
                    .of(orders.postOnly(o), orders.selfTrade(o))
                    .showing(orders.display(o)));
          }
        }
      }
    }
    if (book.stops() != null) {
      book.stops()
          .forEach(
              (side, terms, waits, order, user, limit, quantity, trigger, selfTrade) ->
                  found.put(
                      order,
                      LiveTerms.PLAIN.of(0, selfTrade).of(OrderTerms.timeInForce(terms), 0)));
    }
    if (book.timed != null) {
      book.timed.forEach(
          (order, time) ->
              found.put(
                  order,
                  found
                      .getOrDefault(order, LiveTerms.PLAIN)
                      .of(TimedOrders.timeInForce(time), Math.max(0, time))));
    }
    if (book.links != null) {
      book.links.forEach(
          (order, other) ->
              found.put(order, found.getOrDefault(order, LiveTerms.PLAIN).linkedTo(other)));
    }
    found.values().removeIf(LiveTerms.PLAIN::equals);
    return Map.copyOf(found);
  }
}
