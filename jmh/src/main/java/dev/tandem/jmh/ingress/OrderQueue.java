package dev.tandem.jmh.ingress;

import dev.tandem.core.command.Command;

/** A queue between senders and receivers, filled and emptied without a wait. */
interface OrderQueue {

  /** What a receiver does with an order, which is the queue's again afterwards. */
  @FunctionalInterface
  interface Sink {
    void take(Command order);
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

  /** The end of one sender, for the calling thread alone. */
  Sender sender(Orders orders);

  /**
   * Hands what is there to a sink; for the receivers' threads.
   *
   * @return how many orders
   */
  int drain(Sink sink);
}
