package dev.tandem.jmh.ingress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/** JCTools' queue from one thread to one, one for each sender, visited in rotation. */
final class SpscQueues implements OrderQueue {

  private final List<SpscVarHandleArrayQueue<Order>> queues = new ArrayList<>();
  private final AtomicInteger claimed = new AtomicInteger();

  SpscQueues(int senders, int capacity) {
    for (int i = 0; i < senders; i++) {
      queues.add(new SpscVarHandleArrayQueue<>(Math.max(4, capacity)));
    }
  }

  /** Senders of a burst that is over have left theirs to those of the next. */
  @Override
  public Sender sender(Orders orders) {
    SpscVarHandleArrayQueue<Order> queue = queues.get(claimed.getAndIncrement() % queues.size());
    Orders own = orders.preallocated();
    return (i, stampNanos) -> queue.offer(own.own(i, stampNanos));
  }

  @Override
  public Receiver receiver(Sink sink) {
    MessagePassingQueue.Consumer<Order> consumer = sink::take;
    return () -> {
      int count = 0;
      for (int i = 0; i < queues.size(); i++) {
        count += queues.get(i).drain(consumer, IngressEntrant.VISIT);
      }
      return count;
    };
  }
}
