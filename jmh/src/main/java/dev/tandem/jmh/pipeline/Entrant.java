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

/** Whose processors run. They yield while they wait. */
public enum Entrant {
  /** {@link StageProcessor}. */
  TANDEM,
  /** {@code BatchEventProcessor}. */
  DISRUPTOR;

  private static final StageOptions OPTIONS = StageOptions.of(WaitPlan.of(WaitMode.YIELDING));

  /** One more processor behind a group; null for the producers. */
  public <E> EventHandlerGroup<E> after(
      Disruptor<E> disruptor, EventHandlerGroup<E> group, EventHandler<E> handler) {
    if (this == DISRUPTOR) {
      return group == null ? disruptor.handleEventsWith(handler) : group.then(handler);
    }
    EventProcessorFactory<E> factory =
        (events, upstream) ->
            new StageProcessor<>(events, Upstream.of(events, upstream), handler, OPTIONS);
    return group == null ? disruptor.handleEventsWith(factory) : group.then(factory);
  }
}
