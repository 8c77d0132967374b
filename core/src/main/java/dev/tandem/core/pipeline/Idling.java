package dev.tandem.core.pipeline;

import dev.tandem.core.api.WaitMode;

/**
 * The pauses of one thread that finds nothing to do, by a {@link WaitPlan}: short at first, longer
 * the longer it lasts. Keeps an interrupt that came meanwhile for its owner.
 *
 * <p>Used by one thread at a time.
 */
public final class Idling {

  private final WaitPlan plan;
  private int step;
  private boolean interrupted;

  public Idling(WaitPlan plan) {
    this.plan = plan;
  }

  /** Pauses once; each pause in a row may be longer. */
  public void pause() {
    step = plan.pause(step);
    if (plan.mode() == WaitMode.PARKING) {
      // A pending interrupt would turn every park into a spin.
      interrupted |= Thread.interrupted();
    }
  }

  /** There was something to do: the next pause is a first one. */
  public void end() {
    step = 0;
    if (interrupted) {
      interrupted = false;
      Thread.currentThread().interrupt();
    }
  }
}
