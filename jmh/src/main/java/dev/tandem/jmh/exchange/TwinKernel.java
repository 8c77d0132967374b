package dev.tandem.jmh.exchange;

import dev.tandem.app.parity.TwinExchange;
import dev.tandem.app.parity.TwinOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.flow.generator.KernelFlow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.HdrHistogram.Histogram;

/**
 * The exchange in C++. A pass is one call with all commands as records of {@code FORMATS.md}, which
 * are decoded there one by one; a paced run is timed in C++.
 */
final class TwinKernel implements RunningKernel<KernelFlow> {

  private static final int ORDERS = 1 << 16;
  private static final int BATCH = 1 << 14;

  private static final int STEP_BITS = 10;
  private static final int STEPS = 1 << STEP_BITS;

  private final TwinExchange exchange;
  private final Arena arena = Arena.ofShared();
  private final Command slot = new Command();
  private Arena loaded;
  private KernelFlow flow;
  private MemorySegment commands;
  private long bytes;
  private MemorySegment codes;
  private boolean isCounted = true;
  private long refusals;

  private final boolean risk;
  private final KernelLog log;

  /** Without the log. */
  private final TwinOptions options;

  /**
   * @param log null keeps none
   */
  TwinKernel(boolean risk, boolean pipelined, KernelLog log) {
    this.risk = risk;
    this.log = log;
    options =
        TwinOptions.of(risk, KernelFlow.USERS, ORDERS)
            .in(pipelined ? Topology.pipelined(1, 1) : Topology.fused());
    exchange =
        new TwinExchange(
            log == null ? options : options.onLog(log.directory(), log.durability(), 0));
    prepare(exchange);
  }

  private void prepare(TwinExchange exchange) {
    slot.clear();
    Commands.addSymbol(slot, SymbolSpec.of(KernelFlow.SYMBOL, KernelFlow.LOTS, KernelFlow.MONEY));
    require(exchange);
    for (long user = 1; risk && user <= KernelFlow.USERS; user++) {
      slot.clear();
      Commands.addUser(slot, user);
      require(exchange);
      for (int currency : new int[] {KernelFlow.LOTS, KernelFlow.MONEY}) {
        slot.clear();
        Commands.adjustBalance(slot, user, currency, KernelFlow.FUNDS, currency);
        require(exchange);
      }
    }
  }

  private void require(TwinExchange exchange) {
    slot.timestampNs = 1;
    MemorySegment record = arena.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
    byte code = exchange.submitOne(record, CommandCodec.encode(slot, record));
    if (code != ResultCode.OK_CODE) {
      throw new IllegalStateException(slot + " is refused: " + ResultCode.of(code));
    }
  }

  @Override
  public void load(KernelFlow kernelFlow) {
    if (loaded != null) {
      loaded.close();
    }
    loaded = Arena.ofShared();
    flow = kernelFlow;
    commands = loaded.allocate((long) flow.size() * CommandCodec.MAX_BYTES, Long.BYTES);
    codes = loaded.allocate(flow.size());
    bytes = 0;
    for (int i = 0; i < flow.size(); i++) {
      slot.clear();
      flow.fill(i, slot);
      bytes += CommandCodec.encode(slot, commands.asSlice(bytes));
    }
  }

  @Override
  public void pass() {
    refusals();
    exchange.submit(commands, bytes, codes);
    isCounted = false;
  }

  /** By another exchange of the same kind, which keeps its records; that costs time. */
  @Override
  public long hashedPass() {
    TradeHash hash = new TradeHash();
    try (TwinExchange recorded = new TwinExchange(options.keepingRecords());
        Arena local = Arena.ofConfined()) {
      prepare(recorded);
      recorded.take();
      MemorySegment batch = local.allocate((long) BATCH * CommandCodec.MAX_BYTES, Long.BYTES);
      for (int next = 0; next < flow.size(); ) {
        long used = 0;
        int end = Math.min(flow.size(), next + BATCH);
        for (; next < end; next++) {
          slot.clear();
          flow.fill(next, slot);
          used += CommandCodec.encode(slot, batch.asSlice(used));
        }
        recorded.submit(batch, used);
        TwinExchange.trades(
            recorded.take(),
            (command, taker, maker, price, quantity) -> hash.add(taker, maker, price, quantity));
      }
    }
    return hash.value();
  }

  @Override
  public Paced pace(long passes, double rate, boolean sleeps) {
    if (sleeps) {
      throw new IllegalArgumentException("the producer in C++ does not sleep");
    }
    refusals();
    try (Arena local = Arena.ofConfined()) {
      MemorySegment latency = local.allocate(ValueLayout.JAVA_LONG, TwinExchange.PACE_COUNTS);
      MemorySegment lateness = local.allocate(ValueLayout.JAVA_LONG, TwinExchange.PACE_COUNTS);
      TwinExchange.Paced paced =
          exchange.pace(commands, bytes, passes, rate, latency, lateness, false);
      refusals += paced.refused();
      double achieved = flow.size() * passes / (paced.tookNs() / 1e9);
      Early early = new Early(paced.early(), paced.earliestNs());
      return new Paced(achieved, distribution(latency), distribution(lateness), early);
    }
  }

  private static Histogram distribution(MemorySegment counts) {
    Histogram histogram = RunningKernel.distribution();
    for (int i = 0; i < TwinExchange.PACE_COUNTS; i++) {
      long count = counts.getAtIndex(ValueLayout.JAVA_LONG, i);
      if (count != 0) {
        histogram.recordValueWithCount(Math.min(value(i), LONGEST_NANOS), count);
      }
    }
    return histogram;
  }

  /** The least value that is counted at a place. */
  static long value(int place) {
    return place < 2 * STEPS ? place : (long) (place % STEPS + STEPS) << ((place >> STEP_BITS) - 1);
  }

  @Override
  public long trades() {
    return exchange.trades();
  }

  @Override
  public long refusals() {
    for (int i = 0; !isCounted && i < flow.size(); i++) {
      refusals += codes.get(ValueLayout.JAVA_BYTE, i) == ResultCode.OK_CODE ? 0 : 1;
    }
    isCounted = true;
    return refusals;
  }

  @Override
  public void close() {
    exchange.close();
    if (log != null) {
      log.close();
    }
    if (loaded != null) {
      loaded.close();
    }
    arena.close();
  }
}
