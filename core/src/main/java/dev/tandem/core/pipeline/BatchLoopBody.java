package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;

/** What every {@link BatchLoop} does; its class file is the pattern of theirs. */
final class BatchLoopBody implements BatchLoop {

  private final EventHandler<Object> handler;

  /** The handler, if it looks ahead; otherwise null. */
  private final LookAheadHandler<Object> ahead;

  private final DataProvider<?> events;
  private final Sequence sequence;
  private long failedAt;

  @SuppressWarnings("unchecked") // the caller that requests the loop has matched handler and events
  BatchLoopBody(EventHandler<?> handler, DataProvider<?> events, Sequence sequence) {
    this.handler = (EventHandler<Object>) handler;
    this.ahead =
        handler instanceof LookAheadHandler<?> looks ? (LookAheadHandler<Object>) looks : null;
    this.events = events;
    this.sequence = sequence;
  }

  // Both loops copy the fields to locals: a store within a handler would have them read again.

  @Override
  public void run(long from, long to, long available, int interval) throws Exception {
    EventHandler<Object> handler = this.handler;
    LookAheadHandler<Object> ahead = this.ahead;
    DataProvider<?> events = this.events;
    Sequence sequence = this.sequence;
    long current = from;
    try {
      handler.onBatchStart(to - from + 1, available - from + 1);
      long publishAt = from + interval - 1;
      for (; current <= to; current++) {
        if (ahead != null) {
          ahead.lookAhead(events, current, available);
        }
        handler.onEvent(events.get(current), current, current == to);
        if (current == publishAt && current != to) {
          sequence.set(current);
          publishAt += interval;
        }
      }
    } catch (Throwable t) {
      failedAt = current;
      throw t;
    }
  }

  @Override
  public long runFirstStep(
      long from, long to, long available, long settled, boolean newBatch, int interval)
      throws Exception {
    // A master takes no other handler.
    TwoStepHandler<Object> handler = (TwoStepHandler<Object>) this.handler;
    DataProvider<?> events = this.events;
    Sequence sequence = this.sequence;
    long current = from;
    try {
      if (newBatch) {
        handler.onBatchStart(to - from + 1, available - from + 1);
      }
      if (settled == from - 1) {
        handler.onEvent(events.get(current), current, current == to);
        current++;
      }
      long publishAt = from + interval - 1;
      for (; current <= to; current++) {
        if (!handler.tryEvent(events.get(current), current, current == to)) {
          return current;
        }
        if (current >= publishAt && current != to) {
          sequence.set(current);
          publishAt = current + interval;
        }
      }
      return current;
    } catch (Throwable t) {
      failedAt = current;
      throw t;
    }
  }

  @Override
  public long failedAt() {
    return failedAt;
  }
}
