package dev.tandem.jmh.ingress;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import dev.tandem.core.command.Command;
import java.util.function.BiConsumer;

/**
 * The Disruptor's ring for several producers, polled as its {@code EventPoller} does: all that is
 * there is one batch.
 *
 * @param <E> the event, filled in place
 */
final class DisruptorQueue<E> implements OrderQueue {

  /** Writes the i-th order of a sender into an event. */
  private interface Filler<E> {
    void fill(Orders orders, E event, int i, long stampNanos);
  }

  private final RingBuffer<E> ring;
  private final SequenceBarrier barrier;
  private final Sequence done = new Sequence();
  private final Filler<E> filler;
  private final BiConsumer<Sink, E> giver;

  private DisruptorQueue(
      int capacity, EventFactory<E> events, Filler<E> filler, BiConsumer<Sink, E> giver) {
    this.filler = filler;
    this.giver = giver;
    ring = RingBuffer.createMultiProducer(events, capacity, new BusySpinWaitStrategy());
    ring.addGatingSequences(done);
    barrier = ring.newBarrier();
  }

  /** With the slots of the kernel as events. */
  static OrderQueue ofCommands(int capacity) {
    return new DisruptorQueue<Command>(capacity, Command::new, Orders::fill, Sink::take);
  }

  /** With events that hold an order and nothing else. */
  static OrderQueue ofOrders(int capacity) {
    return new DisruptorQueue<Order>(capacity, Order::new, Orders::fill, Sink::take);
  }

  @Override
  public Sender sender(Orders orders) {
    return (i, stampNanos) -> {
      long sequence;
      try {
        sequence = ring.tryNext();
      } catch (InsufficientCapacityException full) {
        return false;
      }
      filler.fill(orders, ring.get(sequence), i, stampNanos);
      ring.publish(sequence);
      return true;
    };
  }

  @Override
  public Receiver receiver(Sink sink) {
    return () -> {
      long first = done.get() + 1;
      if (barrier.getCursor() < first) {
        return 0;
      }
      long last;
      try {
        last = barrier.waitFor(first);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
      for (long sequence = first; sequence <= last; sequence++) {
        giver.accept(sink, ring.get(sequence));
      }
      if (last >= first) {
        done.set(last);
      }
      return (int) (last - first + 1);
    };
  }
}
