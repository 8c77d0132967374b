package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.Sequence;
import java.util.Objects;

/**
 * The first stage: makes events ready for a {@link TwoStepMasterProcessor}. It clears the mark that
 * an earlier lap of the ring left on the event, then calls its handler, which may request cuts.
 *
 * <p>Groups are not cut here but by the leader, where the queue forms. (exchange-core, whose stage
 * of the same name is the model, numbers the groups here.)
 *
 * <p>Otherwise a {@link StageProcessor}.
 *
 * @param <E> the ring's event
 */
public final class GroupingProcessor<E> implements EventProcessor {

  private final StageProcessor<E> stage;

  /**
   * Makes a stage that is not yet running.
   *
   * @param events usually the ring
   * @param upstream what to follow: the publishers
   * @param handler the work
   * @param marks where the mark is
   * @param options {@link StageOptions#limit()} bounds a batch
   */
  public GroupingProcessor(
      DataProvider<E> events,
      Upstream upstream,
      EventHandler<? super E> handler,
      GroupMarks<? super E> marks,
      StageOptions options) {
    this.stage =
        new StageProcessor<>(events, upstream, new MarkClearing<>(handler, marks), options);
  }

  /** Replaces the Disruptor's default, which ends the run by an exception. */
  public void setExceptionHandler(ExceptionHandler<? super E> exceptionHandler) {
    stage.setExceptionHandler(exceptionHandler);
  }

  @Override
  public Sequence getSequence() {
    return stage.getSequence();
  }

  @Override
  public void halt() {
    stage.halt();
  }

  @Override
  public boolean isRunning() {
    return stage.isRunning();
  }

  @Override
  public void run() {
    stage.run();
  }

  private static final class MarkClearing<E> extends ForwardingHandler<E> {

    private final GroupMarks<? super E> marks;
    private RuntimeException failedStart;

    MarkClearing(EventHandler<? super E> handler, GroupMarks<? super E> marks) {
      super(handler);
      this.marks = Objects.requireNonNull(marks, "marks");
    }

    @Override
    public void onEvent(E event, long sequence, boolean endOfBatch) throws Exception {
      // First, so that a handler that fails cannot leave a stale mark behind.
      marks.setEndOfGroup(event, false);
      if (failedStart != null) {
        RuntimeException failure = failedStart;
        failedStart = null;
        throw failure;
      }
      handler.onEvent(event, sequence, endOfBatch);
    }

    @Override
    public void onBatchStart(long batchSize, long queueDepth) {
      try {
        handler.onBatchStart(batchSize, queueDepth);
      } catch (RuntimeException e) {
        // It counts as a failure of the batch's first event, whose mark must be cleared even so.
        failedStart = e;
      }
    }
  }
}
