package dev.tandem.core.pipeline;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import dev.tandem.core.pipeline.Subject.Kind;

/** The same contract on a ring that one thread publishes to, which has no gaps. */
class SingleProducerContractTest extends ProcessorContractTest {

  @Override
  RingBuffer<Item> newRing(int size) {
    return RingBuffer.createSingleProducer(Item::new, size, new YieldingWaitStrategy());
  }

  /** Not asked: such a ring is published to in order. */
  @Override
  void whatIsClaimedButNotPublishedIsWaitedFor(Kind kind) {}

  /** Not asked: such a ring has one publisher. */
  @Override
  void severalPublishersLoseNothing(Kind kind) {}
}
