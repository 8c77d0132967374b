package dev.tandem.jmh.pipeline;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import dev.tandem.core.api.WaitMode;
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
 * StageProcessor}, in Java or in C++, or the Disruptor's {@code BatchEventProcessor}. As in the
 * Disruptor's own test, a ring has a single producer, the other ring's processor, which also sends
 * the first event of a pass. Each event carries the number of its round trip, which the other side
 * checks; in C++ both sides add the numbers up.
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

  /** How a processor waits; the names stand as groups in the report. */
  public enum Waiting {
    /** Both yield. */
    PING_PONG_YIELDING(WaitMode.YIELDING),
    /** The Disruptor's waits on a condition until it is signalled; ours park in the end. */
    PING_PONG_BLOCKING(WaitMode.PARKING);

    private final WaitMode ours;

    Waiting(WaitMode ours) {
      this.ours = ours;
    }

    /**
     * The ring's strategy. {@link StageProcessor} never waits by it, so its ring has one that costs
     * a publisher nothing.
     */
    private WaitStrategy of(Entrant entrant) {
      return this == PING_PONG_BLOCKING && entrant == Entrant.DISRUPTOR
          ? new BlockingWaitStrategy()
          : new YieldingWaitStrategy();
    }
  }

  /** Whose processors run. */
  @Param({"TANDEM", "DISRUPTOR", "CPP"})
  public Entrant entrant;

  /** How they wait. */
  @Param({"PING_PONG_YIELDING", "PING_PONG_BLOCKING"})
  public Waiting waiting;

  private final SynchronousQueue<Boolean> begins = new SynchronousQueue<>();
  private final SynchronousQueue<Long> ends = new SynchronousQueue<>();
  private Disruptor<DisruptorBenchmark.Slot> ping;
  private Disruptor<DisruptorBenchmark.Slot> pong;
  private RingBuffer<DisruptorBenchmark.Slot> there;
  private RingBuffer<DisruptorBenchmark.Slot> back;
  private TwinPipeline twin;
  private long twinTrips;

  /** Starts both processors. */
  @Setup
  public void start() {
    if (entrant == Entrant.CPP) {
      twin = new TwinPipeline(TwinPipeline.Shape.PING_PONG, waiting.ours, RING);
      return;
    }
    ping = disruptor();
    pong = disruptor();
    there = ping.getRingBuffer();
    back = pong.getRingBuffer();
    entrant.after(ping, null, (slot, sequence, end) -> send(back, slot.value), waiting.ours);
    entrant.after(pong, null, new Pinger(), waiting.ours);
    ping.start();
    pong.start();
  }

  private Disruptor<DisruptorBenchmark.Slot> disruptor() {
    return new Disruptor<>(
        DisruptorBenchmark.Slot::new,
        RING,
        DaemonThreadFactory.INSTANCE,
        ProducerType.SINGLE,
        waiting.of(entrant));
  }

  private static void send(RingBuffer<DisruptorBenchmark.Slot> ring, long value) {
    long sequence = ring.next();
    ring.get(sequence).value = value;
    ring.publish(sequence);
  }

  /** Sends all events there, on the thread of the processor that they come back to. */
  private final class Pinger implements EventHandler<DisruptorBenchmark.Slot> {
    private long trips;

    @Override
    public void onStart() {
      sendIfAsked();
    }

    @Override
    public void onEvent(DisruptorBenchmark.Slot slot, long sequence, boolean end)
        throws InterruptedException {
      if (slot.value != trips) {
        throw new IllegalStateException(
            "round trip " + slot.value + " came back, expected " + trips);
      }
      trips++;
      if (trips % ROUND_TRIPS == 0) {
        ends.put(trips);
        sendIfAsked();
      } else {
        send(there, trips);
      }
    }

    private void sendIfAsked() {
      try {
        if (begins.take()) {
          send(there, trips);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sends an event there and back so many times; the thread that asks sleeps meanwhile. */
  @Benchmark
  @OperationsPerInvocation(ROUND_TRIPS)
  public long pingPong() throws InterruptedException {
    if (twin != null) {
      return pingPongInCpp();
    }
    begins.put(true);
    return ends.take();
  }

  private long pingPongInCpp() {
    twin.pass(ROUND_TRIPS);
    twinTrips += ROUND_TRIPS;
    long expected = DisruptorBenchmark.sumTo(twinTrips);
    if (twin.seen(0) != expected || twin.seen(1) != expected) {
      throw new IllegalStateException(
          twin.seen(0) + " sent back, " + twin.seen(1) + " came back, expected " + expected);
    }
    return twinTrips;
  }

  /** Ends both processors. */
  @TearDown
  public void stop() throws InterruptedException {
    if (twin != null) {
      twin.close();
      return;
    }
    begins.put(false);
    ping.shutdown();
    pong.shutdown();
  }
}
