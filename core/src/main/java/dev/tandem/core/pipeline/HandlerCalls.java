package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.ExceptionHandlers;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.PublishInterval;
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
  private final BatchLoop loop;
  private ExceptionHandler<? super E> exceptionHandler = ExceptionHandlers.defaultHandler();

  HandlerCalls(
      DataProvider<E> events, EventHandler<? super E> handler, PublishInterval publishing) {
    this.events = Objects.requireNonNull(events, "events");
    this.handler = Objects.requireNonNull(handler, "handler");
    this.loop = BatchLoop.over(handler, events, sequence);
    this.publishing = Objects.requireNonNull(publishing, "publishing");
    handler.setSequenceCallback(sequence);
  }

  Sequence sequence() {
    return sequence;
  }

  void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    this.exceptionHandler = Objects.requireNonNull(exceptionHandler, "exceptionHandler");
  }

  /**
   * The life cycle of a run: the handler begins, the work is done, the handler ends, however the
   * work did.
   *
   * @param upstream held up by the halt that ended the run before
   * @param work loops over the events; called once, so no call is added within the loop
   */
  void around(Upstream upstream, Runnable work) {
    upstream.clearAlert();
    start();
    try {
      work.run();
    } finally {
      shutdown();
    }
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
   * Lets the handler work on what there is from {@code next} on, one batch unless it fails, and
   * publishes progress within it and at its end.
   *
   * @param available the highest sequence that could be worked on, {@code next} or more
   * @param limit most events to take up
   * @return the last event that it took up
   */
  long process(long next, long available, long limit) {
    long last = Math.min(available, next + limit - 1);
    long from = next;
    while (from <= last) {
      from = processUntilFailure(from, last, available);
    }
    sequence.set(last);
    return last;
  }

  private long processUntilFailure(long from, long to, long available) {
    try {
      int interval = publishing.within(to - from + 1);
      loop.run(from, to, available, interval);
      return to + 1;
    } catch (Throwable t) {
      return passFailed(t, to) + 1;
    }
  }

  /**
   * Lets the handler, which must be a {@link TwoStepHandler}, work as the first step of a pair on
   * {@code from..to} until an event must wait. Publishes progress within the batch, but not that of
   * the last event done.
   *
   * @param settled the last event that is settled
   * @param newBatch whether {@code from} begins a batch
   * @return the event that must wait until all before it are settled; {@code to + 1} if none
   */
  long processFirstStep(long from, long to, long available, long settled, boolean newBatch) {
    long next = from;
    boolean starts = newBatch;
    while (next <= to) {
      try {
        int interval = publishing.within(to - next + 1);
        return loop.runFirstStep(next, to, available, settled, starts, interval);
      } catch (Throwable t) {
        next = passFailed(t, to) + 1;
        starts = true;
      }
    }
    return next;
  }

  /**
   * Hands on the failure that ended the last run of the loop. If it is handled, the event is done.
   *
   * @param to the last event to work on, whose progress is published later
   * @return the event that failed
   */
  private long passFailed(Throwable failure, long to) {
    long failed = loop.failedAt();
    handleFailure(failure, failed);
    if (failed < to) {
      sequence.set(failed);
    }
    return failed;
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
