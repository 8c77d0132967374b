package dev.tandem.jmh.exchange;

import com.lmax.disruptor.RingBuffer;
import dev.tandem.jmh.harness.Peers;
import dev.tandem.jmh.harness.Waits;
import exchange.core2.core.ExchangeApi;
import exchange.core2.core.ExchangeCore;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.CoreWaitStrategy;
import exchange.core2.core.common.MatcherEventType;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.api.ApiAddUser;
import exchange.core2.core.common.api.ApiAdjustUserBalance;
import exchange.core2.core.common.api.ApiCancelOrder;
import exchange.core2.core.common.api.ApiCommand;
import exchange.core2.core.common.api.ApiMoveOrder;
import exchange.core2.core.common.api.ApiPlaceOrder;
import exchange.core2.core.common.api.binary.BatchAddSymbolsCommand;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.config.ExchangeConfiguration;
import exchange.core2.core.common.config.InitialStateConfiguration;
import exchange.core2.core.common.config.PerformanceConfiguration;
import exchange.core2.core.common.config.SerializationConfiguration;
import exchange.core2.core.processors.journaling.DiskSerializationProcessor;
import exchange.core2.core.processors.journaling.DiskSerializationProcessorConfiguration;
import exchange.core2.core.utils.AffinityThreadFactory;
import exchange.core2.core.utils.AffinityThreadFactory.ThreadAffinityMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;

/**
 * exchange-core: in memory or with its journal, one risk engine and one matching engine, its
 * configuration for throughput in a closed loop and that for latency in an open one, but for the
 * wait strategy, which is for a machine with a CPU for each of five threads. Those configurations
 * keep a thread on a CPU of its own while one is free; without that it is another entrant. Commands
 * are objects of its API, made before the clock starts.
 */
final class ExchangeCoreKernel extends SubmittedKernel<FlowRows> {

  private static final int CLOSE_SECONDS = 10;

  /** Holds for every price of the flows: moves of a buy up to here are covered. */
  private static final long RESERVE_PRICE = 1 << 23;

  private final Answers answers = new Answers();

  /** The folder of its journal; null without. */
  private final Path journal;

  private final ExchangeCore core;
  private final ExchangeApi api;
  private final List<ApiCommand> commands = new ArrayList<>();
  private long submitted;

  /** On the thread of its results. */
  private static final class Answers implements ObjLongConsumer<OrderCommand> {
    private long trades;
    private long refusals;
    private AnswerClock clock;
    private TradeHash hash;
    private final AtomicLong answered = new AtomicLong();

    @Override
    public void accept(OrderCommand c, long sequence) {
      for (MatcherTradeEvent e = c.matcherEvent; e != null; e = e.nextEvent) {
        if (e.eventType == MatcherEventType.TRADE) {
          trades++;
          if (hash != null) {
            hash.add(c.orderId, e.matchedOrderId, e.price, e.size);
          }
        }
      }
      if (c.resultCode != CommandResultCode.SUCCESS) {
        refusals++;
      }
      if (clock != null) {
        clock.answered();
      }
      answered.lazySet(answered.getPlain() + 1);
    }
  }

  /**
   * Starts one.
   *
   * @param paced whether it is for an open loop
   * @param pinned whether its threads are kept on CPUs of their own, as far as there are any
   * @param folder in which it makes one for its journal; null keeps none
   */
  ExchangeCoreKernel(boolean paced, boolean pinned, Path folder) {
    Peers.require(LZ4Factory.class, "exchange-core", "lz4-java");
    Peers.require(RingBuffer.class, "exchange-core", "disruptor");
    ExchangeConfiguration.ExchangeConfigurationBuilder configuration =
        ExchangeConfiguration.defaultBuilder().performanceCfg(performance(paced, pinned));
    journal = folder == null ? null : folderOfJournal(folder);
    if (journal != null) {
      configuration
          .initStateCfg(InitialStateConfiguration.cleanStartJournaling("comparison"))
          .serializationCfg(serialization(journal));
    }
    core =
        ExchangeCore.builder()
            .resultsConsumer(answers)
            .exchangeConfiguration(configuration.build())
            .build();
    core.startup();
    api = core.getApi();
    prepare();
  }

  /** Its own configuration, but for what is named here. */
  static PerformanceConfiguration performance(boolean paced, boolean pinned) {
    return (paced
            ? PerformanceConfiguration.latencyPerformanceBuilder()
            : PerformanceConfiguration.throughputPerformanceBuilder())
        .riskEnginesNum(1)
        .matchingEnginesNum(1)
        .threadFactory(
            new AffinityThreadFactory(
                pinned
                    ? ThreadAffinityMode.THREAD_AFFINITY_ENABLE_PER_LOGICAL_CORE
                    : ThreadAffinityMode.THREAD_AFFINITY_DISABLE))
        .waitStrategy(CoreWaitStrategy.YIELDING)
        .build();
  }

  private static Path folderOfJournal(Path folder) {
    try {
      return Files.createTempDirectory(folder, "journal");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its own configuration of a journal on the disk, but for the folder. */
  private static SerializationConfiguration serialization(Path folder) {
    DiskSerializationProcessorConfiguration own =
        DiskSerializationProcessorConfiguration.createDefaultConfig();
    DiskSerializationProcessorConfiguration disk =
        new DiskSerializationProcessorConfiguration(
            folder.toString(),
            own.getSnapshotLz4CompressorFactory(),
            own.getJournalFileMaxSize(),
            own.getJournalBufferSize(),
            own.getJournalBatchCompressThreshold(),
            own.getJournalLz4CompressorFactory());
    return SerializationConfiguration.builder()
        .enableJournaling(true)
        .serializationProcessorFactory(all -> new DiskSerializationProcessor(all, disk))
        .build();
  }

  private void prepare() {
    api.submitBinaryDataAsync(
            new BatchAddSymbolsCommand(
                CoreSymbolSpecification.builder()
                    .symbolId(FlowRows.SYMBOL)
                    .type(SymbolType.CURRENCY_EXCHANGE_PAIR)
                    .baseCurrency(FlowRows.LOTS)
                    .quoteCurrency(FlowRows.MONEY)
                    .baseScaleK(1)
                    .quoteScaleK(1)
                    .build()))
        .join();
    // All are sent before the first is waited for: where threads outnumber CPUs, 3,000 answers one
    // by one take seconds.
    List<ApiCommand> sent = new ArrayList<>();
    for (long user = 1; user <= FlowRows.USERS; user++) {
      sent.add(ApiAddUser.builder().uid(user).build());
      for (int currency : new int[] {FlowRows.LOTS, FlowRows.MONEY}) {
        sent.add(
            ApiAdjustUserBalance.builder()
                .uid(user)
                .currency(currency)
                .amount(FlowRows.FUNDS)
                .transactionId(currency)
                .build());
      }
    }
    List<CompletableFuture<CommandResultCode>> answered =
        sent.stream().map(api::submitCommandAsync).toList();
    for (int i = 0; i < sent.size(); i++) {
      require(sent.get(i), answered.get(i).join());
    }
    // What the preparation was answered does not count; a future may be completed before its answer
    // is counted.
    do {
      submitted = answers.answered.get();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    } while (submitted != answers.answered.get());
    answers.refusals = 0;
  }

  private static void require(ApiCommand command, CommandResultCode code) {
    if (code != CommandResultCode.SUCCESS) {
      throw new IllegalStateException(command + " is refused: " + code);
    }
  }

  @Override
  public void load(FlowRows flow) {
    super.load(flow);
    commands.clear();
    for (int i = 0; i < flow.size(); i++) {
      commands.add(
          switch (flow.kind(i)) {
            case FlowRows.PLACE, FlowRows.PLACE_IMMEDIATE -> place(flow, i);
            case FlowRows.MOVE ->
                ApiMoveOrder.builder()
                    .symbol(FlowRows.SYMBOL)
                    .uid(flow.user(i))
                    .orderId(flow.order(i))
                    .newPrice(flow.price(i))
                    .build();
            default ->
                ApiCancelOrder.builder()
                    .symbol(FlowRows.SYMBOL)
                    .uid(flow.user(i))
                    .orderId(flow.order(i))
                    .build();
          });
    }
  }

  private static ApiPlaceOrder place(FlowRows flow, int i) {
    return ApiPlaceOrder.builder()
        .symbol(FlowRows.SYMBOL)
        .uid(flow.user(i))
        .orderId(flow.order(i))
        .action(flow.isBuy(i) ? OrderAction.BID : OrderAction.ASK)
        .orderType(flow.kind(i) == FlowRows.PLACE_IMMEDIATE ? OrderType.IOC : OrderType.GTC)
        .price(flow.price(i))
        .reservePrice(RESERVE_PRICE)
        .size(flow.quantity(i))
        .build();
  }

  @Override
  int size() {
    return commands.size();
  }

  @Override
  void submit(int i) {
    api.submitCommand(commands.get(i));
    submitted++;
  }

  @Override
  void flush() {
    int spins = 0;
    while (answers.answered.get() < submitted) {
      spins = Waits.relax(spins);
    }
  }

  @Override
  public long trades() {
    return answers.trades;
  }

  @Override
  public long refusals() {
    return answers.refusals;
  }

  @Override
  void report(AnswerClock clock) {
    answers.clock = clock;
  }

  @Override
  void hash(TradeHash hash) {
    answers.hash = hash;
  }

  @Override
  public void close() {
    core.shutdown(CLOSE_SECONDS, TimeUnit.SECONDS);
    if (journal != null) {
      delete(journal);
    }
  }

  /** Its journal must be there, or it was not measured with one. */
  private static void delete(Path folder) {
    try (Stream<Path> found = Files.list(folder)) {
      long bytes = 0;
      for (Path file : found.toList()) {
        bytes += Files.size(file);
        Files.delete(file);
      }
      Files.delete(folder);
      if (bytes == 0) {
        throw new IllegalStateException(folder + " has no journal");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
