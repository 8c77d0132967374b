package dev.tandem.core.topology;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.FusedProcessor;
import dev.tandem.core.pipeline.Upstream;
import java.util.ArrayList;
import java.util.List;

/**
 * All stages on one thread, group by group. Where answers wait for a log, the results stage has a
 * thread of its own, so that the next groups do not wait for it.
 */
final class FusedKernel extends Kernel {

  FusedKernel(Stages stages, KernelOptions options) {
    super(options);
    List<EventHandler<Command>> handlers = new ArrayList<>();
    handlers.add(timed("grouping", stages.grouping(options.journal())));
    handlers.add(timed("hold-0", stages.hold(0)));
    if (options.journal() != null) {
      handlers.add(timed("journal", options.journal().handler()));
    }
    handlers.add(timed("matching-0", stages.matching(0)));
    handlers.add(timed("settle-0", stages.settle(0)));
    if (!options.holdsAnswers()) {
      handlers.add(timed("results", stages.results()));
    }
    FusedProcessor<Command> processor =
        new FusedProcessor<>(
            ring(),
            Upstream.of(ring().newBarrier()),
            handlers,
            new CommandMarks(),
            options.cuts(),
            options.stage());
    processor.setExceptionHandler(poison().exceptionHandler());
    own(processor);
    endWith(
        options.holdsAnswers()
            ? addStage(
                confirmed(Upstream.of(processor.getSequence())), timed("results", stages.results()))
            : processor.getSequence());
  }
}
