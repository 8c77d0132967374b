package dev.tandem.jmh.ingress;

import dev.tandem.core.command.Command;

/** A queue between senders and receivers, filled and emptied without a wait. */
interface OrderQueue {

  /** What a receiver does with an order: it looks at all of it, wherever it stands. */
  @FunctionalInterface
  interface Sink {
    void take(
        long stampNanos,
        long sender,
        long number,
        long user,
        long orderId,
        long price,
        long quantity,
        int symbol);

    /** An order that is the queue's again afterwards. */
    default void take(Command c) {
      take(
          c.timestampNs,
          c.clientKey,
          c.clientSequence,
          c.userId,
          c.orderId,
          c.price,
          c.quantity,
          c.symbol);
    }

    /** Takes the fields of an order object. */
    default void take(Order o) {
      take(o.stampNanos, o.sender, o.number, o.user, o.orderId, o.price, o.quantity, o.symbol);
    }
  }

  /** The end of one sender; for one thread. */
  @FunctionalInterface
  interface Sender {
    /**
     * Hands the i-th order in.
     *
     * @return false if the queue is full
     */
    boolean offer(int i, long stampNanos);
  }

  /** The end of one receiver; for one thread. */
  @FunctionalInterface
  interface Receiver {
    /**
     * Hands what is there to the sink, in the batches that the queue's own documents offer.
     *
     * @return how many orders
     */
    int drain();
  }

  /** The end of one sender, for the calling thread alone. */
  Sender sender(Orders orders);

  /** The end of one receiver. A queue that is not shared by receivers has one at a time. */
  Receiver receiver(Sink sink);
}
