package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.OrderTerms;

/**
 * The memory of what the books of a shard keep beside the orders that rest: those that sleep, those
 * that a time ends, and the pairs of which one cancels the other. Each book gets its table with the
 * first such order, in memory that it shares with the others.
 */
final class SideTables {

  /** Where orders sleep; null until the first one does. */
  private StopStore sleeping;

  /** What a time ends; null until the first such order. */
  private TimedStore timed;

  /** The legs of all pairs; null until the first one. */
  private OrderStore linked;

  /** Whether a time has ever ended an order, or is to. */
  boolean hasTimed() {
    return timed != null;
  }

  StopOrders stopsOf(OrderBook book) {
    if (sleeping == null) {
      sleeping = new StopStore();
    }
    return book.stops(sleeping);
  }

  TimedOrders timedOf(OrderBook book) {
    if (timed == null) {
      timed = new TimedStore();
    }
    if (book.timed == null) {
      book.timed = new TimedOrders(book, timed);
      book.plain = false;
    }
    return book.timed;
  }

  LinkedOrders linksOf(OrderBook book) {
    if (linked == null) {
      linked = new OrderStore(0);
    }
    if (book.links == null) {
      book.links = new LinkedOrders(book, linked);
    }
    return book.links;
  }

  /** Remembers the order of a PLACE if it lives, and a time ends it. */
  void takeTime(Command c, OrderBook book) {
    if (c.openQuantity == 0) {
      return;
    }
    if (OrderTerms.expires(c.terms)) {
      timedOf(book).add(c.orderId, c.instructions().expireTime());
    } else if (OrderTerms.endsWithSession(c.terms)) {
      timedOf(book).add(c.orderId, TimedOrders.SESSION);
    } else if (OrderTerms.isForAuction(c.terms)) {
      timedOf(book).add(c.orderId, TimedOrders.AUCTION);
    }
  }

  /** Makes the order of a PLACE that was taken the other leg of the one that it names, if any. */
  void link(Command c, OrderBook book) {
    long other = c.instructions() == null ? 0 : c.instructions().linkedOrder();
    if (other != 0 && !c.isRejected()) {
      linksOf(book).link(c.orderId, other);
    }
  }
}
