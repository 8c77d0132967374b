package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.StateQuery;
import dev.tandem.core.api.BookView;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.FlowSymbol;
import dev.tandem.it.TestData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Market data of recorded days: the book that is kept is the book that is requested. */
class MarketDaysTest {

  private static final int DEPTH = 20;
  private static final int WHOLE_BOOK_EVERY = 4_000;

  /** Totals and best levels of both sides, after one command. */
  private static long[] digest(BookView view) {
    long[] words = new long[2 * (3 + DEPTH * BookView.LEVEL_WORDS)];
    long[] rows = new long[DEPTH * BookView.LEVEL_WORDS];
    int at = 0;
    for (int side = 0; side < 2; side++) {
      words[at++] = view.quantity(side);
      words[at++] = view.orders(side);
      words[at++] = view.levels(side);
      Arrays.fill(rows, 0);
      view.levels(side, DEPTH, rows);
      System.arraycopy(rows, 0, words, at, rows.length);
      at += rows.length;
    }
    return words;
  }

  private static final class Digest implements StateQuery<long[]> {
    private long[] words;

    @Override
    public boolean wantsBooks() {
      return true;
    }

    @Override
    public void book(SymbolSpec spec, SymbolState state, BookView book) {
      words = digest(book);
    }

    @Override
    public long[] answer(long lastEvent) {
      return words;
    }
  }

  /** Counts what is told. */
  private static final class Counts implements MarketListener {
    private long changes;
    private long trades;
    private long lots;

    @Override
    public void begin(int symbol, long sequence, long event, long timestampNs) {
      assertThat(sequence).isEqualTo(++changes);
    }

    @Override
    public void trade(long id, int side, long price, long quantity, long taker, long maker) {
      trades++;
      lots += quantity;
    }
  }

  /** A question to a pipeline waits for its threads, so there are fewer of them. */
  @ParameterizedTest
  @CsvSource({
    "sse-600519/sse_600519_2023-02-01,1,true",
    "sse-600519/sse_600519_2023-02-01,71,false",
    "sse-large/sse_600761_2023-07-11,5,true",
    "sse-large/sse_601825_2023-07-11,53,false",
  })
  void theKeptBookEqualsTheQueriedOne(String day, int every, boolean fused) {
    Flow flow = FlowFiles.read(TestData.file(day + ".commands.csv.zst"), null);
    Counts counts = new Counts();
    MarketData market = new MarketData(counts);
    try (Exchange exchange =
        Exchange.builder()
            .topology(fused ? Topology.fused() : Topology.pipelined(1, 1))
            .risk(false)
            .ringSize(1024)
            .singleProducer()
            .daemon()
            .resultHandler(market)
            .start()) {
      CommandPublisher publisher = exchange.publisher();
      for (FlowSymbol symbol : flow.symbols()) {
        publisher.addSymbol(symbol.spec());
      }
      for (int i = 0; i < flow.size(); i++) {
        Command c = publisher.claim();
        flow.fill(i, c);
        publisher.publish(c);
        if (i % every == 0) {
          long[] asked = exchange.query(new Digest());
          assertThat(digest(market.book(0).view())).as(flow.place(i)).isEqualTo(asked);
        }
        if (i % WHOLE_BOOK_EVERY == 0 || i == flow.size() - 1) {
          compare(market.book(0), exchange.book(0).orElseThrow());
        }
      }
      assertThat(counts.trades).isEqualTo(exchange.metrics().trades()).isPositive();
      assertThat(counts.changes).isEqualTo(market.book(0).sequence());
      assertThat(counts.lots).isGreaterThan(counts.trades);
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
      // A market book does not know what has traded of an order.
      assertThat(orders)
          .isEqualTo(
              asked.orders(side).stream()
                  .map(
                      o ->
                          new BookSnapshot.Order(
                              o.side(), o.price(), o.orderId(), o.userId(), o.quantity()))
                  .toList());
    }
    assertThat(kept.state()).isEqualTo(asked.state());
  }
}
