package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.Sequence;
import java.util.Objects;

/**
 * The second step of a {@link TwoStepMasterProcessor}: a stage with a sequence, an upstream and a
 * handler of its own, but no thread: its master runs it, on the master's thread, from one group
 * boundary to the next.
 *
 * <p>As an {@link EventProcessor} it can be registered wherever one is wanted, the Disruptor's DSL
 * included: its sequence gates the ring and later stages. {@link #run} then does nothing and
 * returns at once, so the thread that the DSL gives it ends; {@link #halt} and {@link #isRunning}
 * are those of the pair.
 *
 * <p>Its handler is told {@code onStart} after the master's and {@code onShutdown} before it. A
 * batch is what its upstream has passed, up to the boundary; a group may come in several.
 *
 * @param <E> the ring's event
 */
public final class TwoStepSlaveProcessor<E> implements EventProcessor {

  private final Upstream upstream;
  private final StageOptions options;
  private final HandlerCalls<E> calls;

  private TwoStepMasterProcessor<E> master;
  private Waiter waiter;

  /**
   * Makes a slave that has no master yet.
   *
   * @param events usually the ring
   * @param upstream the stages between the two steps; each must itself follow the master
   * @param handler the second step
   * @param options how it waits for its upstream and tells progress; the limit is not used
   */
  public TwoStepSlaveProcessor(
      DataProvider<E> events,
      Upstream upstream,
      EventHandler<? super E> handler,
      StageOptions options) {
    this.upstream = Objects.requireNonNull(upstream, "upstream");
    this.options = options;
    this.calls = new HandlerCalls<>(events, handler, options.publishing());
  }

  /** Replaces the Disruptor's default, which ends the run of the pair by an exception. */
  public void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    calls.setExceptionHandler(exceptionHandler);
  }

  @Override
  public Sequence getSequence() {
    return calls.sequence();
  }

  /**
   * Halts the pair.
   *
   * @throws IllegalStateException if no master has been given this slave
   */
  @Override
  public void halt() {
    requireMaster().halt();
  }

  /** Whether the pair runs. */
  @Override
  public boolean isRunning() {
    return master != null && master.isRunning();
  }

  /**
   * Does nothing: the master runs the work of this processor on its own thread.
   *
   * @throws IllegalStateException if no master has been given this slave, so that nobody ever will
   */
  @Override
  public void run() {
    requireMaster();
  }

  private TwoStepMasterProcessor<E> requireMaster() {
    if (master == null) {
      throw new IllegalStateException("this slave has no master: call attachSlave on it");
    }
    return master;
  }

  void attachTo(TwoStepMasterProcessor<E> newMaster, StopSignal stop) {
    if (master != null) {
      throw new IllegalStateException("this slave has a master already");
    }
    master = newMaster;
    waiter = new Waiter(upstream, stop, options.waiting());
  }

  void start() {
    upstream.clearAlert();
    calls.start();
  }

  void shutdown() {
    calls.shutdown();
  }

  void alert() {
    upstream.alert();
  }

  /** Works up to and including {@code boundary}; less only if it is halted while it waits. */
  void processUpTo(long boundary) {
    Sequence sequence = calls.sequence();
    long next = sequence.get() + 1;
    while (next <= boundary) {
      long available = waiter.waitFor(next);
      if (available < next) {
        return;
      }
      long last = Math.min(available, boundary);
      calls.process(next, last, available);
      sequence.set(last);
      next = last + 1;
    }
  }
}
