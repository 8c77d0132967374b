package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;

/** What every {@link BatchLoop} does; its class file is the pattern of theirs. */
final class BatchLoopBody<E> implements BatchLoop<E> {

  private long failedAt;

  @Override
  public void run(
      EventHandler<? super E> handler,
      DataProvider<E> events,
      long from,
      long to,
      long available,
      Sequence sequence,
      int interval)
      throws Exception {
    long current = from;
    try {
      handler.onBatchStart(to - from + 1, available - from + 1);
      long publishAt = from + interval - 1;
      for (; current <= to; current++) {
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
      TwoStepHandler<? super E> handler,
      DataProvider<E> events,
      long from,
      long to,
      long available,
      long settled,
      boolean newBatch,
      Sequence sequence,
      int interval)
      throws Exception {
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
