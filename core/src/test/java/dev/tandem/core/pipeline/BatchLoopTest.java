package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import org.junit.jupiter.api.Test;

class BatchLoopTest {

  private static BatchLoop over(EventHandler<Item> handler) {
    return BatchLoop.over(handler, sequence -> new Item(), new Sequence());
  }

  /** The type profile of the JIT is by class, so handlers of two classes must not share one. */
  @Test
  void eachClassOfHandlersHasALoopClassOfItsOwn() {
    EventHandler<Item> one = (event, sequence, endOfBatch) -> {};
    EventHandler<Item> other = (event, sequence, endOfBatch) -> {};
    Class<?> loop = over(one).getClass();
    assertThat(loop.isHidden()).as("not the shared one").isTrue();
    assertThat(over(one).getClass()).as("found compiled").isSameAs(loop);
    assertThat(over(other).getClass()).isNotSameAs(loop);
  }
}
