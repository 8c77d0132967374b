package dev.tandem.core.topology;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import java.util.ArrayList;
import java.util.List;

/**
 * Drives {@link Stages} on the calling thread, without a ring: for the replay of a log before a
 * kernel starts. A group ends where its commands say so ({@code cutHere}), or by {@link #endGroup}.
 *
 * <p>Used by one thread at a time. Slots are kept, so that a long replay makes no garbage.
 */
public final class SerialDriver {

  private final EventHandler<Command> grouping;
  private final List<EventHandler<Command>> beforeResults = new ArrayList<>();
  private final EventHandler<Command> results;
  private final List<Command> group = new ArrayList<>();
  private int open;
  private long sequence;

  /**
   * Numbers the commands from where the stages stand.
   *
   * @param results the last stage: {@link Stages#results()}, or one that tells another handler
   */
  public SerialDriver(Stages stages, EventHandler<Command> results) {
    sequence = stages.recordedCommands();
    grouping = stages.grouping();
    for (int i = 0; i < Math.max(1, stages.riskShards()); i++) {
      beforeResults.add(stages.hold(i));
    }
    for (int i = 0; i < stages.matchingShards(); i++) {
      beforeResults.add(stages.matching(i));
    }
    for (int i = 0; i < Math.max(1, stages.riskShards()); i++) {
      beforeResults.add(stages.settle(i));
    }
    this.results = results;
  }

  /** The slot to fill with the next command; its inputs must all be written. */
  public Command next() {
    if (open == group.size()) {
      group.add(new Command());
    }
    return group.get(open);
  }

  /** Takes up the command that {@link #next} was filled with, and runs its group if it ends. */
  public void submit() throws Exception {
    Command c = group.get(open++);
    grouping.onEvent(c, sequence++, false);
    if (c.cutHere) {
      endGroup();
    }
  }

  /** Whether there are commands whose group has not ended. */
  public boolean isGroupOpen() {
    return open != 0;
  }

  /** Ends the group after the last command taken up; does nothing if it has ended. */
  public void endGroup() throws Exception {
    if (open == 0) {
      return;
    }
    group.get(open - 1).endOfGroup = true;
    for (EventHandler<Command> stage : beforeResults) {
      run(stage);
    }
    run(results);
    open = 0;
  }

  private void run(EventHandler<Command> stage) throws Exception {
    for (int i = 0; i < open; i++) {
      Command c = group.get(i);
      stage.onEvent(c, c.sequence, i == open - 1);
    }
  }
}
