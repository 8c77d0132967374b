package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.Sequence;

/**
 * One stage without a thread: whoever calls {@link #poll} does its work, and nothing waits.
 * Otherwise as a {@link StageProcessor}: every event once, in order, in batches.
 *
 * <p>{@link #start}, {@link #poll} and {@link #shutdown} belong to one thread at a time, {@link
 * #setExceptionHandler} to the time before; the sequence may be read by any thread.
 *
 * @param <E> the ring's event
 */
public final class PolledStage<E> {

  private final Upstream upstream;
  private final HandlerCalls<E> calls;
  private final long limit;

  /**
   * @param events usually the ring
   * @param upstream what to follow
   * @param handler the work
   * @param options {@link StageOptions#limit()} bounds a batch; its waiting is not used
   */
  public PolledStage(
      DataProvider<E> events,
      Upstream upstream,
      EventHandler<? super E> handler,
      StageOptions options) {
    this.upstream = upstream;
    this.calls = new HandlerCalls<>(events, handler, options.publishing());
    this.limit = options.limit();
  }

  /** Replaces the Disruptor's default, which throws. */
  public void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    calls.setExceptionHandler(exceptionHandler);
  }

  /** The last event that it is done with. */
  public Sequence getSequence() {
    return calls.sequence();
  }

  /** The life cycle of a run, as that of a processor. */
  void around(Runnable work) {
    calls.around(upstream, work);
  }

  void alert() {
    upstream.alert();
  }

  /** Notifies the handler that work begins. */
  public void start() {
    calls.start();
  }

  /** Notifies the handler that there is no more work. */
  public void shutdown() {
    calls.shutdown();
  }

  /**
   * Works on what is there, one batch at most.
   *
   * @return how many events that were; 0 if there was none
   */
  public int poll() {
    long next = calls.sequence().get() + 1;
    long available = upstream.available(next);
    if (available < next) {
      return 0;
    }
    return (int) (calls.process(next, available, limit) - next + 1);
  }
}
