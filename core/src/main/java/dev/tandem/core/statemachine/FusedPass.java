package dev.tandem.core.statemachine;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.LookAheadHandler;
import java.util.List;

/**
 * All stages in one pass: each command is answered before the next one is looked at, while all that
 * it touches is in the nearest cache. One class with a place for each call, so that the JIT inlines
 * them.
 */
public final class FusedPass implements LookAheadHandler<Command> {

  private final Stages stages;
  private final LookAhead ahead;
  private final EventHandler<Command> admission;
  private final EventHandler<Command> journal;
  private final EventHandler<Command> results;

  /** Hold, match and settle as handlers that are measured; null if they are not. */
  private final List<EventHandler<Command>> measured;

  /**
   * Where a command is answered; null if that is its slot. The lines of a slot travel between the
   * cores of publisher and kernel. So they are only read, and what the stages write stays here.
   */
  private final Command own;

  /**
   * @param journal null keeps no log
   * @param results null if answers leave on another thread, which finds them in the slots
   */
  public FusedPass(
      Stages stages,
      EventHandler<Command> admission,
      EventHandler<Command> journal,
      EventHandler<Command> results) {
    this(stages, admission, journal, results, null);
  }

  /**
   * The same pass, measured.
   *
   * @param measured the stages between, one after the other; null if they are not measured
   */
  public FusedPass(
      Stages stages,
      EventHandler<Command> admission,
      EventHandler<Command> journal,
      EventHandler<Command> results,
      List<EventHandler<Command>> measured) {
    this.stages = stages;
    this.measured = measured;
    this.ahead = stages.lookAhead();
    this.admission = admission;
    this.journal = journal;
    this.results = results;
    own = results == null ? null : new Command();
  }

  @Override
  public void lookAhead(DataProvider<? extends Command> events, long current, long available) {
    ahead.before(events, current, available);
  }

  @Override
  public void onBatchStart(long batchSize, long queueDepth) {
    admission.onBatchStart(batchSize, queueDepth);
  }

  @Override
  public void onShutdown() {
    if (journal != null) {
      journal.onShutdown();
    }
  }

  @Override
  public void onEvent(Command slot, long sequence, boolean endOfBatch) throws Exception {
    Command c = slot;
    if (own != null) {
      c = own;
      c.copyInput(slot);
    }
    admission.onEvent(c, sequence, endOfBatch);
    if (journal != null) {
      journal.onEvent(c, sequence, endOfBatch);
    }
    if (measured == null) {
      stages.apply(c);
    } else {
      for (EventHandler<Command> stage : measured) {
        stage.onEvent(c, sequence, endOfBatch);
      }
    }
    if (results != null) {
      results.onEvent(c, sequence, endOfBatch);
    }
  }
}
