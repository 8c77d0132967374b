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
  private final BatchLoop<E> loop = BatchLoop.create();
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
    try {
      int interval = publishing.within(to - from + 1);
      loop.run(handler, events, from, to, available, sequence, interval);
      return to + 1;
    } catch (Throwable t) {
      long failed = loop.failedAt();
      handleFailure(t, failed);
      if (failed < to) {
        sequence.set(failed);
      }
      return failed + 1;
    }
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
