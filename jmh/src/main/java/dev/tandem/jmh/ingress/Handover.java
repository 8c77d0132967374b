package dev.tandem.jmh.ingress;

import com.sun.management.ThreadMXBean;
import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Waits;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/**
 * Orders from some threads to others, once. Each sender numbers its orders; each receiver checks
 * that the numbers of a sender rise (by one, where it is the only receiver), and all together that
 * as many arrived as were sent, with the same in them.
 */
final class Handover {

  /** Longer than anything that is measured. */
  static final long LONGEST_NANOS = 60_000_000_000L;

  private static final int DIGITS = 3;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final int senders;
  private final int receivers;
  private final int each;
  private final double gapNanos;
  private final List<OrderQueue> queues;
  private final List<Orders> orders;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile long startNanos;
  private final AtomicLong allocated = new AtomicLong();
  private final AtomicLong allLate = new AtomicLong();
  private volatile boolean allSent;

  /**
   * @param queues one for each receiver, or one for all
   * @param orders of each sender
   * @param gapNanos between two orders of a sender; 0 is as fast as it can
   */
  Handover(int receivers, List<OrderQueue> queues, List<Orders> orders, double gapNanos) {
    this.senders = orders.size();
    this.receivers = receivers;
    this.each = orders.get(0).count();
    this.queues = queues;
    this.orders = orders;
    this.gapNanos = gapNanos;
  }

  /** As many senders, who send as many orders together. */
  static List<Orders> orders(int senders, int each) {
    List<Orders> all = new ArrayList<>();
    for (int s = 0; s < senders; s++) {
      all.add(new Orders(s, each));
    }
    return all;
  }

  /**
   * What was measured.
   *
   * @param latency ns of each order, from its stamp (paced: its intended time) to its receiver
   * @param totalNanos from the start to the last order
   * @param late paced orders whose senders came to them more than {@link Lateness#NANOS} behind
   *     their time
   * @param allocatedBytes by all senders and receivers meanwhile
   */
  record Outcome(Histogram latency, long totalNanos, long late, long allocatedBytes) {}

  private final class Taker implements OrderQueue.Sink {
    final Histogram latency = new Histogram(LONGEST_NANOS, DIGITS);
    final long[] next = new long[senders];
    long count;
    long sum;
    long lastNanos;

    @Override
    public void take(
        long stampNanos,
        long from,
        long number,
        long user,
        long orderId,
        long price,
        long quantity,
        int symbol) {
      long now = System.nanoTime();
      latency.recordValue(Math.clamp(now - stampNanos, 0, LONGEST_NANOS));
      int sender = (int) from - 1;
      // Several receivers have some of a sender's orders each, one has them all.
      if (number < next[sender] || (receivers == 1 && number > next[sender])) {
        throw new IllegalStateException(
            "order %d of sender %d where %d was due".formatted(number, sender, next[sender]));
      }
      next[sender] = number + 1;
      count++;
      sum += Orders.digest(user, orderId, price, quantity, symbol);
      lastNanos = now;
    }

    void run(OrderQueue.Receiver end) {
      int spins = 0;
      // A lane that sleeps although it has something is found after as many rounds as there are
      // lanes.
      int looks = senders + 2;
      while (failure.get() == null && looks > 0) {
        // Read before the look, so that nothing comes after the last one.
        boolean last = allSent;
        if (end.drain() > 0) {
          spins = 0;
        } else if (last) {
          looks--;
        } else {
          spins = Waits.relax(spins);
        }
      }
    }
  }

  /** Does the work, and counts what it allocates on this thread. */
  private void counted(Runnable work) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    allocated.addAndGet(THREADS.getCurrentThreadAllocatedBytes() - before);
  }

  private void send(int sender, List<OrderQueue.Sender> ends) {
    int to = sender % ends.size();
    long late = 0;
    for (int i = 0; i < each; i++) {
      if (gapNanos > 0) {
        long intended = turn(sender, i);
        late += Lateness.isLate(awaitTurn(intended), intended) ? 1 : 0;
        offer(ends.get(to), i, intended);
      } else {
        offer(ends.get(to), i, System.nanoTime());
      }
      to = to + 1 == ends.size() ? 0 : to + 1;
    }
    allLate.addAndGet(late);
  }

  /** Senders take turns on one schedule; the stamp is the intended time, however late it is. */
  private long turn(int sender, int i) {
    return startNanos + (long) ((i + (double) sender / senders) * gapNanos);
  }

  /** Gives the time at which the wait was over. */
  private static long awaitTurn(long intended) {
    int spins = 0;
    long now = System.nanoTime();
    while (now < intended) {
      spins = Waits.relax(spins);
      now = System.nanoTime();
    }
    return now;
  }

  private void offer(OrderQueue.Sender end, int i, long stampNanos) {
    int spins = 0;
    while (!end.offer(i, stampNanos)) {
      spins = Waits.relax(spins);
      if (failure.get() != null) {
        throw new IllegalStateException("a receiver has failed");
      }
    }
  }

  private Thread start(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable t) {
                failure.compareAndSet(null, t);
              }
            },
            name);
    thread.start();
    return thread;
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs it.
   *
   * @throws IllegalStateException if an order did not arrive, or not behind the one before it
   */
  Outcome run() {
    List<Taker> sinks = new ArrayList<>();
    List<Thread> takers = new ArrayList<>();
    for (int r = 0; r < receivers; r++) {
      Taker sink = new Taker();
      sinks.add(sink);
      OrderQueue.Receiver end = queues.get(r % queues.size()).receiver(sink);
      takers.add(start("receiver-" + r, () -> counted(() -> sink.run(end))));
    }
    // All are there before the first order, and its time is taken behind the barrier.
    CyclicBarrier begin = new CyclicBarrier(senders, () -> startNanos = System.nanoTime());
    List<Thread> givers = new ArrayList<>();
    for (int s = 0; s < senders; s++) {
      int sender = s;
      givers.add(
          start(
              "sender-" + s,
              () -> {
                List<OrderQueue.Sender> ends =
                    queues.stream().map(q -> q.sender(orders.get(sender))).toList();
                await(begin);
                counted(() -> send(sender, ends));
              }));
    }
    givers.forEach(Waits::join);
    allSent = true;
    takers.forEach(Waits::join);
    if (failure.get() != null) {
      throw new IllegalStateException(failure.get());
    }
    return check(sinks);
  }

  private Outcome check(List<Taker> sinks) {
    Histogram latency = new Histogram(LONGEST_NANOS, DIGITS);
    long count = 0;
    long sum = 0;
    long lastNanos = startNanos;
    for (Taker sink : sinks) {
      latency.add(sink.latency);
      count += sink.count;
      sum += sink.sum;
      if (sink.count > 0) {
        lastNanos = Math.max(lastNanos, sink.lastNanos);
      }
    }
    long expected = 0;
    for (Orders own : orders) {
      for (int i = 0; i < each; i++) {
        expected += own.digest(i);
      }
    }
    if (count != (long) senders * each || sum != expected) {
      throw new IllegalStateException(
          "%d orders arrived, of %d; the checksums differ by %d"
              .formatted(count, (long) senders * each, sum - expected));
    }
    return new Outcome(latency, lastNanos - startNanos, allLate.get(), allocated.get());
  }
}
