package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.Sequence;

/**
 * One stage on one thread: calls a handler for every event, in order, exactly once.
 *
 * <p>It keeps the contract of the Disruptor's {@code BatchEventProcessor} (life cycle callbacks,
 * batch start and end of batch, sequence callback, exception handler) with these differences:
 *
 * <ul>
 *   <li>its sequence moves within a batch, by {@link StageOptions#publishing()}, not only at its
 *       end;
 *   <li>if the exception handler throws, the run ends and the sequence stands right before the
 *       failed event, so that a later run begins with that event and repeats none before it;
 *   <li>a halt on an idle processor ends the next run, and only the next; {@link #run} on a second
 *       thread is refused also while the first is returning;
 *   <li>it never times out, so {@code onTimeout} is never called; {@code RewindableException} is an
 *       exception like any other.
 * </ul>
 *
 * <p>{@link #run} belongs to one thread at a time, {@link #setExceptionHandler} to the time before
 * it; everything else may be called by any thread.
 *
 * @param <E> the ring's event
 */
public final class StageProcessor<E> implements EventProcessor {

  private final RunState state = new RunState();
  private final Upstream upstream;
  private final Waiter waiter;
  private final HandlerCalls<E> calls;
  private final long limit;

  /**
   * Makes a stage that is not yet running.
   *
   * @param events usually the ring
   * @param upstream what to follow
   * @param handler the work
   * @param options {@link StageOptions#limit()} bounds a batch
   */
  public StageProcessor(
      DataProvider<E> events,
      Upstream upstream,
      EventHandler<? super E> handler,
      StageOptions options) {
    this.upstream = upstream;
    this.waiter = new Waiter(upstream, state, options.waiting());
    this.calls = new HandlerCalls<>(events, handler, options.publishing());
    this.limit = options.limit();
  }

  /**
   * Replaces the Disruptor's default, which ends the run by an exception.
   *
   * <p><b>Warning:</b> this method is the only way. The Disruptor's DSL sets handlers of its own
   * processors only. {@code setDefaultExceptionHandler} and {@code handleExceptionsWith} pass this
   * one over and say nothing; {@code handleExceptionsFor(handler).with(…)} throws an {@link
   * IllegalArgumentException}, as the DSL does not know the handler of a processor that it has not
   * made.
   */
  public void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    calls.setExceptionHandler(exceptionHandler);
  }

  @Override
  public Sequence getSequence() {
    return calls.sequence();
  }

  /** Ends the run after the batch at hand. */
  @Override
  public void halt() {
    // The alert first: after the state, it could hold up a later run for ever.
    upstream.alert();
    state.halt();
  }

  @Override
  public boolean isRunning() {
    return state.isRunning();
  }

  /**
   * Works until {@link #halt}; may be called again afterwards, by any thread.
   *
   * @throws IllegalStateException if a thread runs it already
   */
  @Override
  public void run() {
    state.run(() -> calls.around(upstream, this::processEvents));
  }

  private void processEvents() {
    long next = calls.sequence().get() + 1;
    while (true) {
      long available = waiter.waitFor(next);
      if (available < next) {
        return;
      }
      next = calls.process(next, available, limit) + 1;
    }
  }
}
