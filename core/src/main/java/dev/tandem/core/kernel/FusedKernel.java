package dev.tandem.core.kernel;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.statemachine.OnePass;
import dev.tandem.core.statemachine.Stages;
import java.util.ArrayList;
import java.util.List;

/**
 * All stages on one thread, in one pass: each command is answered before the next one is looked at.
 * Where answers wait for a log, the results stage has a thread of its own, so that the next
 * commands do not wait for it.
 */
final class FusedKernel extends Kernel {

  /**
   * @param waker null if the stages have threads; see {@link Kernel#createDriven}
   */
  FusedKernel(Stages stages, KernelOptions options, Runnable waker) {
    super(options, options.timings() != null || options.holdsAnswers(), waker);
    EventHandler<Command> grouping = stages.grouping(options.journal());
    boolean tells = !options.holdsAnswers();
    EventHandler<Command> journal =
        options.journal() == null ? null : options.journal().handler(waker != null && !tells);
    EventHandler<Command> results = stages.results();
    Sequence passed =
        addStage(
            intake().upstream(),
            options.timings() == null
                ? new OnePass(stages, grouping, journal, tells ? results : null)
                : timedPass(stages, grouping, journal, tells ? timed("results", results) : null));
    endWith(tells ? passed : addStage(confirmed(Upstream.of(passed)), timed("results", results)));
  }

  /** The same stage by stage, so that each can be measured. */
  private EventHandler<Command> timedPass(
      Stages stages,
      EventHandler<Command> grouping,
      EventHandler<Command> journal,
      EventHandler<Command> results) {
    List<EventHandler<Command>> parts = new ArrayList<>();
    parts.add(timed("grouping", grouping));
    if (journal != null) {
      parts.add(timed("journal", journal));
    }
    parts.add(timed("hold-0", stages.hold(0)));
    parts.add(timed("matching-0", stages.matching(0)));
    parts.add(timed("settle-0", stages.settle(0)));
    if (results != null) {
      parts.add(results);
    }
    return new SequentialHandler(parts);
  }
}
