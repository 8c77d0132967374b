package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.ExceptionHandlers;
import com.lmax.disruptor.Sequence;
import java.util.Objects;

/**
 * Calls one handler for one processor: life cycle, batches, and what becomes of its exceptions.
 * Owns the processor's sequence.
 */
final class HandlerCalls<E> {

  private final DataProvider<E> events;
  private final EventHandler<? super E> handler;
  private final PublishInterval publishing;
  private final Sequence sequence = new Sequence();
  private ExceptionHandler<? super E> exceptionHandler = ExceptionHandlers.defaultHandler();

  HandlerCalls(
      DataProvider<E> events, EventHandler<? super E> handler, PublishInterval publishing) {
    this.events = Objects.requireNonNull(events, "events");
    this.handler = Objects.requireNonNull(handler, "handler");
    this.publishing = Objects.requireNonNull(publishing, "publishing");
    handler.setSequenceCallback(sequence);
  }

  Sequence sequence() {
    return sequence;
  }

  void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    this.exceptionHandler = Objects.requireNonNull(exceptionHandler, "exceptionHandler");
  }

  void start() {
    try {
      handler.onStart();
    } catch (Throwable t) {
      exceptionHandler.handleOnStartException(t);
    }
  }

  void shutdown() {
    try {
      handler.onShutdown();
    } catch (Throwable t) {
      exceptionHandler.handleOnShutdownException(t);
    }
  }

  /**
   * Lets the handler work on {@code from..to}, one batch unless it fails. Tells progress on the
   * way, but not {@code to}: the caller may have something to write first.
   *
   * @param available the highest sequence that could be worked on, for the queue depth
   */
  void process(long from, long to, long available) {
    long next = from;
    while (next <= to) {
      next = processUntilFailure(next, to, available);
    }
  }

  private long processUntilFailure(long from, long to, long available) {
    long current = from;
    try {
      handler.onBatchStart(to - from + 1, available - from + 1);
      int interval = publishing.within(to - from + 1);
      long publishAt = from + interval - 1;
      for (; current <= to; current++) {
        handler.onEvent(events.get(current), current, current == to);
        if (current == publishAt && current != to) {
          sequence.set(current);
          publishAt += interval;
        }
      }
    } catch (Throwable t) {
      handleFailure(t, current);
      if (current < to) {
        sequence.set(current);
      }
      return current + 1;
    }
    return current;
  }

  private void handleFailure(Throwable failure, long failed) {
    boolean handled = false;
    try {
      exceptionHandler.handleEventException(failure, failed, events.get(failed));
      handled = true;
    } finally {
      // The run ends here: what went well before must not be done again by the next one.
      if (!handled && sequence.get() < failed - 1) {
        sequence.set(failed - 1);
      }
    }
  }
}
