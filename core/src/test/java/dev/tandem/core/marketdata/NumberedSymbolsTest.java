package dev.tandem.core.marketdata;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.Exchange;
import dev.tandem.core.RandomFlow;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A book that is kept only now and then tells the same, by the same numbers, while it is kept. */
class NumberedSymbolsTest {

  private static final int SYMBOL = 1;

  /** What was told of one symbol, by the numbers of its changes. */
  private static final class Reported implements MarketListener {
    final Map<Long, List<Object>> changes = new HashMap<>();
    private List<Object> now;

    @Override
    public void begin(int symbol, long sequence, long event, long timestampNs) {
      now = new ArrayList<>(List.of(event, timestampNs));
      if (symbol == SYMBOL) {
        assertThat(changes.put(sequence, now)).isNull();
      }
    }

    @Override
    public void trade(long id, int side, long price, long lots, long taker, long maker) {
      now.add(List.of(id, side, price, lots, taker, maker));
    }

    @Override
    public void order(OrderChange change, int side, long orderId, long price, long quantity) {
      now.add(List.of(change, side, orderId, price, quantity));
    }

    @Override
    public void level(int side, long price, long quantity, int orders) {
      now.add(List.of(side, price, quantity, orders));
    }

    @Override
    public void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {
      now.add(List.of(bidPrice, bidQuantity, askPrice, askQuantity, "top"));
    }

    @Override
    public void state(SymbolState state) {
      now.add(state);
    }
  }

  private static void addCopy(Command c, BlockingQueue<Command> to) {
    Command copy = new Command();
    copy.copyFrom(c);
    to.add(copy);
  }

  private static List<Object> orders(MarketBook book) {
    List<Object> orders = new ArrayList<>(List.of(book.state()));
    for (Side side : Side.values()) {
      book.view()
          .forEachOrder(
              side.code(),
              (code, price, orderId, userId, quantity, tag) ->
                  orders.add(List.of(code, price, orderId, userId, quantity)));
    }
    return orders;
  }

  /** Two of them hear of the same answers, somewhat behind the commands that bring these. */
  private static final class Run {
    static final int COMMANDS = 3_000;
    static final int AHEAD = 300;

    final BlockingQueue<Command> answers = new LinkedBlockingQueue<>();
    final Semaphore room = new Semaphore(AHEAD);
    final Reported all = new Reported();
    final Reported some = new Reported();
    final MarketData always = new MarketData(all);
    final MarketData sometimes = new MarketData(some, symbol -> false);
    int applied;
    long event = -1;

    void reported(Command c) {
      if (c.type != CommandType.QUERY) {
        addCopy(c, answers);
      }
    }

    boolean hasMore() {
      return applied < COMMANDS;
    }

    void apply(int most) throws InterruptedException {
      for (int i = 0; i < most && hasMore(); i++) {
        Command c = answers.poll(120, TimeUnit.SECONDS);
        assertThat(c).isNotNull();
        always.apply(c);
        sometimes.apply(c);
        event = Math.max(event, c.eventNumber);
        applied++;
        room.release();
      }
    }

    void send(Exchange exchange, List<Command> flow) {
      for (Command c : flow) {
        room.acquireUninterruptibly();
        Command slot = exchange.publisher().claim();
        RandomFlow.copy(c, slot);
        exchange.publisher().publish(slot);
      }
    }
  }

  @Property(tries = 8)
  void aBookThatIsKeptNowAndThenIsTheOneThatIsAlwaysKept(@ForAll long seed, @ForAll boolean fused)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    Run run = new Run();
    int joined = 0;
    try (Exchange exchange =
        Exchange.builder()
            .topology(fused ? Topology.fused() : Topology.pipelined(2, 2))
            .ringSize(64)
            .daemon()
            .resultHandler(run::reported)
            .start()) {
      List<Command> flow = RandomFlow.of(seed, Run.COMMANDS);
      Thread publisher = new Thread(() -> run.send(exchange, flow));
      publisher.start();
      run.apply(RandomFlow.SYMBOLS);
      while (run.hasMore()) {
        run.apply(random.nextInt(100));
        run.sometimes.expect(SYMBOL);
        if (random.nextInt(4) == 0) {
          // It was not to be: what came meanwhile counts all the same.
          run.apply(random.nextInt(50));
          run.sometimes.release(SYMBOL);
          continue;
        }
        BookSnapshot copy = exchange.book(SYMBOL).orElseThrow();
        // The copy is of a later point than where the answers are, or of an earlier one.
        run.apply(random.nextInt(Run.AHEAD));
        MarketBook book = run.sometimes.join(MarketBook.of(copy));
        while (run.event <= copy.lastEvent() && run.hasMore()) {
          run.apply(1);
        }
        MarketBook kept = run.always.book(SYMBOL);
        assertThat(orders(book)).isEqualTo(orders(kept));
        assertThat(book.sequence()).isEqualTo(kept.sequence());
        assertThat(book.lastEvent()).isEqualTo(kept.lastEvent());
        run.apply(random.nextInt(100));
        assertThat(orders(book)).isEqualTo(orders(kept));
        run.sometimes.release(SYMBOL);
        assertThat(run.sometimes.book(SYMBOL)).isNull();
        joined++;
      }
      publisher.join();
    }
    assertThat(joined).isPositive();
    assertThat(run.all.changes).containsAllEntriesOf(run.some.changes);
    assertThat(run.some.changes).isNotEmpty();
  }

  /** The copy of a symbol may have been taken before anything is known of what comes. */
  @Test
  void aSymbolThatWasThereIsCountedFromACopy() {
    MarketData market = new MarketData(new Reported());
    BlockingQueue<Command> answers = new LinkedBlockingQueue<>();
    try (Exchange exchange =
        Exchange.builder().risk(false).daemon().resultHandler(c -> addCopy(c, answers)).start()) {
      exchange.async().addSymbol(SymbolSpec.of(SYMBOL, 1, 2)).join();
      exchange.async().place(1, SYMBOL, 1, Side.BUY, TimeInForce.GTC, 10, 5).join();
      market.number(SYMBOL, exchange.book(SYMBOL).orElseThrow().lastEvent());
      exchange.async().place(1, SYMBOL, 2, Side.BUY, TimeInForce.GTC, 10, 5).join();
      exchange.async().place(2, SYMBOL, 3, Side.SELL, TimeInForce.IOC, 11, 5).join();
      exchange.async().cancel(1, SYMBOL, 1).join();
      exchange.awaitAnswered();
      answers.forEach(market::apply);
      assertThat(market.book(SYMBOL)).isNull();
      market.expect(SYMBOL);
      MarketBook book = market.join(exchange.book(SYMBOL).orElseThrow());
      // The order of the copy does not count, nor the one that found nobody.
      assertThat(book.sequence()).isEqualTo(2);
      assertThat(book.view().orders(Side.BUY_CODE)).isEqualTo(1);
    }
  }

  @Test
  void numbersAloneAllocateNothing() {
    BlockingQueue<Command> answers = new LinkedBlockingQueue<>();
    try (Exchange exchange =
        Exchange.builder().risk(false).daemon().resultHandler(c -> addCopy(c, answers)).start()) {
      exchange.async().addSymbol(SymbolSpec.of(SYMBOL, 1, 2)).join();
      for (int i = 1; i <= 1_000; i++) {
        exchange.async().place(1, SYMBOL, i, Side.SELL, TimeInForce.GTC, 100 + i % 10, 5).join();
      }
      exchange.awaitAnswered();
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    MarketData market = new MarketData(new Reported(), symbol -> false);
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 30; round++) {
      long start = threads.getCurrentThreadAllocatedBytes();
      for (Command c : answers) {
        market.apply(c);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - start);
    }
    assertThat(least).isLessThan(1_000);
  }
}
