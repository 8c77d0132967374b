package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;

/** The commands on an order that is there; their outputs are as {@link MatchingEngine} says. */
final class LiveOrderCommands {

  private LiveOrderCommands() {}

  static void cancel(Command c, OrderBook book) {
    long released = book.cancel(c.orderId, c.userId);
    if (released < 0) {
      StopCommands.cancel(c, book);
      return;
    }
    found(c, book);
    c.releasedQuantity = released;
  }

  static void reduce(Command c, OrderBook book) {
    long open = book.reduce(c.orderId, c.userId, c.quantity);
    if (open < 0) {
      StopCommands.reduce(c, book);
      return;
    }
    found(c, book);
    c.releasedQuantity = book.foundQuantity() - open;
    c.openQuantity = open;
  }

  static void move(Command c, OrderBook book) {
    if (!move(c, c.quantity, book)) {
      StopCommands.move(c, book);
    }
  }

  /** The same with so many open lots, if the order is in the book itself. */
  private static boolean move(Command c, long lots, OrderBook book) {
    long open = book.move(c.orderId, c.userId, c.price, lots, c.outcomes);
    if (open < 0) {
      c.result = (byte) -open;
      return open != -ResultCode.UNKNOWN_ORDER.code();
    }
    found(c, book);
    c.filledQuantity = book.foundQuantity() - open;
    c.openQuantity = open;
    return true;
  }

  /** Cancels, reduces or moves, by what is open of the total at the price where it would rest. */
  static void amend(Command c, OrderBook book) {
    int order = book.find(c.orderId, c.userId);
    if (order == 0) {
      StopCommands.amend(c, book);
      return;
    }
    if (c.instructions() != null) {
      // All that it may say is a trigger.
      c.reject(ResultCode.INVALID_TRIGGER);
      return;
    }
    long open = openOf(c, order, book.orders());
    if (open == 0) {
      cancel(c, book);
      return;
    }
    if (!Icebergs.mayHave(book, order, open)) {
      c.reject(ResultCode.TOO_MANY_PARTS);
      return;
    }
    long before = book.foundQuantity();
    long price = PostOnlyRule.priceOf(c, order, open, book);
    if (price < 0) {
      c.result = (byte) -price;
    } else if (open > before || price != LiveOrders.priceOf(book, order)) {
      move(c, open, book);
    } else {
      if (open < before) {
        book.reduce(c.orderId, c.userId, before - open);
      }
      found(c, book);
      c.orderPrice = price;
      c.releasedQuantity = before - open;
      c.openQuantity = open;
    }
  }

  /** Lots of the total of an AMEND that would be open of an order of the book. */
  static long openOf(Command c, int order, OrderStore orders) {
    return Math.max(0, c.quantity - orders.filled(order));
  }

  private static void found(Command c, OrderBook book) {
    c.result = ResultCode.OK_CODE;
    c.orderSide = (byte) book.foundSide();
    c.orderPrice = book.foundPrice();
    c.foundTag = book.foundTag();
  }
}
