package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;

/**
 * The grouping stage. It asks once a batch whether the log has room, and answers {@code LOG_FULL}
 * to what needs a record while it has none; and it tells grouping where a batch starts, so that the
 * clock is read once in it.
 */
final class GroupingHandler implements EventHandler<Command> {

  private final Grouping grouping;
  private final JournalStage journal;
  private boolean full;

  GroupingHandler(Grouping grouping, JournalStage journal) {
    this.grouping = grouping;
    this.journal = journal;
  }

  @Override
  public void onBatchStart(long batchSize, long queueDepth) {
    full = journal != null && !journal.hasRoom();
    grouping.startBatch();
  }

  @Override
  public void onEvent(Command c, long sequence, boolean endOfBatch) {
    if (full && JournalStage.needsRecord(c)) {
      grouping.refuse(c, sequence, ResultCode.LOG_FULL);
      return;
    }
    grouping.group(c, sequence);
    if (Stages.isQuery(c)) {
      ((Query) c.payload).visit(grouping);
    }
  }
}
