package dev.tandem.core.pipeline;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import dev.tandem.core.api.WaitMode;
import java.util.List;

/**
 * A processor under the contract, with the handler that the contract watches in one of its places.
 *
 * @param processor what to run and halt
 * @param sequence what tells the progress of the watched handler
 * @param end what gates the ring
 */
record Subject(EventProcessor processor, Sequence sequence, Sequence end) {

  enum Kind {
    BATCH_EVENT_PROCESSOR,
    STAGE,
    PAIR_MASTER,
    PAIR_SLAVE,
    SETTLING_MASTER,
    FIRST_TURN,
    LAST_TURN;

    boolean isOurs() {
      return this != BATCH_EVENT_PROCESSOR;
    }
  }

  private static final EventHandler<Item> NOTHING = (item, sequence, endOfBatch) -> {};

  static Subject create(
      Kind kind,
      RingBuffer<Item> ring,
      SequenceBarrier barrier,
      EventHandler<Item> handler,
      ExceptionHandler<Object> exceptionHandler,
      int limit) {
    StageOptions options = StageOptions.of(WaitPlan.of(WaitMode.YIELDING)).withLimit(limit);
    Upstream upstream = Upstream.of(barrier);
    return switch (kind) {
      case BATCH_EVENT_PROCESSOR -> {
        BatchEventProcessor<Item> processor =
            new BatchEventProcessorBuilder().setMaxBatchSize(limit).build(ring, barrier, handler);
        processor.setExceptionHandler(exceptionHandler);
        yield single(processor);
      }
      case STAGE -> {
        StageProcessor<Item> processor = new StageProcessor<>(ring, upstream, handler, options);
        processor.setExceptionHandler(exceptionHandler);
        yield single(processor);
      }
      case PAIR_MASTER ->
          pair(
              ring,
              upstream,
              SettlingHandler.neverWaiting(handler),
              NOTHING,
              exceptionHandler,
              options,
              true);
      case PAIR_SLAVE ->
          pair(
              ring,
              upstream,
              SettlingHandler.neverWaiting(NOTHING),
              handler,
              exceptionHandler,
              options,
              false);
      // What the pair promises, it promises wherever its handler wants everything settled first.
      case SETTLING_MASTER ->
          pair(
              ring,
              upstream,
              new SettlingHandler(handler, sequence -> sequence % 3 != 0),
              NOTHING,
              exceptionHandler,
              options,
              true);
      case FIRST_TURN -> turns(ring, upstream, handler, NOTHING, exceptionHandler, options, true);
      case LAST_TURN -> turns(ring, upstream, NOTHING, handler, exceptionHandler, options, false);
    };
  }

  private static Subject single(EventProcessor processor) {
    return new Subject(processor, processor.getSequence(), processor.getSequence());
  }

  private static Subject turns(
      RingBuffer<Item> ring,
      Upstream upstream,
      EventHandler<Item> first,
      EventHandler<Item> last,
      ExceptionHandler<Object> exceptionHandler,
      StageOptions options,
      boolean watchFirst) {
    PolledStage<Item> before = new PolledStage<>(ring, upstream, first, options);
    PolledStage<Item> behind =
        new PolledStage<>(ring, Upstream.of(before.getSequence()), last, options);
    before.setExceptionHandler(exceptionHandler);
    behind.setExceptionHandler(exceptionHandler);
    return new Subject(
        new TurnsProcessor<>(List.of(before, behind), options.waiting(), null, () -> {}),
        (watchFirst ? before : behind).getSequence(),
        behind.getSequence());
  }

  private static Subject pair(
      RingBuffer<Item> ring,
      Upstream upstream,
      TwoStepHandler<Item> first,
      EventHandler<Item> second,
      ExceptionHandler<Object> exceptionHandler,
      StageOptions options,
      boolean watchFirst) {
    TwoStepMasterProcessor<Item> master =
        new TwoStepMasterProcessor<>(ring, upstream, first, options);
    TwoStepSlaveProcessor<Item> slave =
        new TwoStepSlaveProcessor<>(ring, Upstream.of(master.getSequence()), second, options);
    master.attachSlave(slave);
    master.setExceptionHandler(exceptionHandler);
    slave.setExceptionHandler(exceptionHandler);
    EventProcessor watched = watchFirst ? master : slave;
    return new Subject(master, watched.getSequence(), slave.getSequence());
  }
}
