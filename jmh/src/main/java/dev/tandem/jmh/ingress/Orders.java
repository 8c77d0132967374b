package dev.tandem.jmh.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;

/**
 * The orders of one sender, as a gateway makes them: written into whatever the queue wants filled.
 */
final class Orders {

  static final int SYMBOL = 1;

  private final int sender;
  private final int count;
  private Order[] own;

  /**
   * @param sender its number, from 0
   * @param count how many it sends
   */
  Orders(int sender, int count) {
    this.sender = sender;
    this.count = count;
  }

  int sender() {
    return sender;
  }

  int count() {
    return count;
  }

  /** For queues of references: an order of its own for each, made before the burst and kept. */
  Orders preallocated() {
    if (own == null) {
      own = new Order[count];
      for (int i = 0; i < count; i++) {
        own[i] = new Order();
      }
    }
    return this;
  }

  /** The sender's own order, filled. */
  Order own(int i, long stampNanos) {
    fill(own[i], i, stampNanos);
    return own[i];
  }

  /** Writes what an order has. */
  void fill(Order order, int i, long stampNanos) {
    order.type = CommandType.PLACE;
    order.side = 0;
    order.terms = 0;
    order.stampNanos = stampNanos;
    order.sender = sender + 1L;
    order.number = i;
    order.user = sender + 1L;
    order.orderId = orderId(i);
    order.price = price(i);
    order.quantity = quantity(i);
    order.symbol = SYMBOL;
  }

  /** The same, into a slot of the kernel. */
  void fill(Command order, int i, long stampNanos) {
    order.type = CommandType.PLACE;
    order.timestampNs = stampNanos;
    order.clientKey = sender + 1L;
    order.clientSequence = i;
    order.userId = sender + 1L;
    order.orderId = orderId(i);
    order.price = price(i);
    order.quantity = quantity(i);
    order.symbol = SYMBOL;
  }

  long orderId(int i) {
    return (long) sender << 32 | i;
  }

  static long price(int i) {
    return 100L + i % 8;
  }

  static long quantity(int i) {
    return 1L + i % 4;
  }

  /** What the i-th order adds to the checksum. */
  long digest(int i) {
    return digest(sender + 1L, orderId(i), price(i), quantity(i), SYMBOL);
  }

  /** A number that changes if any part does. */
  static long digest(long user, long orderId, long price, long quantity, int symbol) {
    return (((orderId * 31 + user) * 31 + price) * 31 + quantity) * 31 + symbol;
  }
}
