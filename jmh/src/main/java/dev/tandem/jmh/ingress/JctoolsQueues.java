package dev.tandem.jmh.ingress;

import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** JCTools' queues for several senders; apart, because other processes have no JCTools. */
final class JctoolsQueues {

  private JctoolsQueues() {}

  /** A queue of many senders and one receiver. */
  static OrderQueue mpsc(int capacity) {
    return of(new MpscVarHandleArrayQueue<>(capacity));
  }

  /** Many at once are taken by {@code drain}. */
  private static OrderQueue of(MessagePassingQueue<Order> queue) {
    return new ReferenceQueue(
        queue::offer,
        sink -> {
          MessagePassingQueue.Consumer<Order> consumer = sink::take;
          return () -> queue.drain(consumer, IngressEntrant.BATCH);
        });
  }
}
