package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;

/**
 * The commands on an order that sleeps, or is triggered and waits. They are refused with {@link
 * ResultCode#UNKNOWN_ORDER} if their user has none of this id there.
 */
final class StopCommands {

  private StopCommands() {}

  /** The order that a command names; 0, and the command is refused, if there is none. */
  private static int find(Command c, OrderBook book) {
    int order = book.stops() == null ? 0 : book.stops().find(c.orderId, c.userId);
    if (order == 0) {
      c.reject(ResultCode.UNKNOWN_ORDER);
    }
    return order;
  }

  static void cancel(Command c, OrderBook book) {
    int order = find(c, book);
    if (order != 0) {
      takeOff(c, order, book.stops().lots(order), book.stops());
    }
  }

  /** It keeps its place. */
  static void reduce(Command c, OrderBook book) {
    int order = find(c, book);
    if (order != 0) {
      takeOff(c, order, Math.min(c.quantity, book.stops().lots(order)), book.stops());
    }
  }

  private static void takeOff(Command c, int order, long lots, StopOrders stops) {
    stops.found(c, order);
    c.releasedQuantity = lots;
    c.openQuantity = stops.lots(order) - lots;
    if (c.openQuantity == 0) {
      stops.forget(order);
    } else if (lots != 0) {
      stops.takeOff(order, lots);
    }
  }

  /** It goes behind the others. */
  static void move(Command c, OrderBook book) {
    int order = find(c, book);
    if (order != 0) {
      long lots = c.quantity == 0 ? book.stops().lots(order) : c.quantity;
      move(c, order, lots, 0, book.stops());
    }
  }

  private static void move(Command c, int order, long lots, long trigger, StopOrders stops) {
    stops.move(order, c.price, lots, trigger);
    stops.found(c, order);
    c.openQuantity = lots;
    stops.reportSleep(c, order);
  }

  /** Whether a command is an AMEND of an order that is here, and has it keep its place. */
  static boolean onlyTakesOff(Command c, OrderBook book) {
    boolean mayBeHere = c.type == CommandType.AMEND && book.stops() != null;
    int order = mayBeHere ? book.stops().find(c.orderId, c.userId) : 0;
    return order != 0 && keepsPlace(c, order, book.stops());
  }

  private static boolean keepsPlace(Command c, int order, StopOrders stops) {
    long trigger = triggerOf(c);
    boolean isSame =
        trigger == 0 || (stops.namesTrigger(order) && trigger == stops.triggerOf(order));
    return isSame && c.price == stops.limit(order) && c.quantity <= stops.lots(order);
  }

  /** The trigger that an AMEND names; 0 if it names none. */
  private static long triggerOf(Command c) {
    return c.instructions() == null ? 0 : c.instructions().triggerPrice();
  }

  /**
   * Nothing of it is filled, so its total is what is open. It keeps its place if it has no more
   * lots than before, the same limit and the same trigger.
   */
  static void amend(Command c, OrderBook book) {
    int order = find(c, book);
    if (order == 0) {
      return;
    }
    StopOrders stops = book.stops();
    long trigger = triggerOf(c);
    if (trigger != 0 && !stops.namesTrigger(order)) {
      c.reject(ResultCode.INVALID_TRIGGER);
      return;
    }
    if (keepsPlace(c, order, stops)) {
      takeOff(c, order, stops.lots(order) - c.quantity, stops);
    } else {
      move(c, order, c.quantity, trigger, stops);
    }
  }
}
