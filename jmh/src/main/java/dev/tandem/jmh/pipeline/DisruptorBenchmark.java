package dev.tandem.jmh.pipeline;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.pipeline.StageProcessor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The throughput shapes of the Disruptor's own tests, with {@link StageProcessor} or the
 * Disruptor's {@code BatchEventProcessor} in the same places of the same ring, or all of it in C++.
 * All yield while they wait. Every handler sums what it saw, and each pass checks the sums.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DisruptorBenchmark {

  static final int EVENTS = 300_000;
  private static final int RING = 1 << 14;

  /** Who follows whom. */
  public enum Shape {
    /** One producer, one processor. */
    ONE_TO_ONE(1),
    /** Three processors, each behind the one before. */
    PIPELINE_OF_3(3),
    /** Two side by side, a third behind both. */
    DIAMOND(3),
    /** Three producers, one processor. */
    THREE_TO_ONE(1);

    final int processors;

    Shape(int processors) {
      this.processors = processors;
    }
  }

  /** A slot of the ring. */
  static final class Slot {
    long value;
  }

  /** Sums, with its own cache lines around the sum. */
  static final class Summing implements EventHandler<Slot> {
    private final long[] sum = new long[32];

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
      sum[16] += slot.value;
    }

    long sum() {
      return sum[16];
    }
  }

  /** Whose processors run. */
  @Param({"TANDEM", "DISRUPTOR", "CPP"})
  public Entrant entrant;

  /** In which shape. */
  @Param({"ONE_TO_ONE", "PIPELINE_OF_3", "DIAMOND", "THREE_TO_ONE"})
  public Shape shape;

  private final List<Summing> handlers = new ArrayList<>();
  private Disruptor<Slot> disruptor;
  private RingBuffer<Slot> ring;
  private TwinPipeline twin;
  private long expected;

  /** Starts the processors. */
  @Setup
  public void start() {
    if (entrant == Entrant.CPP) {
      twin = new TwinPipeline(TwinPipeline.Shape.valueOf(shape.name()), WaitMode.YIELDING, RING);
      return;
    }
    disruptor =
        new Disruptor<>(
            Slot::new,
            RING,
            DaemonThreadFactory.INSTANCE,
            shape == Shape.THREE_TO_ONE ? ProducerType.MULTI : ProducerType.SINGLE,
            new YieldingWaitStrategy());
    EventHandlerGroup<Slot> first = after(null);
    switch (shape) {
      case PIPELINE_OF_3 -> after(after(first));
      case DIAMOND -> after(first.and(after(null)));
      default -> {}
    }
    ring = disruptor.start();
  }

  /** One more processor behind a group; null for the producers. */
  private EventHandlerGroup<Slot> after(EventHandlerGroup<Slot> group) {
    Summing handler = new Summing();
    handlers.add(handler);
    return entrant.after(disruptor, group, handler);
  }

  /** Publishes, and waits until all processors have seen all. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long pass() throws InterruptedException {
    if (twin == null) {
      passInJava();
    } else {
      twin.pass(EVENTS);
    }
    expected += shape == Shape.THREE_TO_ONE ? 3 * sumTo(EVENTS / 3) : sumTo(EVENTS);
    for (int i = 0; i < shape.processors; i++) {
      long seen = twin == null ? handlers.get(i).sum() : twin.seen(i);
      if (seen != expected) {
        throw new IllegalStateException(seen + " seen, expected " + expected);
      }
    }
    return expected;
  }

  private void passInJava() throws InterruptedException {
    long cursor = ring.getCursor();
    if (shape == Shape.THREE_TO_ONE) {
      List<Thread> producers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Thread producer = DaemonThreadFactory.INSTANCE.newThread(() -> publish(EVENTS / 3));
        producers.add(producer);
        producer.start();
      }
      for (Thread producer : producers) {
        producer.join();
      }
    } else {
      publish(EVENTS);
    }
    while (ring.getMinimumGatingSequence() < cursor + EVENTS) {
      Thread.onSpinWait();
    }
  }

  static long sumTo(long events) {
    return events * (events - 1) / 2;
  }

  private void publish(int events) {
    for (int i = 0; i < events; i++) {
      long sequence = ring.next();
      ring.get(sequence).value = i;
      ring.publish(sequence);
    }
  }

  /** Ends the processors. */
  @TearDown
  public void stop() {
    if (twin == null) {
      disruptor.shutdown();
    } else {
      twin.close();
    }
  }
}
