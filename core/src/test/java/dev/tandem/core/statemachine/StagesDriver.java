package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.pipeline.TwoStepHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Drives stages on the calling thread, the holds ahead of the rest as far as they let it, as the
 * contract of {@link Stages} says.
 */
public final class StagesDriver {

  private static final int MOST_AHEAD = 37;

  private final Stages stages;
  private final EventHandler<Command> admission;
  private final List<TwoStepHandler<Command>> holds = new ArrayList<>();
  private final List<EventHandler<Command>> matchings = new ArrayList<>();
  private final List<EventHandler<Command>> settles = new ArrayList<>();
  private final EventHandler<Command> results;
  private final List<Command> held = new ArrayList<>();
  private long sequence;

  public StagesDriver(int riskShards, int matchingShards, ResultHandler handler) {
    stages = new Stages(riskShards, matchingShards, 16, 64, () -> 1, handler, null);
    admission = stages.admission();
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

  /** Applies one command, at least its first step. */
  public void apply(Command c) throws Exception {
    admission.onEvent(c, sequence++, false);
    for (TwoStepHandler<Command> hold : holds) {
      hold(hold, c);
    }
    held.add(c);
    if (held.size() == MOST_AHEAD) {
      settle();
    }
  }

  private void hold(TwoStepHandler<Command> hold, Command c) throws Exception {
    if (!hold.tryEvent(c, c.sequence, false)) {
      settle();
      hold.onEvent(c, c.sequence, false);
    }
  }

  /** Settles and answers all that was applied. */
  public void settle() throws Exception {
    pass(matchings);
    pass(settles);
    pass(List.of(results));
    held.clear();
  }

  private void pass(List<EventHandler<Command>> handlers) throws Exception {
    for (EventHandler<Command> handler : handlers) {
      for (Command c : held) {
        handler.onEvent(c, c.sequence, false);
      }
    }
  }
}
