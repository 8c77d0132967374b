package dev.tandem.core.pipeline;

/**
 * Waits for events by a {@link WaitPlan}: looks at its upstream, and between two looks spins,
 * yields or parks. Neither a halt nor an alert is an exception here: a halt ends the wait, an alert
 * of a barrier prolongs it until it is cleared.
 *
 * <p>One thread at a time may wait; the upstream and the stop signal may be changed by any thread.
 */
public final class Waiter {

  private final Upstream upstream;
  private final StopSignal stop;
  private final Idling idling;

  public Waiter(Upstream upstream, StopSignal stop, WaitPlan plan) {
    this.upstream = upstream;
    this.stop = stop;
    this.idling = new Idling(plan);
  }

  /**
   * Waits until {@code next} may be processed.
   *
   * @return the highest sequence that may be processed without a gap, looked at again after the
   *     wait; {@code next - 1} if and only if a stop was requested
   */
  public long waitFor(long next) {
    if (stop.isStopRequested()) {
      return next - 1;
    }
    long available = look(next);
    return available >= next ? available : waitSlowly(next);
  }

  /** What may be processed now, without waiting; less than {@code next} if there is nothing. */
  long look(long next) {
    return upstream.available(next);
  }

  private long waitSlowly(long next) {
    try {
      while (true) {
        idling.pause();
        if (stop.isStopRequested()) {
          return next - 1;
        }
        long available = look(next);
        if (available >= next) {
          // More may have come while the first cache line was in transit.
          return Math.max(available, upstream.available(next));
        }
      }
    } finally {
      idling.end();
    }
  }
}
