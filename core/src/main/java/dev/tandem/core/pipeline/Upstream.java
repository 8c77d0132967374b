package dev.tandem.core.pipeline;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;

/**
 * What a processor follows: the publishers of the ring, or the stages before it.
 *
 * <p>Unlike a {@link SequenceBarrier} it is never waited on, only looked at. Where it follows one,
 * the Disruptor's contract holds: a halt alerts the barrier, an alerted barrier has nothing,
 * whoever alerted it, and the next run clears the alert.
 *
 * <p>{@link #available} is for the one thread that processes: an upstream may find its events by
 * work of its own, and remember what it found. The rest is for any thread.
 */
public interface Upstream {

  /**
   * The highest sequence that may be processed if {@code next} is the first one wanted: everything
   * from {@code next} up to it is published and has passed the stages before. Less than {@code
   * next} if there is nothing yet.
   */
  long available(long next);

  /** Alerts the barrier that this follows, if it does. */
  default void alert() {}

  /** Ends the alert of the barrier that this follows, if it does. */
  default void clearAlert() {}

  /**
   * Follows a barrier, with any wait strategy: the strategy is never called to wait. Right for the
   * first stage of a ring, where it leaves out what several publishers have claimed but not yet
   * published.
   */
  static Upstream of(SequenceBarrier barrier) {
    return new BarrierUpstream(barrier);
  }

  /**
   * Follows the slowest of these stages. Cheaper than a barrier: what a stage has passed needs no
   * second search for gaps.
   *
   * @param first one stage's sequence
   * @param others those of further stages
   */
  static Upstream of(Sequence first, Sequence... others) {
    Sequence[] all = new Sequence[others.length + 1];
    all[0] = first;
    System.arraycopy(others, 0, all, 1, others.length);
    return new SequencesUpstream(all);
  }

  /**
   * Follows these stages of a ring, or its publishers if there are none: the arguments are those of
   * the Disruptor's {@code EventProcessorFactory}.
   */
  static Upstream of(RingBuffer<?> ring, Sequence[] stages) {
    return stages.length == 0
        ? new BarrierUpstream(ring.newBarrier())
        : new SequencesUpstream(stages.clone());
  }
}
