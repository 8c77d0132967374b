package dev.tandem.core.pipeline;

import java.util.function.LongSupplier;

/**
 * Follows the stages before, but not past what is confirmed: by a log, for instance, that makes its
 * records durable on a thread of its own. Each event of the ring has a mark, a number in the order
 * of another sequence (that of the log's records); it may be processed once that number is
 * confirmed.
 *
 * <p>{@link #available} is for the one thread that processes, the rest for any thread.
 */
public final class ConfirmedUpstream implements Upstream {

  private final Upstream before;
  private final long[] marks;
  private final int mask;
  private final LongSupplier confirmed;

  /** Every event up to here is confirmed. */
  private long reached = -1;

  private long limit = Long.MIN_VALUE;

  /**
   * @param before the stages before; the one that writes the marks is among them
   * @param marks by event, at its sequence modulo the array's length, which is that of the ring;
   *     never falling from one event to the next
   * @param confirmed the highest number confirmed; if it throws, the run of the processor ends with
   *     that exception
   */
  public ConfirmedUpstream(Upstream before, long[] marks, LongSupplier confirmed) {
    this.before = before;
    this.marks = marks;
    this.mask = marks.length - 1;
    this.confirmed = confirmed;
  }

  @Override
  public long available(long next) {
    long processed = before.available(next);
    if (processed < next) {
      return processed;
    }
    reached = Math.max(reached, next - 1);
    // First what is known: reading the log's confirmation moves a cache line from another core.
    if (reached < processed && marks[(int) (reached + 1) & mask] > limit) {
      limit = confirmed.getAsLong();
    }
    while (reached < processed && marks[(int) (reached + 1) & mask] <= limit) {
      reached++;
    }
    return reached;
  }

  @Override
  public void alert() {
    before.alert();
  }

  @Override
  public void clearAlert() {
    before.clearAlert();
  }
}
