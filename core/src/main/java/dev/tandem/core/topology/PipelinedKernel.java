package dev.tandem.core.topology;

import com.lmax.disruptor.Sequence;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.GroupMarks;
import dev.tandem.core.pipeline.GroupingProcessor;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.core.pipeline.TwoStepMasterProcessor;
import dev.tandem.core.pipeline.TwoStepSlaveProcessor;
import dev.tandem.core.pipeline.Upstream;
import java.util.Arrays;

/**
 * A thread for grouping, for each risk shard (hold and settle), for each matching shard and for
 * results. Shard 0 of risk is the leader: it cuts the groups, the other shards follow its sequence.
 */
final class PipelinedKernel extends Kernel {

  private final GroupMarks<Command> marks = new CommandMarks();
  private final StageOptions stage;

  PipelinedKernel(Topology topology, Stages stages, KernelOptions options) {
    super(options);
    stage = options.stage();

    GroupingProcessor<Command> grouping =
        new GroupingProcessor<>(
            ring(),
            Upstream.of(ring().newBarrier()),
            timed("grouping", stages.grouping(options.journal())),
            marks,
            stage);
    grouping.setExceptionHandler(poison().exceptionHandler());
    own(grouping);

    TwoStepMasterProcessor<Command>[] holds = holds(topology, stages, options, grouping);
    Sequence[] held = new Sequence[holds.length];
    Arrays.setAll(held, i -> holds[i].getSequence());

    Sequence[] matched = new Sequence[stages.matchingShards()];
    for (int i = 0; i < matched.length; i++) {
      matched[i] = addStage(follow(held), timed("matching-" + i, stages.matching(i)));
    }

    Sequence[] settled = new Sequence[holds.length];
    for (int i = 0; i < holds.length; i++) {
      TwoStepSlaveProcessor<Command> settle =
          new TwoStepSlaveProcessor<>(
              ring(), follow(matched), timed("settle-" + i, stages.settle(i)), stage);
      settle.setExceptionHandler(poison().exceptionHandler());
      holds[i].attachSlave(settle);
      settled[i] = settle.getSequence();
    }

    Upstream beforeResults = follow(settled);
    if (options.journal() != null) {
      // Beside matching: both follow the holds.
      Sequence journaled = addStage(follow(held), timed("journal", options.journal().handler()));
      Sequence[] all = Arrays.copyOf(settled, settled.length + 1);
      all[settled.length] = journaled;
      beforeResults = follow(all);
    }
    endWith(
        addStage(
            options.holdsAnswers() ? confirmed(beforeResults) : beforeResults,
            timed("results", stages.results())));
  }

  private TwoStepMasterProcessor<Command>[] holds(
      Topology topology,
      Stages stages,
      KernelOptions options,
      GroupingProcessor<Command> grouping) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    TwoStepMasterProcessor<Command>[] holds = new TwoStepMasterProcessor[topology.riskShards()];
    holds[0] =
        TwoStepMasterProcessor.leader(
            ring(),
            Upstream.of(grouping.getSequence()),
            timed("hold-0", stages.hold(0)),
            marks,
            options.cuts(),
            stage);
    for (int i = 1; i < holds.length; i++) {
      holds[i] =
          TwoStepMasterProcessor.follower(
              ring(),
              Upstream.of(holds[0].getSequence()),
              timed("hold-" + i, stages.hold(i)),
              marks,
              stage);
    }
    for (TwoStepMasterProcessor<Command> hold : holds) {
      hold.setExceptionHandler(poison().exceptionHandler());
      own(hold);
    }
    return holds;
  }

  private static Upstream follow(Sequence[] sequences) {
    return Upstream.of(sequences[0], Arrays.copyOfRange(sequences, 1, sequences.length));
  }
}
