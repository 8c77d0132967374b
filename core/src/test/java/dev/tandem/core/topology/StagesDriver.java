package dev.tandem.core.topology;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Drives stages on the calling thread, group by group, as the contract of {@link Stages} says. */
public final class StagesDriver {

  private final Stages stages;
  private final EventHandler<Command> grouping;
  private final List<EventHandler<Command>> holds = new ArrayList<>();
  private final List<EventHandler<Command>> matchings = new ArrayList<>();
  private final List<EventHandler<Command>> settles = new ArrayList<>();
  private final EventHandler<Command> results;
  private final List<Command> group = new ArrayList<>();
  private long sequence;

  public StagesDriver(int riskShards, int matchingShards, ResultHandler handler) {
    stages = new Stages(riskShards, matchingShards, 16, 64, () -> 1, handler);
    grouping = stages.grouping();
    for (int i = 0; i < Math.max(1, riskShards); i++) {
      holds.add(stages.hold(i));
      settles.add(stages.settle(i));
    }
    for (int i = 0; i < matchingShards; i++) {
      matchings.add(stages.matching(i));
    }
    results = stages.results();
  }

  /** Numbers the next command. */
  public void startAt(long next) {
    sequence = next;
  }

  public Stages stages() {
    return stages;
  }

  /**
   * Applies commands to copies of them.
   *
   * @param copy copies a command's input
   */
  public void apply(List<Command> commands, BiConsumer<Command, Command> copy) throws Exception {
    for (Command c : commands) {
      Command slot = new Command();
      copy.accept(c, slot);
      apply(slot);
    }
  }

  /** Applies one command; its group ends with it if it is cut there. */
  public void apply(Command c) throws Exception {
    grouping.onEvent(c, sequence++, false);
    group.add(c);
    if (c.cutHere) {
      endGroup();
    }
  }

  /** Ends the group, if one is open. */
  public void endGroup() throws Exception {
    pass(holds);
    pass(matchings);
    pass(settles);
    pass(List.of(results));
    group.clear();
  }

  private void pass(List<EventHandler<Command>> handlers) throws Exception {
    for (EventHandler<Command> handler : handlers) {
      for (Command c : group) {
        handler.onEvent(c, c.sequence, false);
      }
    }
  }
}
