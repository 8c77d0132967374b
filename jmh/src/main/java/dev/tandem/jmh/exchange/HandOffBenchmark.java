package dev.tandem.jmh.exchange;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.doctor.HandOverMeter;
import dev.tandem.jmh.pipeline.Entrant;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to hand a command to the kernel's thread: commands that do nothing, from one
 * producer, as fast as they are taken. Many forks and iterations, because how producer and kernel
 * meet changes, also within a process, with the distance of the CPUs; the commands of a batch and
 * that distance stand beside the rate, because they say how they met. Each pass counts what
 * arrived.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 8,
    jvmArgsAppend = {"-Xms512m", "-Xmx512m", "-XX:+UseParallelGC"})
public class HandOffBenchmark {

  private static final int PASS = 1 << 18;
  private static final int RING = 1 << 14;

  /** How a command gets from the producer to the kernel's thread. */
  public enum Way {
    /** Slots of the shared ring, one cursor, published one by one, to the kernel FUSED. */
    KERNEL_RING,
    /** Rows of 64 bytes of a lane, which has a cursor of its own, to the same kernel. */
    KERNEL_LANE,
    /** The ring with Tandem's processor and a handler that only counts. */
    RING_BY_1,
    /** The same, 16 slots a claim and a publication. */
    RING_BY_16,
    /** As RING_BY_1 with the Disruptor's own processor. */
    DISRUPTOR_BY_1
  }

  /** Measured in forks of its own. */
  @Param public Way way;

  private final Counter counter = new Counter();
  private Exchange exchange;
  private CommandPublisher publisher;
  private Disruptor<Command> disruptor;
  private RingBuffer<Command> ring;
  private long sent;

  /** Counts on the kernel's thread. */
  private static final class Counter implements ResultHandler, EventHandler<Command> {
    private volatile long seen;
    private long total;
    private long inBatch;
    private long batches;

    @Override
    public void onResult(Command c) {
      inBatch++;
    }

    @Override
    public void onBatchEnd() {
      if (inBatch > 0) {
        batches++;
        total += inBatch;
        inBatch = 0;
        seen = total;
      }
    }

    @Override
    public void onEvent(Command c, long sequence, boolean endOfBatch) {
      onResult(c);
      if (endOfBatch) {
        onBatchEnd();
      }
    }
  }

  /** Starts the kernel, or a ring with one processor. */
  @Setup
  public void start() throws IOException {
    switch (way) {
      case KERNEL_RING, KERNEL_LANE -> {
        ExchangeBuilder builder =
            Exchange.builder().topology(Topology.fused()).daemon().resultHandler(counter);
        if (way == Way.KERNEL_LANE) {
          exchange = builder.ingress(Ingress.lanes()).start();
          publisher = exchange.claimLane().publisher();
        } else {
          exchange = builder.singleProducer().start();
          publisher = exchange.publisher();
        }
      }
      default -> {
        disruptor =
            new Disruptor<>(
                Command::new,
                RING,
                DaemonThreadFactory.INSTANCE,
                ProducerType.SINGLE,
                new YieldingWaitStrategy());
        Entrant entrant = way == Way.DISRUPTOR_BY_1 ? Entrant.DISRUPTOR : Entrant.TANDEM;
        entrant.after(disruptor, null, counter);
        ring = disruptor.start();
      }
    }
  }

  /** How far apart the CPUs are, beside each iteration: see {@link HandOverMeter}. */
  @Setup(Level.Iteration)
  public void distance() {
    System.out.printf(
        "%nround trip between two threads: %.0f ns%n", HandOverMeter.roundTripNanos());
  }

  /** Stops it. */
  @TearDown
  public void stop() {
    if (exchange != null) {
      exchange.close();
    } else {
      disruptor.halt();
    }
  }

  /** The figures to read: commands a microsecond, and batches a microsecond. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Rate {
    public long commands;
    public long batches;
  }

  /** One pass. */
  @Benchmark
  public long pass(Rate rate) {
    long batches = counter.batches;
    switch (way) {
      case KERNEL_RING, KERNEL_LANE -> toKernel();
      case RING_BY_16 -> toRing(16);
      default -> toRing(1);
    }
    sent += PASS;
    while (counter.seen < sent) {
      Thread.onSpinWait();
    }
    if (counter.seen != sent) {
      throw new IllegalStateException(counter.seen + " arrived of " + sent);
    }
    rate.commands += PASS;
    rate.batches += counter.batches - batches;
    return sent;
  }

  private void toKernel() {
    for (int i = 0; i < PASS; i++) {
      publisher.publish(publisher.claim());
    }
  }

  private void toRing(int together) {
    for (int i = 0; i < PASS; i += together) {
      long last = ring.next(together);
      for (long at = last - together + 1; at <= last; at++) {
        Command c = ring.get(at);
        c.clearInput();
        c.sequence = at;
      }
      ring.publish(last - together + 1, last);
    }
  }
}
