package dev.tandem.jmh.ingress;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/** A queue of references, of any kind. */
final class ReferenceQueue implements OrderQueue {

  private final Predicate<Order> offer;
  private final Function<Sink, Receiver> receivers;

  /**
   * Of a kind of queue.
   *
   * @param receivers for what takes the orders, something that takes many at once
   */
  ReferenceQueue(Predicate<Order> offer, Function<Sink, Receiver> receivers) {
    this.offer = offer;
    this.receivers = receivers;
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
