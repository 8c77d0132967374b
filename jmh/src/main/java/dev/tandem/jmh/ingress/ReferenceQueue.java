package dev.tandem.jmh.ingress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/** A queue of references, of any kind. */
final class ReferenceQueue implements OrderQueue {

  private final Predicate<Order> offer;
  private final Function<Sink, Receiver> receivers;

  private ReferenceQueue(Predicate<Order> offer, Function<Sink, Receiver> receivers) {
    this.offer = offer;
    this.receivers = receivers;
  }

  /** JCTools' for several senders and one receiver. */
  static OrderQueue mpsc(int capacity) {
    return of(new MpscVarHandleArrayQueue<>(capacity));
  }

  /** JCTools' for several of both. */
  static OrderQueue mpmc(int capacity) {
    return of(new MpmcVarHandleArrayQueue<>(capacity));
  }

  /** JCTools' way to take many at once is {@code drain}. */
  private static OrderQueue of(MessagePassingQueue<Order> queue) {
    return new ReferenceQueue(
        queue::offer,
        sink -> {
          MessagePassingQueue.Consumer<Order> consumer = sink::take;
          return () -> queue.drain(consumer, IngressEntrant.BATCH);
        });
  }

  /** Java's is {@code drainTo}. */
  static OrderQueue of(BlockingQueue<Order> queue) {
    return new ReferenceQueue(
        queue::offer,
        sink -> {
          List<Order> batch = new ArrayList<>(IngressEntrant.BATCH);
          return () -> {
            int count = queue.drainTo(batch, IngressEntrant.BATCH);
            for (int i = 0; i < count; i++) {
              sink.take(batch.get(i));
            }
            batch.clear();
            return count;
          };
        });
  }

  @Override
  public Sender sender(Orders orders) {
    Orders own = orders.preallocated();
    return (i, stampNanos) -> offer.test(own.own(i, stampNanos));
  }

  @Override
  public Receiver receiver(Sink sink) {
    return receivers.apply(sink);
  }
}
