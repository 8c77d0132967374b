package dev.tandem.jmh.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;

/**
 * The orders of one sender, as a gateway makes them: written into whatever the queue wants filled.
 */
final class Orders {

  private final int sender;
  private final int count;
  private Command[] own;

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
      own = new Command[count];
      for (int i = 0; i < count; i++) {
        own[i] = new Command();
      }
    }
    return this;
  }

  /** The sender's own order, filled. */
  Command own(int i, long stampNanos) {
    fill(own[i], i, stampNanos);
    return own[i];
  }

  /** Writes what an order has. */
  void fill(Command order, int i, long stampNanos) {
    order.type = CommandType.PLACE;
    order.timestampNs = stampNanos;
    order.clientKey = sender + 1L;
    order.clientSequence = i;
    order.userId = sender + 1L;
    order.orderId = orderId(i);
    order.price = price(i);
    order.quantity = quantity(i);
    order.symbol = 1;
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
}
