package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;

/** Writes down every call; values and failures are at the test's choice. */
class WatchedHandler implements EventHandler<Item> {

  final List<String> calls = new CopyOnWriteArrayList<>();
  final List<Long> seen = new CopyOnWriteArrayList<>();
  final List<Long> values = new CopyOnWriteArrayList<>();
  volatile Sequence callback;

  private final LongConsumer work;

  WatchedHandler() {
    this(sequence -> {});
  }

  /**
   * @param work called with each sequence before it is written down; may throw
   */
  WatchedHandler(LongConsumer work) {
    this.work = work;
  }

  @Override
  public void onEvent(Item item, long sequence, boolean endOfBatch) {
    work.accept(sequence);
    seen.add(sequence);
    values.add(item.value);
    calls.add("event " + sequence + (endOfBatch ? " end" : ""));
  }

  @Override
  public void onBatchStart(long batchSize, long queueDepth) {
    calls.add("batch " + batchSize + " of " + queueDepth);
  }

  @Override
  public void onStart() {
    calls.add("start");
  }

  @Override
  public void onShutdown() {
    calls.add("shutdown");
  }

  @Override
  public void setSequenceCallback(Sequence sequenceCallback) {
    callback = sequenceCallback;
  }
}
