package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;

/**
 * A handler that is shown before each event which ones have arrived behind it, so that it can load
 * what those will need.
 *
 * @param <E> the ring's event
 */
public interface LookAheadHandler<E> extends EventHandler<E> {

  /**
   * Called right before {@link #onEvent} with {@code current}. It only reads.
   *
   * @param available the last event that has arrived: {@code current} or a later one
   */
  void lookAhead(DataProvider<? extends E> events, long current, long available);
}
