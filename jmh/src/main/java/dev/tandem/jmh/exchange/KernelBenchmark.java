package dev.tandem.jmh.exchange;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.StageTimings;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
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
 * The whole kernel, closed loop: one producer thread submits as fast as the ring takes it, command
 * by command, and a pass ends when the last one is answered. The population of a pass is counted
 * when the flow is generated and printed; every pass must trade and refuse as often, or the
 * benchmark fails.
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

  /** What is sent. */
  @Param({"STEADY", "SPOT", "DEEP", "THIN", "SWING", "WIDE"})
  public KernelFlows flows;

  /**
   * Where the producer writes a command: SHARED, into the ring's slot, an object; LANES, into a row
   * of 64 bytes of a lane of its own, from which the kernel's thread copies it.
   */
  @Param("SHARED")
  public String ingress;

  /** What waiting threads do; AUTO leaves it to the exchange. */
  @Param("AUTO")
  public String waiting;

  /**
   * Market data: NONE, nobody keeps a book; NUMBERS, changes are numbered and no book is kept, as
   * by the gateway without a request; BOOKS, one is kept from the answers, without a listener;
   * SUBSCRIBED, a listener counts all changes.
   */
  @Param("NONE")
  public String market;

  /**
   * Whether each stage is timed for each command, as {@code tandem serve --metrics-stages} does.
   */
  @Param("false")
  public boolean timed;

  /** How often the flow is sent before the producer waits: what a wait costs shows beside one. */
  @Param("1")
  public int passes;

  private static final long SEED = 11;

  private final Counter counter = new Counter();
  private final CountingListener listener = new CountingListener();
  private KernelFlow flow;
  private StageTimings timings;
  private Exchange exchange;
  private CommandPublisher publisher;

  /** Counts, so that no answer can be optimized away. */
  private static final class Counter implements ResultHandler {
    private long refused;
    private long trades;
    private MarketData market;

    @Override
    public void onResult(Command c) {
      if (market != null) {
        market.apply(c);
      }
      if (c.result != ResultCode.OK_CODE) {
        refused++;
      }
      trades += c.outcomes.trades();
    }
  }

  /** Counts all changes of the book. */
  private static final class CountingListener implements MarketListener {
    private long trades;
    private long changes;

    @Override
    public void trade(
        long id, int takerSide, long price, long quantity, long takerOrderId, long makerOrderId) {
      trades++;
    }

    @Override
    public void order(OrderChange change, int side, long orderId, long price, long quantity) {
      changes++;
    }

    @Override
    public void level(int side, long price, long quantity, int orders) {
      changes++;
    }
  }

  /** Starts the exchange. */
  @Setup(Level.Trial)
  public void start() throws IOException {
    flow = flows.make(SEED);
    System.out.println(flow.population());
    ExchangeBuilder builder =
        Exchange.builder()
            .topology("FUSED".equals(topology) ? Topology.fused() : Topology.pipelined(1, 1))
            .risk(risk)
            .daemon()
            .resultHandler(counter);
    boolean lanes = "LANES".equals(ingress);
    if (lanes) {
      builder.ingress(Ingress.lanes());
    } else {
      builder.singleProducer();
    }
    if (!"AUTO".equals(waiting)) {
      builder.waitMode(WaitMode.valueOf(waiting));
    }
    if (timed) {
      timings = new StageTimings();
      builder.timings(timings);
    }
    counter.market =
        switch (market) {
          case "NONE" -> null;
          case "NUMBERS" -> new MarketData(new MarketListener() {}, symbol -> false);
          case "BOOKS" -> new MarketData(new MarketListener() {});
          case "SUBSCRIBED" -> new MarketData(listener);
          default -> throw new IllegalArgumentException("market " + market);
        };
    exchange = builder.start();
    publisher = lanes ? exchange.claimLane().publisher() : exchange.publisher();
    KernelFlow.prepare(exchange, risk);
  }

  /** Stops the exchange; conservation is checked first. */
  @TearDown(Level.Trial)
  public void stop() {
    if (!exchange.balances().areConserved()) {
      throw new IllegalStateException("money was made or lost: " + exchange.balances().totals());
    }
    checkMarket();
    if (timings != null && timings.take().values().stream().anyMatch(h -> h.getTotalCount() == 0)) {
      throw new IllegalStateException("a stage was not timed: " + timings.take().keySet());
    }
    exchange.close();
  }

  /** The kept book is that of the kernel, and the listener has got all its changes. */
  private void checkMarket() {
    if (counter.market == null) {
      return;
    }
    if ("NUMBERS".equals(market)) {
      counter.market.expect(KernelFlow.SYMBOL);
    }
    BookSnapshot asked = exchange.book(KernelFlow.SYMBOL).orElseThrow();
    if ("NUMBERS".equals(market) && counter.market.join(asked).sequence() == 0) {
      throw new IllegalStateException("no change was numbered");
    }
    for (Side side : Side.values()) {
      long kept = counter.market.book(KernelFlow.SYMBOL).view().orders(side.code());
      if (kept != asked.orders(side).size()) {
        throw new IllegalStateException(
            "%d orders are kept of %s, expected %d"
                .formatted(kept, side, asked.orders(side).size()));
      }
    }
    if ("SUBSCRIBED".equals(market)
        && (listener.trades != counter.trades || listener.changes == 0)) {
      throw new IllegalStateException(
          "saw %d trades and %d changes, expected %d trades"
              .formatted(listener.trades, listener.changes, counter.trades));
    }
  }

  /** The figure to read: commands, of which a pass has a number of its own. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Rate {
    public long commands;
  }

  /** Runs all passes of a round. */
  @Benchmark
  public long closedLoop(Rate rate) {
    rate.commands += (long) passes * flow.size();
    long trades = counter.trades;
    long refused = counter.refused;
    for (int pass = 0; pass < passes; pass++) {
      flow.send(publisher);
    }
    exchange.awaitAnswered();
    trades = counter.trades - trades;
    refused = counter.refused - refused;
    if (trades != passes * flow.population().trades()
        || refused != passes * flow.population().refusals()) {
      throw new IllegalStateException(
          "%d trades and %d refusals, expected %s".formatted(trades, refused, flow.population()));
    }
    return trades;
  }
}
