package dev.tandem.core.statemachine;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.TwoStepHandler;

/**
 * The first step of a kernel without risk: it refuses what needs risk. Nothing is ever settled, so
 * no command waits for it.
 */
final class NoRiskHandler implements TwoStepHandler<Command> {

  @Override
  public boolean tryEvent(Command c, long sequence, boolean endOfBatch) {
    Stages.refuseRiskCommands(c);
    return true;
  }

  @Override
  public void onEvent(Command c, long sequence, boolean endOfBatch) {
    Stages.refuseRiskCommands(c);
  }
}
