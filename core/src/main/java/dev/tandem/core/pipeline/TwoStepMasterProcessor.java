package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.Objects;

/**
 * The first of two steps that share state on one thread without a lock. It runs its handler over
 * the events of a group; at the group's boundary it publishes its progress, then runs its {@link
 * TwoStepSlaveProcessor} up to that boundary, waiting for the stages between the two steps. So
 *
 * <p>first step of group k → second step of group k → first step of group k + 1
 *
 * <p>holds for all events. (The pair is exchange-core's invention; there the second step of a group
 * waits for an event of the next group, here for nothing.)
 *
 * <p>Several pairs may work on the same events, each for its share of the state. One, the
 * <em>leader</em>, cuts the groups, by a {@link CutPolicy}: it marks the last event of a group
 * before it publishes it. The others, the <em>followers</em>, must have the leader's sequence in
 * their upstream, and obey its marks, so all cut alike. The mark must have been cleared before an
 * event reaches the leader: {@link GroupingProcessor} does.
 *
 * <p>A halt is noticed after the batch at hand, and while the master or its slave waits. A later
 * run goes on at the same place, in the middle of a group if need be: first the slave is brought up
 * to the last boundary that was published.
 *
 * <p>Everything else is as with {@link StageProcessor}. For the handler a batch ends with its
 * group, or with what is available of the group.
 *
 * @param <E> the ring's event
 */
public final class TwoStepMasterProcessor<E> implements EventProcessor {

  private enum Role {
    LIVE_LEADER,
    REPLAYING_LEADER,
    FOLLOWER
  }

  private final RingBuffer<E> ring;
  private final Upstream upstream;
  private final GroupMarks<? super E> marks;
  private final Role role;
  private final int limit;
  private final RunState state = new RunState();
  private final Waiter waiter;
  private final HandlerCalls<E> calls;

  private TwoStepSlaveProcessor<E> slave;

  private TwoStepMasterProcessor(
      RingBuffer<E> ring,
      Upstream upstream,
      EventHandler<? super E> handler,
      GroupMarks<? super E> marks,
      Role role,
      StageOptions options) {
    this.ring = ring;
    this.upstream = upstream;
    this.marks = Objects.requireNonNull(marks, "marks");
    this.role = role;
    this.limit = options.limit();
    this.waiter = new Waiter(upstream, state, options.waiting());
    this.calls = new HandlerCalls<>(ring, handler, options.publishing());
  }

  /**
   * The one that cuts the groups.
   *
   * @param ring holds the events; the slave's sequence must gate it
   * @param upstream what to follow: the first stage
   * @param handler the first step
   * @param marks where requests are read and ends of groups written
   * @param policy where a group may end
   * @param options {@link StageOptions#limit()} bounds a group cut {@link CutPolicy#LIVE}
   */
  public static <E> TwoStepMasterProcessor<E> leader(
      RingBuffer<E> ring,
      Upstream upstream,
      EventHandler<? super E> handler,
      GroupMarks<? super E> marks,
      CutPolicy policy,
      StageOptions options) {
    Role role = policy == CutPolicy.LIVE ? Role.LIVE_LEADER : Role.REPLAYING_LEADER;
    return new TwoStepMasterProcessor<>(ring, upstream, handler, marks, role, options);
  }

  /**
   * One that obeys the leader.
   *
   * @param ring holds the events; the slave's sequence must gate it
   * @param upstream what to follow; the leader's sequence must be part of it
   * @param handler the first step
   * @param marks where ends of groups are read
   * @param options the limit is not used
   */
  public static <E> TwoStepMasterProcessor<E> follower(
      RingBuffer<E> ring,
      Upstream upstream,
      EventHandler<? super E> handler,
      GroupMarks<? super E> marks,
      StageOptions options) {
    return new TwoStepMasterProcessor<>(ring, upstream, handler, marks, Role.FOLLOWER, options);
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

  /** Replaces the Disruptor's default, which ends the run by an exception. */
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
    boolean wanted = state.enter();
    try {
      upstream.clearAlert();
      calls.start();
      try {
        slave.start();
        try {
          if (wanted) {
            processEvents();
          }
        } finally {
          slave.shutdown();
        }
      } finally {
        calls.shutdown();
      }
    } finally {
      state.leave();
    }
  }

  private void processEvents() {
    settleWhatWasPublished();
    Sequence sequence = calls.sequence();
    long next = sequence.get() + 1;
    while (true) {
      long available = waiter.waitFor(next);
      if (available < next) {
        return;
      }
      long last = lastOfBatch(next, available);
      boolean boundary = isBoundary(last);
      calls.process(next, last, available);
      if (boundary && role != Role.FOLLOWER) {
        // After the handler, so that a run that dies in it leaves no mark behind; before the
        // sequence, which makes it visible.
        marks.setEndOfGroup(ring.get(last), true);
      }
      sequence.set(last);
      next = last + 1;
      if (boundary) {
        slave.processUpTo(last);
      }
    }
  }

  /** Where the batch ends: at the end of its group, or at what is available of it. */
  private long lastOfBatch(long next, long available) {
    if (role == Role.FOLLOWER) {
      for (long i = next; i < available; i++) {
        if (marks.isEndOfGroup(ring.get(i))) {
          return i;
        }
      }
      return available;
    }
    // All groups before the open one are settled, so it begins right after the slave's sequence.
    long settled = slave.getSequence().get();
    long last = role == Role.LIVE_LEADER ? Math.min(available, settled + limit) : available;
    for (long i = next; i < last; i++) {
      if (marks.isCutRequested(ring.get(i))) {
        return i;
      }
    }
    return last;
  }

  private boolean isBoundary(long last) {
    return switch (role) {
      case LIVE_LEADER -> true;
      case REPLAYING_LEADER -> isRecordedCut(last);
      case FOLLOWER -> marks.isEndOfGroup(ring.get(last));
    };
  }

  private boolean isRecordedCut(long last) {
    if (marks.isCutRequested(ring.get(last))) {
      return true;
    }
    if (last - slave.getSequence().get() >= ring.getBufferSize()) {
      // Nothing more can arrive before this group is settled, and its end has not arrived.
      throw new IllegalStateException(
          "a recorded group does not end within the %d events of the ring, at sequence %d"
              .formatted(ring.getBufferSize(), last));
    }
    return false;
  }

  /** Ends the second step of a group that a halt interrupted. */
  private void settleWhatWasPublished() {
    long settled = slave.getSequence().get();
    for (long i = calls.sequence().get(); i > settled; i--) {
      if (marks.isEndOfGroup(ring.get(i))) {
        slave.processUpTo(i);
        return;
      }
    }
  }
}
