package dev.tandem.gateway.binary;

import dev.tandem.client.wire.PlaceInstructed;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Instructions;

/** Turns a PlaceInstructed into the kernel's PLACE, which judges all of it. */
final class InstructedOrders {

  /** Terms that the kernel refuses: of a code that has no room in them. */
  private static final byte NO_TERMS = -1;

  private static final int MOST_TYPE = 7;
  private static final int MOST_TIME = 15;

  private InstructedOrders() {}

  static void fill(Command c, PlaceInstructed order) {
    c.type = CommandType.PLACE;
    c.userId = order.user();
    c.symbol = order.symbol();
    c.orderId = order.order();
    c.side = (byte) order.side();
    boolean fits = order.orderType() <= MOST_TYPE && order.timeInForce() <= MOST_TIME;
    c.terms = fits ? (byte) (order.orderType() << 4 | order.timeInForce()) : NO_TERMS;
    c.price = order.price();
    c.quantity = order.quantity();
    // All words, also those that the kernel does not have yet: then it refuses the order.
    Instructions to = c.extend();
    to.word(0, modes(order));
    to.word(1, order.triggerPrice());
    to.word(2, order.trailingOffset());
    to.word(3, order.displayQuantity());
    to.word(4, order.minQuantity());
    to.word(5, order.expireTime());
    to.word(6, order.budget());
    to.word(7, order.linkedOrder());
  }

  private static long modes(PlaceInstructed order) {
    return order.triggerReference()
        | order.offsetUnit() << 8
        | order.postOnly() << 16
        | (long) order.selfTrade() << 24
        | (long) order.reduceOnly() << 32;
  }
}
