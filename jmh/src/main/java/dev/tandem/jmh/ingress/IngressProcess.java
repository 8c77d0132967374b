package dev.tandem.jmh.ingress;

import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.RequestLoop;
import dev.tandem.jmh.harness.Waits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The process of one {@link IngressEntrant}.
 *
 * <p>Requests: {@code burst SENDERS RECEIVERS CAPACITY ORDERS MEMORY WARM MEASURED}, where memory
 * is {@code cold} (a queue made for each burst) or {@code touched} (one that was filled all round
 * before), and {@code paced SENDERS CAPACITY RATE SECONDS MEMORY} to one receiver, through a queue
 * that nothing else went through. In each the code is warmed up by the same before; of paced runs
 * after the first, by a third of it.
 */
public final class IngressProcess {

  /** A later paced run warms up for so much less time than the first. */
  private static final int LESS_WARM_UP = 3;

  private final IngressEntrant entrant;
  private int pacedRuns;

  /**
   * One burst, or one paced run.
   *
   * @param nanos 50, 90, 99 % and the largest, of an order
   * @param totalNanos from the start to the last order
   * @param orders how many
   * @param latePercent of a paced run's orders, those that their sender came to late, by {@link
   *     Lateness}
   * @param bytesPerOrder allocated by senders and receivers
   */
  public record Sample(
      List<Long> nanos, long totalNanos, long orders, double latePercent, double bytesPerOrder) {}

  /** What is answered. */
  public record Answer(List<Sample> samples) {}

  /** Why there is no figure. */
  public record Failure(String error) {}

  IngressProcess(IngressEntrant entrant) {
    this.entrant = entrant;
  }

  /** Its arguments are the entrant and a folder, which it does not need. */
  public static void main(String[] args) throws IOException {
    IngressProcess process =
        new IngressProcess(IngressEntrant.valueOf(args[0].toUpperCase(Locale.ROOT)));
    RequestLoop.run(process::answer, e -> new Failure(e.toString()));
  }

  Object answer(String[] words) {
    int senders = Integer.parseInt(words[1]);
    return switch (words[0]) {
      case "burst" ->
          burst(
              senders,
              Integer.parseInt(words[2]),
              Integer.parseInt(words[3]),
              Integer.parseInt(words[4]),
              words[5].equals("cold"),
              Integer.parseInt(words[6]),
              Integer.parseInt(words[7]));
      case "paced" ->
          paced(
              senders,
              Integer.parseInt(words[2]),
              Double.parseDouble(words[3]),
              Double.parseDouble(words[4]),
              words[5].equals("cold"));
      default -> throw new IllegalArgumentException(words[0]);
    };
  }

  private List<OrderQueue> queues(int senders, int receivers, int capacity) {
    int count = entrant.isSharedByReceivers() ? 1 : receivers;
    List<OrderQueue> queues = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      queues.add(entrant.make(senders, Integer.highestOneBit(capacity / count)));
    }
    return queues;
  }

  private Answer burst(
      int senders, int receivers, int capacity, int count, boolean cold, int warm, int measured) {
    List<Orders> orders = Handover.orders(senders, count / senders);
    List<Sample> samples = new ArrayList<>();
    List<OrderQueue> queues = null;
    for (int i = 0; i < warm + measured; i++) {
      if (cold || queues == null) {
        queues = null;
        queues = fresh(senders, receivers, capacity, cold);
      }
      Handover.Outcome outcome = new Handover(receivers, queues, orders, 0).run();
      if (i >= warm) {
        samples.add(sample(outcome));
      }
    }
    return new Answer(samples);
  }

  private Answer paced(int senders, int capacity, double rate, double seconds, boolean cold) {
    double gap = 1e9 * senders / rate;
    // A process that has sent on a schedule before stays warm.
    double warmUpSeconds = Math.min(seconds, 1) / (pacedRuns++ == 0 ? 1 : LESS_WARM_UP);
    int warmUp = Math.max(1, (int) (rate * warmUpSeconds / senders));
    int each = Math.max(1, (int) (rate * seconds / senders));
    new Handover(1, fresh(senders, 1, capacity, cold), Handover.orders(senders, warmUp), gap).run();
    List<OrderQueue> queues = fresh(senders, 1, capacity, cold);
    return new Answer(
        List.of(sample(new Handover(1, queues, Handover.orders(senders, each), gap).run())));
  }

  /** New queues, and no garbage. */
  private List<OrderQueue> fresh(int senders, int receivers, int capacity, boolean cold) {
    System.gc();
    List<OrderQueue> queues = queues(senders, receivers, capacity);
    if (!cold) {
      for (OrderQueue queue : queues) {
        touch(queue, senders, capacity / queues.size());
      }
      System.gc();
    }
    return queues;
  }

  /**
   * Fills a queue all round, and empties it, on a thread that leaves it to others. Twice its orders
   * go through it: a ring of bytes is up to twice as long.
   */
  private static void touch(OrderQueue queue, int senders, int capacity) {
    Thread thread =
        new Thread(
            () -> {
              OrderQueue.Receiver receiver =
                  queue.receiver((stamp, sender, number, user, id, price, quantity, symbol) -> {});
              for (int s = 0; s < senders; s++) {
                int lap = capacity / senders;
                OrderQueue.Sender end = queue.sender(new Orders(s, lap));
                for (int i = 0; i < 2 * lap; i++) {
                  while (!end.offer(i % lap, 0)) {
                    drainAll(receiver);
                  }
                }
                drainAll(receiver);
              }
            });
    thread.start();
    Waits.join(thread);
  }

  private static void drainAll(OrderQueue.Receiver receiver) {
    while (receiver.drain() > 0) {
      // More may be there.
    }
  }

  private static Sample sample(Handover.Outcome outcome) {
    Histogram h = outcome.latency();
    return new Sample(
        List.of(
            h.getValueAtPercentile(50),
            h.getValueAtPercentile(90),
            h.getValueAtPercentile(99),
            h.getMaxValue()),
        outcome.totalNanos(),
        h.getTotalCount(),
        100.0 * outcome.late() / h.getTotalCount(),
        (double) outcome.allocatedBytes() / h.getTotalCount());
  }
}
