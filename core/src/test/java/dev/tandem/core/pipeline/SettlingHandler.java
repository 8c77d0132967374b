package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import java.util.Objects;
import java.util.function.LongPredicate;

/** Makes any handler the first step of a pair that wants some events settled before. */
final class SettlingHandler implements TwoStepHandler<Item> {

  private final EventHandler<Item> handler;
  private final LongPredicate settlesFirst;

  /** How often an event was told to wait. */
  volatile int stalls;

  /**
   * @param settlesFirst the sequences before which everything must be settled
   */
  SettlingHandler(EventHandler<Item> handler, LongPredicate settlesFirst) {
    this.handler = Objects.requireNonNull(handler);
    this.settlesFirst = settlesFirst;
  }

  /** Makes any handler a first step whose events never wait. */
  static SettlingHandler neverWaiting(EventHandler<Item> handler) {
    return new SettlingHandler(handler, sequence -> false);
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public boolean tryEvent(Item item, long sequence, boolean endOfBatch) throws Exception {
    if (settlesFirst.test(sequence)) {
      stalls++;
      return false;
    }
    handler.onEvent(item, sequence, endOfBatch);
    return true;
  }

  @Override
  public void onEvent(Item item, long sequence, boolean endOfBatch) throws Exception {
    handler.onEvent(item, sequence, endOfBatch);
  }

  @Override
  public void onBatchStart(long batchSize, long queueDepth) {
    handler.onBatchStart(batchSize, queueDepth);
  }

  @Override
  public void onStart() {
    handler.onStart();
  }

  @Override
  public void onShutdown() {
    handler.onShutdown();
  }

  @Override
  public void setSequenceCallback(Sequence sequenceCallback) {
    handler.setSequenceCallback(sequenceCallback);
  }
}
