package dev.tandem.core.kernel;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.PolledStage;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.statemachine.FusedPass;
import dev.tandem.core.statemachine.Stages;
import java.util.List;

/**
 * All stages on one thread, in one pass: each command is answered before the next one is looked at.
 * Where answers wait for a log, the pass and the results stage take turns on that thread, so that
 * the next commands do not wait for the log.
 */
final class FusedKernel extends Kernel {

  /**
   * @param waker null if the stages have threads; see {@link Kernel#createDriven}
   */
  FusedKernel(Stages stages, KernelOptions options, Runnable waker) {
    super(options, options.holdsAnswers(), waker, true);
    boolean reports = !options.holdsAnswers();
    EventHandler<Command> admission = timed("admission", stages.admission(options.journal()));
    EventHandler<Command> journal =
        options.journal() == null ? null : timed("journal", options.journal().handler());
    List<EventHandler<Command>> measured =
        options.timings() == null
            ? null
            : List.of(
                timed("hold-0", stages.hold(0)),
                timed("matching-0", stages.matching(0)),
                timed("settle-0", stages.settle(0)));
    EventHandler<Command> results = timed("results", stages.results());
    PolledStage<Command> pass =
        turn(
            intake().upstream(),
            new FusedPass(stages, admission, journal, reports ? results : null, measured));
    List<PolledStage<Command>> turns =
        reports
            ? List.of(pass)
            : List.of(pass, turn(confirmed(Upstream.of(pass.getSequence())), results));
    takeTurns(turns);
    endWith(turns.getLast().getSequence());
  }
}
