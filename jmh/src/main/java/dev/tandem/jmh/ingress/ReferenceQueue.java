package dev.tandem.jmh.ingress;

import dev.tandem.core.command.Command;
import java.util.Queue;

/** A queue of references, of any kind. */
final class ReferenceQueue implements OrderQueue {

  private final Queue<Command> queue;

  ReferenceQueue(Queue<Command> queue) {
    this.queue = queue;
  }

  @Override
  public Sender sender(Orders orders) {
    Orders own = orders.preallocated();
    return (i, stampNanos) -> queue.offer(own.own(i, stampNanos));
  }

  @Override
  public int drain(Sink sink) {
    int count = 0;
    for (; count < IngressEntrant.BATCH; count++) {
      Command order = queue.poll();
      if (order == null) {
        break;
      }
      sink.take(order);
    }
    return count;
  }
}
