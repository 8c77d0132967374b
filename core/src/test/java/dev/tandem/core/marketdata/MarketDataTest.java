package dev.tandem.core.marketdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.Exchange;
import dev.tandem.core.RandomFlow;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A book that is kept from what is told equals the book that is requested. */
class MarketDataTest {

  /** In each try, through both topologies; more with the crash tests' scale. */
  private static final int FLOWS = Integer.getInteger("tandem.crash.scale", 1) == 1 ? 1 : 4;

  private static Topology topology(boolean fused) {
    return fused ? Topology.fused() : Topology.pipelined(2, 2);
  }

  private static void submit(Exchange exchange, Command c) {
    Command slot = exchange.publisher().claim();
    RandomFlow.copy(c, slot);
    exchange.publisher().publish(slot);
  }

  @Property(tries = 3)
  void booksEqualUnderRandomFlows(@ForAll long seed) {
    for (int i = 0; i < FLOWS; i++) {
      booksEqual(seed + i, true);
      booksEqual(seed + i, false);
    }
  }

  private void booksEqual(long seed, boolean fused) {
    ModelClient client = new ModelClient();
    MarketData market = new MarketData(client);
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology(fused))
            .ringSize(256)
            .daemon()
            .resultHandler(market)
            .start()) {
      int n = 0;
      for (Command c : RandomFlow.of(seed, 1_500)) {
        submit(exchange, c);
        if (++n % 7 == 0) {
          // The answer comes after market data has seen all before it, and nothing is behind it.
          exchange
              .book(n % RandomFlow.SYMBOLS)
              .ifPresent(
                  book -> {
                    client.compare(book);
                    compare(market.book(book.symbol()), book);
                  });
        }
      }
      assertThat(exchange.metrics().trades()).isEqualTo(client.trades).isPositive();
    }
  }

  private static void compare(MarketBook kept, BookSnapshot asked) {
    for (Side side : Side.values()) {
      List<BookSnapshot.Order> orders = new ArrayList<>();
      kept.view()
          .forEachOrder(
              side.code(),
              (code, price, orderId, userId, quantity, tag) ->
                  orders.add(new BookSnapshot.Order(side, price, orderId, userId, quantity)));
      // Market data does not know what an order hides.
      assertThat(orders)
          .isEqualTo(
              asked.orders(side).stream()
                  .map(
                      o ->
                          new BookSnapshot.Order(
                              side, o.price(), o.orderId(), o.userId(), o.quantity()))
                  .toList());
    }
    assertThat(kept.state()).isEqualTo(asked.state());
    assertThat(kept.lastEvent()).isLessThanOrEqualTo(asked.lastEvent());
  }

  /** What is told, word for word. */
  private static final class Transcript implements MarketListener {
    final List<List<Object>> lines = new ArrayList<>();

    @Override
    public void begin(int symbol, long sequence, long event, long timestampNs) {
      lines.add(List.of("begin", symbol, sequence, event, timestampNs));
    }

    @Override
    public void trade(long id, int side, long price, long lots, long taker, long maker) {
      lines.add(List.of("trade", id, side, price, lots, taker, maker));
    }

    @Override
    public void order(OrderChange change, int side, long orderId, long price, long quantity) {
      lines.add(List.of(change, side, orderId, price, quantity));
    }

    @Override
    public void level(int side, long price, long quantity, int orders) {
      lines.add(List.of("level", side, price, quantity, orders));
    }

    @Override
    public void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {
      lines.add(List.of("top", bidPrice, bidQuantity, askPrice, askQuantity));
    }

    @Override
    public void state(SymbolState state) {
      lines.add(List.of("state", state));
    }
  }

  /** A restart from the log, or from a snapshot and the log, has the books at once. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRestartedExchangeHasItsBooks(boolean snapshot, @TempDir Path log) {
    List<Command> flow = RandomFlow.of(3, 3_000);
    ModelClient client = new ModelClient();
    try (Exchange exchange =
        Exchange.builder()
            .daemon()
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .marketData(new MarketData(client))
            .start()) {
      flow.subList(0, 1_000).forEach(c -> submit(exchange, c));
      if (snapshot) {
        exchange.snapshot();
      }
      flow.subList(1_000, 2_000).forEach(c -> submit(exchange, c));
      exchange.awaitAnswered();
      compareAll(exchange, client);
    }
    ModelClient again = new ModelClient();
    MarketData market = new MarketData(again);
    List<Long> answers = new ArrayList<>();
    try (Exchange exchange =
        Exchange.builder()
            .topology(Topology.pipelined(2, 2))
            .daemon()
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .marketData(market)
            .resultHandler(c -> answers.add(c.sequence))
            .start()) {
      assertThat(market.book(1)).isNotNull();
      compareAll(exchange, again);
      flow.subList(2_000, 3_000).forEach(c -> submit(exchange, c));
      exchange.awaitAnswered();
      compareAll(exchange, again);
      assertThat(answers).hasSizeGreaterThan(1_000);
      assertThat(again.trades).isPositive();
    }
  }

  private static void compareAll(Exchange exchange, ModelClient client) {
    List<SymbolSpec> symbols = exchange.symbols();
    assertThat(symbols).isNotEmpty();
    symbols.forEach(spec -> client.compare(exchange.book(spec.symbol()).orElseThrow()));
  }

  /** A join beside the thread that applies answers is refused, and the kernel lives. */
  @Test
  void joiningOnAnotherThreadIsRefused() {
    MarketData market = new MarketData(new MarketListener() {});
    market.expect(9);
    try (Exchange exchange = Exchange.builder().daemon().resultHandler(market).start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      BookSnapshot copy = exchange.book(1).orElseThrow();
      for (Runnable call :
          List.<Runnable>of(
              () -> market.expect(1),
              () -> market.join(copy),
              () -> market.join(MarketBook.of(copy)),
              () -> market.number(1, 0),
              () -> market.release(1),
              () -> market.leave(1),
              () -> market.onStart(copy))) {
        assertThatThrownBy(call::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("tandem-0");
      }
      exchange.async().addSymbol(SymbolSpec.of(2, 1, 2)).join();
      assertThat(exchange.failure()).isEmpty();
    }
    // The thread has ended.
    market.leave(1);
  }

  @Test
  void everyTopologyReportsTheSame() {
    List<List<List<Object>>> reported = new ArrayList<>();
    for (Topology topology :
        List.of(Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(3, 2))) {
      Transcript transcript = new Transcript();
      try (Exchange exchange =
          Exchange.builder()
              .topology(topology)
              .daemon()
              .resultHandler(new MarketData(transcript))
              .start()) {
        RandomFlow.of(77, 4_000).forEach(c -> submit(exchange, c));
      }
      reported.add(transcript.lines);
    }
    assertThat(reported.get(0).size()).isGreaterThan(1_000);
    assertThat(reported.get(1)).isEqualTo(reported.get(0));
    assertThat(reported.get(2)).isEqualTo(reported.get(0));
  }

  /** The copy is taken while commands run, and joined after many more have been told. */
  @Property(tries = 8)
  void aCopyJoinsTheRunningStreamWithoutAGap(
      @ForAll long seed,
      @ForAll boolean fused,
      @ForAll @IntRange(min = 0, max = 1_500) int before,
      @ForAll @IntRange(min = 0, max = 300) int late)
      throws Exception {
    BlockingQueue<Command> answers = new LinkedBlockingQueue<>();
    List<Command> flow = RandomFlow.of(seed, 2_000);
    ModelClient client = new ModelClient();
    MarketData market = new MarketData(client);
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology(fused))
            .ringSize(64)
            .daemon()
            .resultHandler(
                c -> {
                  Command copy = new Command();
                  copy.copyFrom(c);
                  answers.add(copy);
                })
            .start()) {
      // The symbols are there already when somebody begins to listen.
      flow.subList(0, RandomFlow.SYMBOLS).forEach(c -> submit(exchange, c));
      exchange.awaitAnswered();
      answers.clear();
      Thread publisher =
          new Thread(
              () ->
                  flow.subList(RandomFlow.SYMBOLS, flow.size()).forEach(c -> submit(exchange, c)));
      publisher.start();
      drain(answers, market, before);
      market.expect(1);
      BookSnapshot copy = exchange.book(1).orElseThrow();
      drain(answers, market, late);
      client.start(copy);
      market.join(copy);
      publisher.join();
      BookSnapshot last = exchange.book(1).orElseThrow();
      drain(answers, market, answers.size());
      client.compare(last);
      compare(market.book(1), last);
    }
  }

  private static void drain(BlockingQueue<Command> answers, MarketData market, int most)
      throws InterruptedException {
    for (int i = 0; i < most; i++) {
      Command c = answers.poll(50, TimeUnit.MILLISECONDS);
      if (c == null) {
        return;
      }
      market.apply(c);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatNobodyFollowsIsLeftOut(boolean fused) {
    Transcript transcript = new Transcript();
    MarketData market = new MarketData(transcript);
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology(fused))
            .risk(false)
            .daemon()
            .resultHandler(
                c -> {
                  market.apply(c);
                  if (c.type == CommandType.PLACE) {
                    market.leave(1);
                  }
                })
            .start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      exchange.async().place(1, 1, 1, Side.BUY, TimeInForce.GTC, 10, 5).join();
      exchange.awaitAnswered();
      assertThat(transcript.lines).hasSize(4);
      exchange.async().cancel(1, 1, 1).join();
      exchange.awaitAnswered();
      assertThat(transcript.lines).hasSize(4);
      assertThat(market.book(1)).isNull();
    }
  }

  @Test
  void nothingIsAllocated() {
    List<Command> answers = new ArrayList<>();
    try (Exchange exchange =
        Exchange.builder()
            .topology(Topology.fused())
            .risk(false)
            .daemon()
            .resultHandler(
                c -> {
                  Command copy = new Command();
                  copy.copyFrom(c);
                  answers.add(copy);
                })
            .start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      for (int i = 1; i <= 200; i++) {
        exchange.async().place(1, 1, i, Side.SELL, TimeInForce.GTC, 100 + i % 10, 5).join();
        exchange.async().move(1, 1, i, 105, 0).join();
        exchange.async().reduce(1, 1, i, 1).join();
        exchange.async().place(2, 1, 1_000 + i, Side.BUY, TimeInForce.GTC, 90, 5).join();
        exchange.async().cancel(2, 1, 1_000 + i).join();
      }
      exchange.async().place(2, 1, 9_999, Side.BUY, TimeInForce.IOC, 200, 800).join();
      exchange.awaitAnswered();
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    MarketData market = new MarketData(new MarketListener() {});
    market.apply(answers.get(0));
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 30; round++) {
      for (Command c : answers) {
        // Every round leaves the book as it found it: empty.
        c.eventNumber += 10_000;
      }
      long start = threads.getCurrentThreadAllocatedBytes();
      for (int i = 1; i < answers.size(); i++) {
        market.apply(answers.get(i));
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - start);
    }
    assertThat(market.book(1).sequence()).isEqualTo(30L * 1_001);
    assertThat(least).isLessThan(1_000);
  }
}
