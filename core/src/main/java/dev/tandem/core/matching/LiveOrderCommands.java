package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;

/** The commands on an order that is there; their outputs are as {@link MatchingEngine} says. */
final class LiveOrderCommands {

  private LiveOrderCommands() {}

  static void cancel(Command c, OrderBook book) {
    long released = book.cancel(c.orderId, c.userId);
    if (released < 0) {
      if (book.stops() == null || !book.stops().cancel(c)) {
        c.result = (byte) -released;
      }
      return;
    }
    found(c, book);
    c.releasedQuantity = released;
  }

  static void reduce(Command c, OrderBook book) {
    long open = book.reduce(c.orderId, c.userId, c.quantity);
    if (open < 0) {
      if (book.stops() == null || !book.stops().reduce(c)) {
        c.result = (byte) -open;
      }
      return;
    }
    found(c, book);
    c.releasedQuantity = book.foundQuantity() - open;
    c.openQuantity = open;
  }

  static void move(Command c, OrderBook book) {
    long open = book.move(c.orderId, c.userId, c.price, c.quantity, c.outcomes);
    if (open < 0) {
      if (book.stops() == null || !book.stops().move(c)) {
        c.result = (byte) -open;
      }
      return;
    }
    found(c, book);
    c.filledQuantity = book.foundQuantity() - open;
    c.openQuantity = open;
  }

  private static void found(Command c, OrderBook book) {
    c.result = ResultCode.OK_CODE;
    c.orderSide = (byte) book.foundSide();
    c.orderPrice = book.foundPrice();
    c.foundTag = book.foundTag();
  }
}
