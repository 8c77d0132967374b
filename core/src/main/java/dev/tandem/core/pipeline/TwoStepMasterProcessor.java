package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.Sequence;

/**
 * The first of two steps that share state on one thread without a lock. It runs its handler over
 * what is available, and its {@link TwoStepSlaveProcessor} over what the stages between the two
 * steps have passed; it waits only when there is neither.
 *
 * <pre>
 *          ┌──────────── one thread ────────────┐
 *  ring ──▶│ first step            second step  │──▶ later stages
 *          └──────│──────────────────────▲──────┘
 *                 └──▶ stages between ───┘
 * </pre>
 *
 * <p>So the first step of an event may come before the second step of earlier events: how many of
 * them depends on timing. The first step is a {@link TwoStepHandler}, which may answer that this is
 * not good enough for an event: then the second step of every event before it comes first. What the
 * pair brings about depends on timing only as far as the handlers let it. (The pair is
 * exchange-core's invention; there both steps take turns by groups of events.)
 *
 * <p>Several pairs may work on the same events, each for its share of the state. None waits for
 * another but through the stages between: a pair that settles first has published its progress up
 * to that event, so of all that wait one can always continue.
 *
 * <p>A halt is noticed after the batch at hand, and while the pair waits. A later run continues
 * where each step stopped. Everything else is as with {@link StageProcessor}.
 *
 * @param <E> the ring's event
 */
public final class TwoStepMasterProcessor<E> implements EventProcessor {

  private final Upstream upstream;
  private final int limit;
  private final RunState state = new RunState();
  private final Idling idling;
  private final HandlerCalls<E> calls;

  private TwoStepSlaveProcessor<E> slave;

  /**
   * Makes a master that has no slave yet.
   *
   * @param events usually the ring, which the slave's sequence must gate
   * @param upstream what to follow
   * @param handler the first step. Whatever wraps it must be a {@link TwoStepHandler} as well: a
   *     plain handler could not say that an event must wait, and so none is taken
   * @param options {@link StageOptions#limit()} bounds what one of the steps takes up before the
   *     other has its turn
   */
  public TwoStepMasterProcessor(
      DataProvider<E> events,
      Upstream upstream,
      TwoStepHandler<? super E> handler,
      StageOptions options) {
    this.upstream = upstream;
    this.limit = options.limit();
    this.idling = new Idling(options.waiting());
    this.calls = new HandlerCalls<>(events, handler, options.publishing());
  }

  /**
   * Gives this master its slave, once, before the first run. (It cannot be had at construction: the
   * slave's upstream follows the stages that follow this master.)
   *
   * @throws IllegalStateException if either has its partner already
   */
  public void attachSlave(TwoStepSlaveProcessor<E> newSlave) {
    if (slave != null) {
      throw new IllegalStateException("this master has a slave already");
    }
    newSlave.attachTo(this, state);
    slave = newSlave;
  }

  /**
   * Replaces the Disruptor's default, which ends the run by an exception.
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

  /** Ends the run after the batch at hand, or at once where it waits. */
  @Override
  public void halt() {
    // The alerts first: after the state, they could hold up a later run for ever.
    upstream.alert();
    if (slave != null) {
      slave.alert();
    }
    state.halt();
  }

  @Override
  public boolean isRunning() {
    return state.isRunning();
  }

  /**
   * Works until {@link #halt}, on both steps; may be called again afterwards, by any thread.
   *
   * @throws IllegalStateException if a thread runs it already, or it has no slave
   */
  @Override
  public void run() {
    if (slave == null) {
      throw new IllegalStateException("this master has no slave: call attachSlave first");
    }
    state.run(() -> calls.around(upstream, () -> slave.around(this::processEvents)));
  }

  private void processEvents() {
    long next = calls.sequence().get() + 1;
    try {
      while (!state.isStopRequested()) {
        // The second step first: it gives back what the first may need, and lets results leave.
        boolean worked = slave.processAvailable(next - 1, limit);
        long available = upstream.available(next);
        if (available >= next) {
          next = takeUp(next, Math.min(available, next + limit - 1), available);
        } else if (!worked) {
          idling.pause();
          continue;
        }
        idling.end();
      }
    } finally {
      idling.end();
    }
  }

  /** Runs the first step; returns the next event, which is not {@code last + 1} only on a halt. */
  private long takeUp(long first, long last, long available) {
    Sequence sequence = calls.sequence();
    long next = first;
    boolean newBatch = true;
    while (true) {
      long settled = slave.getSequence().get();
      next = calls.processFirstStep(next, last, available, settled, newBatch);
      // Before any wait: all stages between, and so all other pairs, need it to continue.
      sequence.set(next - 1);
      if (next > last || !slave.processUpTo(next - 1)) {
        return next;
      }
      newBatch = false;
    }
  }
}
