package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import java.util.Objects;

/** Passes all on to another handler, but for the events, which are the subclass's matter. */
abstract class ForwardingHandler<E> implements EventHandler<E> {

  final EventHandler<? super E> handler;

  ForwardingHandler(EventHandler<? super E> handler) {
    this.handler = Objects.requireNonNull(handler, "handler");
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
  public void onTimeout(long sequence) throws Exception {
    handler.onTimeout(sequence);
  }

  @Override
  public void setSequenceCallback(Sequence sequenceCallback) {
    handler.setSequenceCallback(sequenceCallback);
  }
}
