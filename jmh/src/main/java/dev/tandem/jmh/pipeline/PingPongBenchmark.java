package dev.tandem.jmh.pipeline;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import dev.tandem.core.pipeline.StageProcessor;
import java.util.concurrent.SynchronousQueue;
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
 * One event on its way between two threads, over a ring in each direction: nobody has a batch, so
 * what is measured is how soon a waiting processor sees an event. Processors are {@link
 * StageProcessor} or the Disruptor's {@code BatchEventProcessor}, and yield while they wait. Each
 * event carries the number of its round trip, which the other side checks.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PingPongBenchmark {

  static final int ROUND_TRIPS = 10_000;

  private static final int RING = 1 << 10;

  /** Whose processors run. */
  @Param({"TANDEM", "DISRUPTOR"})
  public Entrant entrant;

  private final SynchronousQueue<Long> ends = new SynchronousQueue<>();
  private Disruptor<DisruptorBenchmark.Slot> ping;
  private Disruptor<DisruptorBenchmark.Slot> pong;
  private RingBuffer<DisruptorBenchmark.Slot> there;
  private RingBuffer<DisruptorBenchmark.Slot> back;
  private long trips;

  /** Starts both processors. */
  @Setup
  public void start() {
    ping = disruptor();
    pong = disruptor();
    there = ping.getRingBuffer();
    back = pong.getRingBuffer();
    entrant.after(ping, null, (slot, sequence, end) -> send(back, slot.value));
    entrant.after(pong, null, (slot, sequence, end) -> returned(slot.value));
    ping.start();
    pong.start();
  }

  private static Disruptor<DisruptorBenchmark.Slot> disruptor() {
    // The first event of a pass comes from another thread than the rest, but never beside it.
    return new Disruptor<>(
        DisruptorBenchmark.Slot::new,
        RING,
        DaemonThreadFactory.INSTANCE,
        ProducerType.MULTI,
        new YieldingWaitStrategy());
  }

  private static void send(RingBuffer<DisruptorBenchmark.Slot> ring, long value) {
    long sequence = ring.next();
    ring.get(sequence).value = value;
    ring.publish(sequence);
  }

  /** On the thread of the processor that the event comes back to. */
  private void returned(long value) throws InterruptedException {
    if (value != trips) {
      throw new IllegalStateException("round trip " + value + " came back, expected " + trips);
    }
    trips++;
    if (trips % ROUND_TRIPS == 0) {
      ends.put(trips);
    } else {
      send(there, trips);
    }
  }

  /** Sends an event there and back so many times; the thread that asks sleeps meanwhile. */
  @Benchmark
  @OperationsPerInvocation(ROUND_TRIPS)
  public long pingPong() throws InterruptedException {
    send(there, trips);
    return ends.take();
  }

  /** Ends both processors. */
  @TearDown
  public void stop() {
    ping.shutdown();
    pong.shutdown();
  }
}
