package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.InsufficientCapacityException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.sun.management.ThreadMXBean;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.Subject.Kind;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The paths of an event allocate nothing. */
class GarbageTest {

  private static final int EVENTS = 1 << 14;
  private static final int ROUNDS = 20;

  /** What a run may allocate once, whatever the number of events. */
  private static final long ALLOWANCE = 4_096;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final RingBuffer<Item> ring =
      RingBuffer.createMultiProducer(Item::new, EVENTS, new YieldingWaitStrategy());

  // A pair is halted by its slave, so that nothing is left to do when the run ends.
  @ParameterizedTest
  @EnumSource(names = ".*MASTER", mode = EnumSource.Mode.MATCH_NONE)
  void processing(Kind kind) throws InsufficientCapacityException {
    Subject[] subject = new Subject[1];
    long[] handled = {0};
    EventHandler<Item> handler =
        (item, sequence, endOfBatch) -> {
          handled[0]++;
          if (handled[0] % EVENTS == 0) {
            subject[0].processor().halt();
          }
        };
    subject[0] =
        Subject.create(kind, ring, ring.newBarrier(), handler, new WatchedFailures(), 1 << 20);
    ring.addGatingSequences(subject[0].end());
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      ring.publish(ring.tryNext(EVENTS) - EVENTS + 1, (round + 1L) * EVENTS - 1);
      long before = threads.getCurrentThreadAllocatedBytes();
      subject[0].processor().run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(handled[0]).isEqualTo((long) EVENTS * ROUNDS);
    assertThat(least).isLessThan(ALLOWANCE);
  }

  @Test
  void claiming() {
    RingPublisher<Item> publisher =
        new RingPublisher<>(ring, WaitPlan.of(WaitMode.YIELDING), new Poison());
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < EVENTS; i++) {
        publisher.publish(publisher.claim());
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(ALLOWANCE);
  }
}
