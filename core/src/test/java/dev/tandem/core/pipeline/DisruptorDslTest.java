package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventProcessorFactory;
import com.lmax.disruptor.dsl.ProducerType;
import dev.tandem.core.api.WaitMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Any user of the Disruptor can plug the pair into the DSL. */
class DisruptorDslTest {

  private static final StageOptions OPTIONS = StageOptions.of(WaitPlan.of(WaitMode.YIELDING));

  @Test
  void thePairWorksAmongTheDisruptorsOwnProcessors() throws Exception {
    int events = 20_000;
    List<Long> steps = new ArrayList<>();
    List<Long> results = new ArrayList<>();
    Disruptor<Item> disruptor =
        new Disruptor<>(
            Item::new,
            1024,
            PipelineThreads.unpinned("dsl", true),
            ProducerType.MULTI,
            new YieldingWaitStrategy());
    List<TwoStepMasterProcessor<Item>> master = new ArrayList<>();
    List<TwoStepSlaveProcessor<Item>> slave = new ArrayList<>();
    TwoStepHandler<Item> firstStep =
        new SettlingHandler(
            (item, sequence, endOfBatch) -> steps.add(sequence), sequence -> sequence % 100 == 99);
    EventHandler<Item> match = (item, sequence, endOfBatch) -> item.value *= 2;
    EventHandler<Item> secondStep = (item, sequence, endOfBatch) -> steps.add(-sequence - 1);
    EventHandler<Item> result = (item, sequence, endOfBatch) -> results.add(item.value);

    EventProcessorFactory<Item> holding =
        (ring, upstream) -> {
          master.add(
              new TwoStepMasterProcessor<>(ring, Upstream.of(ring, upstream), firstStep, OPTIONS));
          return master.get(0);
        };
    EventProcessorFactory<Item> settling =
        (ring, upstream) -> {
          slave.add(
              new TwoStepSlaveProcessor<>(ring, Upstream.of(ring, upstream), secondStep, OPTIONS));
          master.get(0).attachSlave(slave.get(0));
          return slave.get(0);
        };
    disruptor.handleEventsWith(holding).then(match).then(settling).then(result);

    RingBuffer<Item> ring = disruptor.start();
    for (int i = 0; i < events; i++) {
      ring.publishEvent((item, sequence, value) -> item.value = value, (long) i);
    }
    disruptor.shutdown(30, TimeUnit.SECONDS);

    assertThat(slave.get(0).getSequence().get()).isEqualTo(events - 1);
    assertThat(results).hasSize(events);
    for (int i = 0; i < events; i++) {
      assertThat(results.get(i)).isEqualTo(2L * i);
    }
    assertThat(steps).hasSize(2 * events);
  }
}
