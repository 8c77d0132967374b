package dev.tandem.core.kernel;

import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.TwoStepMasterProcessor;
import dev.tandem.core.pipeline.TwoStepSlaveProcessor;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.statemachine.Stages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A thread for admission, for each risk shard (hold and settle), for each matching shard, for
 * results, and for the journal if there is one.
 */
final class PipelinedKernel extends Kernel {

  PipelinedKernel(Topology topology, Stages stages, KernelOptions options) {
    super(options, true, null, false);
    Sequence admitted =
        addStage(intake().upstream(), timed("admission", stages.admission(options.journal())));

    List<TwoStepMasterProcessor<Command>> holds = new ArrayList<>();
    Sequence[] held = new Sequence[topology.riskShards()];
    for (int i = 0; i < held.length; i++) {
      TwoStepMasterProcessor<Command> hold =
          new TwoStepMasterProcessor<>(
              ring(),
              Upstream.of(admitted),
              timedFirstStep("hold-" + i, stages.hold(i)),
              options.stage());
      hold.setExceptionHandler(poison().exceptionHandler());
      own(hold);
      holds.add(hold);
      held[i] = hold.getSequence();
    }

    Sequence[] matched = new Sequence[stages.matchingShards()];
    for (int i = 0; i < matched.length; i++) {
      matched[i] = addStage(follow(held), timed("matching-" + i, stages.matching(i)));
    }

    Sequence[] settled = new Sequence[held.length];
    for (int i = 0; i < held.length; i++) {
      TwoStepSlaveProcessor<Command> settle =
          new TwoStepSlaveProcessor<>(
              ring(), follow(matched), timed("settle-" + i, stages.settle(i)), options.stage());
      settle.setExceptionHandler(poison().exceptionHandler());
      holds.get(i).attachSlave(settle);
      settled[i] = settle.getSequence();
    }

    Upstream beforeResults = follow(settled);
    if (options.journal() != null) {
      // Beside risk and matching: it keeps a command's inputs, not its results.
      Sequence journaled =
          addStage(Upstream.of(admitted), timed("journal", options.journal().handler()));
      Sequence[] all = Arrays.copyOf(settled, settled.length + 1);
      all[settled.length] = journaled;
      beforeResults = follow(all);
    }
    endWith(
        addStage(
            options.holdsAnswers() ? confirmed(beforeResults) : beforeResults,
            timed("results", stages.results())));
  }

  private static Upstream follow(Sequence[] sequences) {
    return Upstream.of(sequences[0], Arrays.copyOfRange(sequences, 1, sequences.length));
  }
}
