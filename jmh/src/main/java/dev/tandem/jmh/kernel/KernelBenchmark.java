package dev.tandem.jmh.kernel;

import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.pipeline.WaitMode;
import dev.tandem.core.topology.Topology;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * The whole kernel, closed loop: one producer thread submits as fast as the ring takes it, command
 * by command, and a pass ends when the last one is answered. 9 % GTC, 3 % IOC, 6 % cancel, 82 %
 * move on one symbol with about 1,000 live orders and 1,000 users.
 *
 * <p>Every pass must give the same number of trades and refuse nothing, or the benchmark fails.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 6, time = 2)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+UseParallelGC"})
public class KernelBenchmark {

  /** FUSED, or the shards of a pipeline. */
  @Param({"FUSED", "PIPELINED(1,1)"})
  public String topology;

  @Param({"true", "false"})
  public boolean risk;

  /** What waiting threads do; AUTO leaves it to the exchange. */
  @Param("AUTO")
  public String waiting;

  private final Counter counter = new Counter();
  private LoopFlow flow;
  private Exchange exchange;
  private long tradesPerPass;

  /** Counts, so that no answer can be optimized away. */
  private static final class Counter implements ResultHandler {
    private long refused;
    private long trades;

    @Override
    public void onResult(Command c) {
      if (c.result != ResultCode.OK_CODE && c.type != CommandType.NOP) {
        refused++;
      }
      trades += c.trades.count();
    }
  }

  /** Starts the exchange and sends the first pass, whose number of trades all others must have. */
  @Setup(Level.Trial)
  public void start() {
    flow = new LoopFlow();
    ExchangeBuilder builder =
        Exchange.builder()
            .topology("FUSED".equals(topology) ? Topology.fused() : Topology.pipelined(1, 1))
            .risk(risk)
            .singleProducer()
            .daemon()
            .resultHandler(counter);
    if (!"AUTO".equals(waiting)) {
      builder.waitMode(WaitMode.valueOf(waiting));
    }
    exchange = builder.start();
    flow.prepare(exchange, risk);
    long before = counter.trades;
    flow.send(exchange.publisher());
    exchange.flush();
    tradesPerPass = counter.trades - before;
  }

  /** Stops the exchange; conservation is checked first. */
  @TearDown(Level.Trial)
  public void stop() {
    if (!exchange.balances().areConserved()) {
      throw new IllegalStateException("money was made or lost: " + exchange.balances().totals());
    }
    exchange.close();
  }

  /** One pass. */
  @Benchmark
  @OperationsPerInvocation(LoopFlow.COMMANDS)
  public long closedLoop() {
    long before = counter.trades;
    flow.send(exchange.publisher());
    exchange.flush();
    long trades = counter.trades - before;
    if (trades != tradesPerPass || counter.refused != 0) {
      throw new IllegalStateException(
          "%d trades, expected %d; %d refused".formatted(trades, tradesPerPass, counter.refused));
    }
    return trades;
  }
}
