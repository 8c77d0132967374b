package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;

/**
 * Drives {@link Stages} on the calling thread, without a ring, one command after the other: for the
 * replay of a log before a kernel starts, and for a replica. A command without a timestamp gets the
 * time of now.
 *
 * <p>Used by one thread at a time. The slot is used again, so that a long replay makes no garbage.
 */
public final class ReplayDriver {

  private final Stages stages;
  private final EventHandler<Command> admission;
  private final EventHandler<Command> results;
  private final Command slot = new Command();
  private long sequence;

  /**
   * Numbers the commands from where the stages stand.
   *
   * @param results the last stage: {@link Stages#results()}, or the same with another handler
   */
  public ReplayDriver(Stages stages, EventHandler<Command> results) {
    this(stages, results, stages.recordedCommands());
  }

  /**
   * As the other, from a number of the caller's choice.
   *
   * @param first the number of the next command
   */
  public ReplayDriver(Stages stages, EventHandler<Command> results, long first) {
    this.stages = stages;
    this.admission = stages.admission();
    this.results = results;
    this.sequence = first;
  }

  /** The slot to fill with the next command; its inputs must all be written. */
  public Command next() {
    return slot;
  }

  /** Takes the command that {@link #next} was filled with through all stages. */
  public void submit() throws Exception {
    // Each command is a batch: a time lasts as long as one.
    admission.onBatchStart(1, 1);
    admission.onEvent(slot, sequence++, false);
    stages.apply(slot);
    results.onEvent(slot, slot.sequence, true);
  }
}
