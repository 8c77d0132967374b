package dev.tandem.core.statemachine;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.pipeline.TwoStepHandler;
import dev.tandem.core.risk.RiskEngine;

/**
 * The first step of a risk shard in a pipeline. Its {@code tryEvent} answers false where a command
 * must wait until everything before it is settled. A query waits: it sees what the commands before
 * it left. One that admission has refused sees nothing.
 */
final class HoldHandler implements TwoStepHandler<Command> {

  private final RiskEngine engine;

  HoldHandler(RiskEngine engine) {
    this.engine = engine;
  }

  @Override
  public boolean tryEvent(Command c, long sequence, boolean endOfBatch) {
    return c.type == CommandType.QUERY ? c.isRejectedAtEntry() : engine.hold(c, false);
  }

  @Override
  public void onEvent(Command c, long sequence, boolean endOfBatch) {
    Stages.hold(engine, c);
  }
}
