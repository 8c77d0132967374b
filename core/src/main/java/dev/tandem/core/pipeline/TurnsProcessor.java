package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.Sequence;
import java.util.List;

/**
 * Stages that take turns on one thread: each works on what is there for it, one batch at most, and
 * the thread waits when none of them found anything. So a later stage may wait for something else
 * than the stages before, such as a log, and they do not wait for it.
 *
 * <p>Otherwise as a {@link StageProcessor}. {@link #getSequence} is that of the first stage, as
 * that of a pair: who joins a running ring sets the sequences of all stages to where it begins.
 *
 * @param <E> the ring's event
 */
public final class TurnsProcessor<E> implements EventProcessor {

  private final RunState state = new RunState();
  private final List<PolledStage<E>> stages;
  private final WakeSignal signal;
  private final Idling idling;

  /**
   * @param stages in the order of their turns; each follows others of them or the publishers
   * @param waiting what the thread does while there is nothing to do
   * @param signal by which others wake it where that is to park; null if nobody does
   * @param beforeParking registers this thread with those that wake it only on request
   */
  public TurnsProcessor(
      List<PolledStage<E>> stages, WaitPlan waiting, WakeSignal signal, Runnable beforeParking) {
    this.stages = List.copyOf(stages);
    this.signal = signal;
    this.idling = new Idling(signal == null ? waiting : waiting.forWoken(), signal, beforeParking);
  }

  @Override
  public Sequence getSequence() {
    return stages.getFirst().getSequence();
  }

  /** Ends the run after the batches at hand. */
  @Override
  public void halt() {
    stages.forEach(PolledStage::alert);
    state.halt();
    if (signal != null) {
      signal.wake();
    }
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
    state.run(() -> runFrom(0));
  }

  /** Every handler begins before any works, and ends after all have. */
  private void runFrom(int stage) {
    if (stage == stages.size()) {
      takeTurns();
    } else {
      stages.get(stage).around(() -> runFrom(stage + 1));
    }
  }

  private void takeTurns() {
    List<PolledStage<E>> turns = stages;
    int count = turns.size();
    try {
      while (!state.isStopRequested()) {
        int done = 0;
        for (int i = 0; i < count; i++) {
          done += turns.get(i).poll();
        }
        if (done == 0) {
          idling.pause();
        } else {
          idling.end();
        }
      }
    } finally {
      idling.end();
    }
  }
}
