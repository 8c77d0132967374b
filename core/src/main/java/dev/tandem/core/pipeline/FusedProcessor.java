package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.ExceptionHandlers;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * All stages on one thread, group by group: every handler in turn works on the whole group, then
 * the sequence moves past it. The order in which handlers see events is that of a pipeline around a
 * {@link TwoStepMasterProcessor} with the same groups, so their effects are the same.
 *
 * <p>The first handler does what the handler of a {@link GroupingProcessor} does: it may request a
 * cut. So it is called event by event as the group forms, and the request is looked at right after
 * it. {@code endOfBatch} tells it the last event of what was available, or one whose cut was
 * requested before. Then the mark is set, and the other handlers work: for them the batch is the
 * group.
 *
 * <p>Life cycle callbacks, exceptions and halts are as with {@link StageProcessor}, with this
 * meaning of the parts: an event that a handler failed on is passed by that handler and still seen
 * by the later ones; a run that ended by an exception is taken up at the failed event of the
 * handler that failed; {@code onStart} is told in order, {@code onShutdown} in reverse; only the
 * last handler is given the sequence callback, because only its progress is that of the processor.
 *
 * @param <E> the ring's event
 */
public final class FusedProcessor<E> implements EventProcessor {

  private static final long NO_GROUP = -1;

  private final RingBuffer<E> ring;
  private final Upstream upstream;
  private final EventHandler<? super E>[] handlers;
  private final List<BatchLoop<E>> loops;
  private final GroupMarks<? super E> marks;
  private final CutPolicy policy;
  private final int limit;
  private final RunState state = new RunState();
  private final Waiter waiter;
  private final Sequence sequence = new Sequence();
  private ExceptionHandler<? super E> exceptionHandler = ExceptionHandlers.defaultHandler();

  /** Per handler the last event it is done with: what a run that ended early goes on from. */
  private final long[] done;

  /** Last event of the group at hand, once the first handler has found it. */
  private long groupEnd = NO_GROUP;

  /**
   * Makes a processor that is not yet running.
   *
   * @param ring holds the events; this processor's sequence must gate it
   * @param upstream what to follow
   * @param handlers the stages in order, at least one
   * @param marks where requests are read and ends of groups written
   * @param policy where a group may end
   * @param options {@link StageOptions#limit()} bounds a group cut {@link CutPolicy#LIVE}; the
   *     publish interval is not used, because nobody may see part of a group
   * @throws IllegalArgumentException if there is no handler
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
  public FusedProcessor(
      RingBuffer<E> ring,
      Upstream upstream,
      List<? extends EventHandler<? super E>> handlers,
      GroupMarks<? super E> marks,
      CutPolicy policy,
      StageOptions options) {
    if (handlers.isEmpty()) {
      throw new IllegalArgumentException("at least one handler is needed");
    }
    this.ring = ring;
    this.upstream = upstream;
    this.handlers = handlers.toArray(new EventHandler[0]);
    this.loops = Stream.generate(BatchLoop::<E>create).limit(handlers.size()).toList();
    this.marks = Objects.requireNonNull(marks, "marks");
    this.policy = Objects.requireNonNull(policy, "policy");
    this.limit = options.limit();
    this.waiter = new Waiter(upstream, state, options.waiting());
    this.done = new long[this.handlers.length];
    Arrays.fill(done, sequence.get());
    this.handlers[this.handlers.length - 1].setSequenceCallback(sequence);
  }

  /** Replaces the Disruptor's default, which ends the run by an exception. */
  public void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    this.exceptionHandler = Objects.requireNonNull(exceptionHandler, "exceptionHandler");
  }

  @Override
  public Sequence getSequence() {
    return sequence;
  }

  /** Ends the run after the group at hand. */
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
    boolean wanted = state.enter();
    try {
      upstream.clearAlert();
      start();
      try {
        if (wanted) {
          processEvents();
        }
      } finally {
        shutdown();
      }
    } finally {
      state.leave();
    }
  }

  private void processEvents() {
    if (groupEnd != NO_GROUP) {
      finishGroup();
    }
    while (true) {
      long next = done[0] + 1;
      long available = waiter.waitFor(next);
      if (available < next) {
        return;
      }
      if (formGroup(available)) {
        finishGroup();
      }
    }
  }

  /** Runs the first handler; returns whether the group is complete. */
  private boolean formGroup(long available) {
    long settled = sequence.get();
    long last = policy == CutPolicy.LIVE ? Math.min(available, settled + limit) : available;
    boolean cut = false;
    while (!cut && done[0] < last) {
      cut = groupUntilFailure(done[0] + 1, last, available);
    }
    if (!cut && policy == CutPolicy.RECORDED) {
      if (last - settled >= ring.getBufferSize()) {
        // Nothing more can arrive before this group is settled, and its end has not arrived.
        throw new IllegalStateException(
            "a recorded group does not end within the %d events of the ring, at sequence %d"
                .formatted(ring.getBufferSize(), last));
      }
      return false;
    }
    groupEnd = done[0];
    marks.setEndOfGroup(ring.get(groupEnd), true);
    return true;
  }

  /** Returns whether a cut was requested at the last event it is done with. */
  private boolean groupUntilFailure(long from, long last, long available) {
    EventHandler<? super E> handler = handlers[0];
    long current = from;
    try {
      handler.onBatchStart(last - from + 1, available - from + 1);
      for (; current <= last; current++) {
        E event = ring.get(current);
        marks.setEndOfGroup(event, false);
        handler.onEvent(event, current, current == last || marks.isCutRequested(event));
        if (marks.isCutRequested(event)) {
          done[0] = current;
          return true;
        }
      }
      done[0] = last;
      return false;
    } catch (Throwable t) {
      marks.setEndOfGroup(ring.get(current), false);
      handleFailure(t, current, 0);
      return marks.isCutRequested(ring.get(current));
    }
  }

  private void finishGroup() {
    for (int i = 1; i < handlers.length; i++) {
      while (done[i] < groupEnd) {
        processUntilFailure(i, done[i] + 1, groupEnd);
      }
    }
    sequence.set(groupEnd);
    groupEnd = NO_GROUP;
  }

  private void processUntilFailure(int stage, long from, long to) {
    try {
      loops.get(stage).run(handlers[stage], ring, from, to, to, null, Integer.MAX_VALUE);
      done[stage] = to;
    } catch (Throwable t) {
      handleFailure(t, loops.get(stage).failedAt(), stage);
    }
  }

  private void handleFailure(Throwable failure, long failed, int stage) {
    // Where the next run begins if the exception handler ends this one.
    done[stage] = failed - 1;
    exceptionHandler.handleEventException(failure, failed, ring.get(failed));
    done[stage] = failed;
  }

  private void start() {
    for (EventHandler<? super E> handler : handlers) {
      try {
        handler.onStart();
      } catch (Throwable t) {
        exceptionHandler.handleOnStartException(t);
      }
    }
  }

  private void shutdown() {
    for (int i = handlers.length - 1; i >= 0; i--) {
      try {
        handlers[i].onShutdown();
      } catch (Throwable t) {
        exceptionHandler.handleOnShutdownException(t);
      }
    }
  }
}
