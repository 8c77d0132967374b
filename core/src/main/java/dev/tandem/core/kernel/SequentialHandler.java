package dev.tandem.core.kernel;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import java.util.List;

/** Several stages as one: each command passes all of them before the next one is looked at. */
final class SequentialHandler implements EventHandler<Command> {

  private final List<EventHandler<Command>> stages;

  SequentialHandler(List<EventHandler<Command>> stages) {
    this.stages = List.copyOf(stages);
  }

  @Override
  public void onBatchStart(long batchSize, long queueDepth) {
    stages.forEach(stage -> stage.onBatchStart(batchSize, queueDepth));
  }

  @Override
  public void onEvent(Command c, long sequence, boolean endOfBatch) throws Exception {
    for (EventHandler<Command> stage : stages) {
      stage.onEvent(c, sequence, endOfBatch);
    }
  }
}
