package dev.tandem.jmh.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.EventProcessorFactory;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.core.pipeline.StageProcessor;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;

/** Whose processors run. */
public enum Entrant {
  /** {@link StageProcessor}. */
  TANDEM,
  /** {@code BatchEventProcessor}. */
  DISRUPTOR,
  /** {@link StageProcessor} in C++, on a ring in C++: see {@link TwinPipeline}. */
  CPP;

  /**
   * One more processor behind a group, which yields while it waits if the ring's strategy does;
   * null for the producers.
   */
  public <E> EventHandlerGroup<E> after(
      Disruptor<E> disruptor, EventHandlerGroup<E> group, EventHandler<E> handler) {
    return after(disruptor, group, handler, WaitMode.YIELDING);
  }

  /**
   * One more processor behind a group; null for the producers.
   *
   * @param waiting how {@link #TANDEM} waits; {@link #DISRUPTOR} waits by the ring's own strategy
   * @throws IllegalStateException if it is {@link #CPP}, which has a ring of its own
   */
  public <E> EventHandlerGroup<E> after(
      Disruptor<E> disruptor,
      EventHandlerGroup<E> group,
      EventHandler<E> handler,
      WaitMode waiting) {
    if (this == CPP) {
      throw new IllegalStateException("a processor in C++ is on no ring in Java");
    }
    if (this == DISRUPTOR) {
      return group == null ? disruptor.handleEventsWith(handler) : group.then(handler);
    }
    StageOptions options = StageOptions.of(WaitPlan.of(waiting));
    EventProcessorFactory<E> factory =
        (events, upstream) ->
            new StageProcessor<>(events, Upstream.of(events, upstream), handler, options);
    return group == null ? disruptor.handleEventsWith(factory) : group.then(factory);
  }
}
