package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.Sequence;
import java.util.Objects;

/**
 * The second step of a {@link TwoStepMasterProcessor}: a stage with a sequence, an upstream and a
 * handler of its own, but no thread: its master runs it, on the master's thread, over what its
 * upstream has passed.
 *
 * <p>As an {@link EventProcessor} it can be registered wherever one is wanted, the Disruptor's DSL
 * included: its sequence gates the ring and later stages. {@link #run} then does nothing and
 * returns at once, so the thread that the DSL gives it ends; {@link #halt} and {@link #isRunning}
 * are those of the pair.
 *
 * <p>Its handler's {@code onStart} is called after the master's, its {@code onShutdown} before it.
 * A batch is what its upstream has passed, as far as the master has, up to the master's limit.
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
   * @param options how it waits for its upstream and publishes progress; the limit is not used
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

  /**
   * Replaces the Disruptor's default, which ends the run of the pair by an exception.
   *
   * <p><b>Warning:</b> this method is the only way. What the Disruptor's DSL sets does not reach
   * this processor: see {@link StageProcessor#setExceptionHandler}.
   */
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

  /** Lets its handler begin, then does the work of the pair, then lets its handler end. */
  void around(Runnable work) {
    calls.around(upstream, work);
  }

  void alert() {
    upstream.alert();
  }

  /**
   * Works on what is there, up to and including {@code boundary} and {@code limit} events at most.
   *
   * @return whether there was anything
   */
  boolean processAvailable(long boundary, int limit) {
    long next = calls.sequence().get() + 1;
    if (next > boundary) {
      return false;
    }
    long available = Math.min(waiter.look(next), boundary);
    if (available < next) {
      return false;
    }
    calls.process(next, available, limit);
    return true;
  }

  /**
   * Works up to and including {@code boundary}, waiting for it.
   *
   * @return false if it was halted while it waited
   */
  boolean processUpTo(long boundary) {
    long next = calls.sequence().get() + 1;
    while (next <= boundary) {
      long available = Math.min(waiter.waitFor(next), boundary);
      if (available < next) {
        return false;
      }
      next = calls.process(next, available, available - next + 1) + 1;
    }
    return true;
  }
}
