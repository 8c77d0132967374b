package dev.tandem.gateway.orderentry;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * How many lots orders may come to have by commands that are in flight to the kernel. On the event
 * loop.
 */
final class LotsInFlight {

  /** Of another user's order a command changes nothing, so it is another order here. */
  record Order(long user, int symbol, long order) {
    static Order of(Command c) {
      return new Order(c.userId, c.symbol, c.orderId);
    }
  }

  private final Map<Order, ArrayDeque<Long>> lots = new HashMap<>();

  /**
   * A command is in flight.
   *
   * @return to be passed to {@link #answered}; null if the command neither places nor moves one
   */
  Order sent(Command c) {
    if (c.type != CommandType.PLACE && !CommandType.mayMove(c.type)) {
      return null;
    }
    Order order = Order.of(c);
    // Of a total at most all is open; a move that keeps the lots gives none.
    lots.computeIfAbsent(order, o -> new ArrayDeque<>()).add(Math.max(0, c.quantity));
    return order;
  }

  /** The first of those of this order is answered: they are answered as they were sent. */
  void answered(Order order) {
    ArrayDeque<Long> left = lots.get(order);
    left.poll();
    if (left.isEmpty()) {
      lots.remove(order);
    }
  }

  /** Whether a command in flight places or moves an order. */
  boolean has(Order order) {
    return lots.containsKey(order);
  }

  /** The most that any command in flight would give an order; 0 if there is none. */
  long most(Order order) {
    ArrayDeque<Long> sent = lots.get(order);
    return sent == null ? 0 : Collections.max(sent);
  }
}
