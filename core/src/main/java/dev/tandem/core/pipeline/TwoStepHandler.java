package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;

/**
 * The first step of a {@link TwoStepMasterProcessor}: a handler that can refuse an event until more
 * is settled.
 *
 * <p>The first step runs ahead of the second, so it works on a state in which some earlier events
 * are not settled yet. Where that state is not enough to judge an event, {@link #tryEvent} says so
 * and changes nothing; the pair then runs the second step of every event before it, and {@link
 * #onEvent} judges it on the state that is exact. A first step that never has to wait answers true.
 *
 * @param <E> the ring's event
 */
public interface TwoStepHandler<E> extends EventHandler<E> {

  /**
   * Works on an event while earlier events may not be settled.
   *
   * @return false if everything before this event must be settled first; then nothing was changed,
   *     and the event comes again, to {@link #onEvent}
   */
  boolean tryEvent(E event, long sequence, boolean endOfBatch) throws Exception;

  /** Works on an event when every event before it is settled. */
  @Override
  void onEvent(E event, long sequence, boolean endOfBatch) throws Exception;
}
