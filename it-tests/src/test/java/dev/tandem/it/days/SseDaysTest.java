package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.replay.RecordedCheck;
import dev.tandem.core.Balances;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.FlowSymbol;
import dev.tandem.flow.RecordedDay;
import dev.tandem.it.TestData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Five recorded days of the Shanghai exchange: every trade, every book, all money. */
class SseDaysTest {

  private static final long TICK = 10;
  private static final long FUNDING = 1_000_000_000_000_000L;
  private static final Topology PIPELINED = Topology.pipelined(2, 1);

  private record Hashes(long event, long state) {}

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "sse-600519/sse_600519_2023-02-01,26572,563",
    "sse-large/sse_605580_2023-07-11,16393,603",
    "sse-large/sse_600761_2023-07-11,24668,92",
    "sse-large/sse_600961_2023-07-11,28520,417",
    "sse-large/sse_601825_2023-07-11,5340,30",
  })
  void tradesAndBooksEqualTheRecordedOnes(String day, int continuous, int auction) {
    Path commands = TestData.file(day + ".commands.csv.zst");
    Flow flow = FlowFiles.read(commands, null);
    for (long funding : new long[] {FUNDING, 0}) {
      Hashes fused = replay(flow, commands, Topology.fused(), funding, continuous, auction);
      Hashes pipelined = replay(flow, commands, PIPELINED, funding, continuous, auction);
      assertThat(pipelined).isEqualTo(fused);
    }
  }

  private static Hashes replay(
      Flow flow, Path commands, Topology topology, long funding, int continuous, int auction) {
    try (FlowRun run = new FlowRun(flow, topology, funding)) {
      int opened = indexAfterFirst(flow, CommandType.UNCROSS);
      run.sendTo(opened);
      assertEqualBook(run.book(0), commands, "initbook");
      int closing = lastIndexOf(flow, CommandType.START_AUCTION);
      run.sendTo(closing);
      assertEqualBook(run.book(0), commands, "book1457");
      run.sendTo(flow.size());
      BookSnapshot last = run.book(0);
      assertEqualBook(last, commands, "finalbook");
      assertTrades(flow, run.answers(), commands, continuous, auction);
      assertExpectations(flow, run.answers());
      if (funding != 0) {
        assertSettled(flow, run.answers(), last, run.balances(), funding);
      }
      return new Hashes(run.eventHash(), run.stateHash());
    }
  }

  private static int indexAfterFirst(Flow flow, byte type) {
    int i = 0;
    while (flow.type(i) != type) {
      i++;
    }
    return i + 1;
  }

  private static int lastIndexOf(Flow flow, byte type) {
    int i = flow.size() - 1;
    while (flow.type(i) != type) {
      i--;
    }
    return i;
  }

  private static void assertEqualBook(BookSnapshot book, Path commands, String kind) {
    Path file = RecordedDay.beside(commands, kind);
    RecordedCheck.Outcome outcome =
        RecordedCheck.compare(file, RecordedCheck.bookRows(book, TICK), RecordedDay.book(file));
    assertThat(outcome.firstDifference()).isNull();
    assertThat(outcome.equal()).isPositive();
  }

  private static void assertTrades(
      Flow flow, List<CommandResult> answers, Path commands, int continuous, int auction) {
    List<long[]> rows = new ArrayList<>();
    int pairs = 0;
    for (int i = 0; i < answers.size(); i++) {
      for (CommandResult.Trade t : answers.get(i).trades()) {
        rows.add(
            new long[] {
              flow.number(i), t.takerOrderId(), t.makerOrderId(), t.price() * TICK, t.quantity()
            });
        pairs += flow.type(i) == CommandType.UNCROSS ? 1 : 0;
      }
    }
    Path file = RecordedDay.beside(commands, "trades");
    assertThat(RecordedCheck.compare(file, rows, RecordedDay.trades(file)).firstDifference())
        .isNull();
    assertThat(pairs).isEqualTo(auction);
    assertThat(rows).hasSize(continuous + auction);
  }

  private static void assertExpectations(Flow flow, List<CommandResult> answers) {
    for (int i = 0; i < answers.size(); i++) {
      CommandResult answer = answers.get(i);
      assertThat(answer.isOk()).as(flow.place(i)).isTrue();
      if (flow.type(i) == CommandType.CANCEL) {
        assertThat(answer.releasedQuantity()).as(flow.place(i)).isEqualTo(flow.quantity(i));
      } else if (flow.type(i) == CommandType.UNCROSS) {
        assertThat(answer.filledQuantity()).as(flow.place(i)).isEqualTo(flow.quantity(i));
        assertThat(answer.orderPrice()).as(flow.place(i)).isEqualTo(flow.price(i));
      }
    }
  }

  /** Every user owns what the trades made of the funding, and holds what the book needs. */
  private static void assertSettled(
      Flow flow, List<CommandResult> answers, BookSnapshot book, Balances balances, long funding) {
    assertThat(balances.areConserved()).isTrue();
    long[] users = flow.users();
    int size = (int) users[users.length - 1] + 1;
    long[] money = new long[size];
    long[] shares = new long[size];
    for (int i = 0; i < answers.size(); i++) {
      // The taker of an uncross is the buyer.
      boolean buys = flow.type(i) == CommandType.UNCROSS || flow.side(i) == Side.BUY_CODE;
      for (CommandResult.Trade t : answers.get(i).trades()) {
        int buyer = (int) (buys ? t.takerUserId() : t.makerUserId());
        int seller = (int) (buys ? t.makerUserId() : t.takerUserId());
        money[buyer] -= t.price() * t.quantity();
        money[seller] += t.price() * t.quantity();
        shares[buyer] += t.quantity();
        shares[seller] -= t.quantity();
      }
    }
    long[] heldMoney = new long[size];
    long[] heldShares = new long[size];
    book.orders(Side.BUY).forEach(o -> heldMoney[(int) o.userId()] += o.price() * o.quantity());
    book.orders(Side.SELL).forEach(o -> heldShares[(int) o.userId()] += o.quantity());
    int base = flow.symbols().get(0).spec().baseCurrency();
    assertThat(balances.users()).hasSize(users.length);
    balances
        .users()
        .forEach(
            user -> {
              int id = (int) user.userId();
              var quote = user.balance(FlowSymbol.QUOTE_CURRENCY);
              var stock = user.balance(base);
              assertThat(quote.held()).as("user %d", id).isEqualTo(heldMoney[id]);
              assertThat(stock.held()).as("user %d", id).isEqualTo(heldShares[id]);
              assertThat(quote.available() + quote.held() - funding).isEqualTo(money[id]);
              assertThat(stock.available() + stock.held() - funding).isEqualTo(shares[id]);
            });
  }
}
