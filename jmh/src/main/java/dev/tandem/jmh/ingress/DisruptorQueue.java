package dev.tandem.jmh.ingress;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import dev.tandem.core.command.Command;

/**
 * The Disruptor's ring for several producers, its events the kernel's slots, filled in place;
 * polled as its {@code EventPoller} does: all that is there is one batch.
 */
final class DisruptorQueue implements OrderQueue {

  private final RingBuffer<Command> ring;
  private final SequenceBarrier barrier;
  private final Sequence done = new Sequence();

  DisruptorQueue(int capacity) {
    ring = RingBuffer.createMultiProducer(Command::new, capacity, new BusySpinWaitStrategy());
    ring.addGatingSequences(done);
    barrier = ring.newBarrier();
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
      orders.fill(ring.get(sequence), i, stampNanos);
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
        sink.take(ring.get(sequence));
      }
      if (last >= first) {
        done.set(last);
      }
      return (int) (last - first + 1);
    };
  }
}
