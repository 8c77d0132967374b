package dev.tandem.core.topology;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.FusedProcessor;
import dev.tandem.core.pipeline.Upstream;
import java.util.List;

/** All stages on one thread, group by group. */
final class FusedKernel extends Kernel {

  FusedKernel(Stages stages, KernelOptions options) {
    super(options);
    FusedProcessor<Command> processor =
        new FusedProcessor<>(
            ring(),
            Upstream.of(ring().newBarrier()),
            List.of(
                stages.grouping(),
                stages.hold(0),
                stages.matching(0),
                stages.settle(0),
                stages.results()),
            new CommandMarks(),
            options.cuts(),
            options.stage());
    processor.setExceptionHandler(poison().exceptionHandler());
    own(processor);
    endWith(processor.getSequence());
  }
}
