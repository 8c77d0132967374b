package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;

/**
 * The admission stage. It checks once a batch whether the log has room. While it has none, commands
 * that need a record are refused with {@code LOG_FULL}. It starts each batch of admission, so that
 * the clock is read once in it.
 */
final class AdmissionHandler implements EventHandler<Command> {

  private final Admission admission;
  private final JournalStage journal;
  private boolean full;

  AdmissionHandler(Admission admission, JournalStage journal) {
    this.admission = admission;
    this.journal = journal;
  }

  @Override
  public void onBatchStart(long batchSize, long queueDepth) {
    full = journal != null && !journal.hasRoom();
    admission.startBatch();
  }

  @Override
  public void onEvent(Command c, long sequence, boolean endOfBatch) {
    if (full && JournalStage.needsRecord(c)) {
      admission.refuse(c, sequence, ResultCode.LOG_FULL);
      return;
    }
    admission.admit(c, sequence);
    if (Stages.isQuery(c)) {
      ((Query) c.payload).visit(admission);
    }
  }
}
