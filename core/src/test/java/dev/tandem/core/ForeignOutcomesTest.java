package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.OnePassRisk;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.risk.ShardedRisk;
import dev.tandem.core.statemachine.EventRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A command with outcomes of orders that are not its own, as no command of today leaves them: an
 * order that expires before it, an order that sleeps in the risk stage alone and then takes the
 * command's own order, and comes to rest, and one that shrinks. Money, book and records follow.
 */
class ForeignOutcomesTest {

  private static final int OWN = 1;
  private static final int SLEEPER = 2;
  private static final int MAKER = 4;
  private static final int BIDDER = 6;
  private static final int EXPIRED = 7;
  private static final int PREVENTED = 9;

  private final MatchingEngine matching = new MatchingEngine();
  private final List<String> received = new ArrayList<>();
  private final MarketData market =
      new MarketData(
          new MarketListener() {
            @Override
            public void trade(long id, int side, long price, long lots, long taker, long maker) {
              received.add("trade " + id + " " + side + " " + lots + " " + taker + " " + maker);
            }

            @Override
            public void order(OrderChange change, int side, long order, long price, long lots) {
              received.add(change + " " + side + " " + order + " " + price + " " + lots);
            }
          });
  private RiskEngine[] risk;
  private long events;

  private Command command(byte type, long user, long order, Consumer<Command> more) {
    Command c = new Command();
    c.type = type;
    c.symbol = 1;
    c.userId = user;
    c.orderId = order;
    more.accept(c);
    for (RiskEngine shard : risk) {
      assertThat(shard.hold(c, true)).isTrue();
    }
    return c;
  }

  private void run(byte type, long user, long order, Consumer<Command> more) {
    Command c = command(type, user, order, more);
    matching.match(c);
    finish(c);
  }

  private void finish(Command c) {
    for (RiskEngine shard : risk) {
      shard.settle(c);
    }
    if (c.result == ResultCode.PENDING_CODE) {
      c.result = ResultCode.OK_CODE;
    }
    assertThat(ResultCode.of(c.result)).isEqualTo(ResultCode.OK);
    c.eventNumber = events;
    events += records(c).size();
    market.apply(c);
  }

  private static Consumer<Command> order(byte side, long price, long lots) {
    return c -> {
      c.side = side;
      c.price = price;
      c.quantity = lots;
    };
  }

  private void open(int shards) {
    risk = new RiskEngine[Math.max(1, shards)];
    for (int i = 0; i < shards; i++) {
      risk[i] = new ShardedRisk(i, shards, 4, 8);
    }
    if (shards == 0) {
      risk[0] = new OnePassRisk(4, 8, matching::tagOf);
    }
    run(
        CommandType.ADD_SYMBOL,
        0,
        0,
        c -> c.payload = new SymbolSpec(1, 1, 2, 1, 1, 10_000, 20_000));
    for (int user : new int[] {OWN, SLEEPER, MAKER, BIDDER}) {
      run(CommandType.ADD_USER, user, 0, c -> {});
      for (int currency = 1; currency <= 2; currency++) {
        int of = currency;
        run(
            CommandType.ADJUST_BALANCE,
            user,
            0,
            c -> {
              c.currency = of;
              c.amount = 10_000;
              c.transactionId = of;
            });
      }
    }
  }

  /** The command; before it: sells of 5 at 101 and of 1 at 100, a buy of 10 at 98. */
  private Command cascade() {
    // Its handle is that of the own order if each is the first of its shard.
    int sleeper = command(CommandType.PLACE, SLEEPER, 31, order(Side.SELL_CODE, 99, 5)).holdTag;
    run(CommandType.PLACE, MAKER, 21, order(Side.SELL_CODE, 101, 5));
    int expired = matching.tagOf(MAKER, 1, 21);
    run(CommandType.PLACE, MAKER, 22, order(Side.SELL_CODE, 100, 1));
    int maker = matching.tagOf(MAKER, 1, 22);
    run(CommandType.PLACE, BIDDER, 41, order(Side.BUY_CODE, 98, 10));
    int bid = matching.tagOf(BIDDER, 1, 41);
    received.clear();

    Command c = command(CommandType.PLACE, OWN, 10, order(Side.BUY_CODE, 100, 4));
    c.result = ResultCode.OK_CODE;
    c.timestampNs = 5;
    c.orderSide = Side.BUY_CODE;
    c.orderPrice = 100;
    c.filledQuantity = 1;
    c.openQuantity = 3;
    Outcomes to = c.outcomes;
    int sell = Side.SELL_CODE;
    int done = Outcomes.MAKER_DONE;
    to.change(Outcomes.RELEASE, 1, sell, EXPIRED, 21, MAKER, 101, 5, 0, expired);
    to.trade(1, 0, done, 10, 22, OWN, MAKER, 100, 1, c.holdTag, maker);
    to.endOwn();
    to.trade(1, 1, done, 31, 10, SLEEPER, OWN, 100, 3, sleeper, c.holdTag);
    to.change(Outcomes.REST, 1, sell, 0, 31, SLEEPER, 99, 0, 2, sleeper);
    to.change(Outcomes.RELEASE, 1, Side.BUY_CODE, PREVENTED, 41, BIDDER, 98, 4, 6, bid);
    return c;
  }

  private static List<List<Long>> records(Command c) {
    List<List<Long>> records = new ArrayList<>();
    EventRecords.write(c, (a, b, d, e, f, g, h, i) -> records.add(List.of(a, b, d, e, f, g, h, i)));
    return records;
  }

  private String money(long user) {
    for (RiskEngine shard : risk) {
      UserState state = shard.user(user);
      if (state != null) {
        return state.balances() + " " + state.openOrders();
      }
    }
    return "nobody";
  }

  private UserState.Balance balance(int currency, long available, long held) {
    return new UserState.Balance(currency, available, held);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void moneyFollowsEachOrderOfTheOutcomes(int shards) {
    open(shards);
    finish(cascade());
    // 1 lot as a taker for 102, 3 as a maker for 303.
    assertThat(money(OWN)).isEqualTo(List.of(balance(1, 10_004, 0), balance(2, 9_595, 0)) + " 0");
    assertThat(money(SLEEPER))
        .isEqualTo(List.of(balance(1, 9_995, 2), balance(2, 10_294, 0)) + " 1");
    assertThat(money(MAKER)).isEqualTo(List.of(balance(1, 9_999, 0), balance(2, 10_099, 0)) + " 0");
    assertThat(money(BIDDER))
        .isEqualTo(List.of(balance(1, 10_000, 0), balance(2, 9_400, 600)) + " 1");
    long fees = 0;
    long all = 0;
    for (RiskEngine shard : risk) {
      for (CurrencyTotals of : shard.totals()) {
        fees += of.fees();
        all += of.available() + of.held() + of.fees();
      }
    }
    assertThat(fees).isEqualTo(12);
    assertThat(all).isEqualTo(80_000);
  }

  @Test
  void theBookOfMarketDataFollows() {
    open(1);
    Command c = cascade();
    long event = events;
    finish(c);
    assertThat(received)
        .containsExactly(
            "REMOVED 1 21 101 0",
            "trade " + (event + 2) + " 0 1 10 22",
            "REMOVED 1 22 100 0",
            "ADDED 0 10 100 3",
            "trade " + (event + 3) + " 1 3 31 10",
            "REMOVED 0 10 100 0",
            "ADDED 1 31 99 2",
            "REDUCED 0 41 98 6");
    MarketBook book = market.book(1);
    assertThat(book.view().bestPrice(Side.SELL_CODE)).isEqualTo(99);
    assertThat(book.view().quantityAt(Side.BUY_CODE, 98)).isEqualTo(6);
    assertThat(book.view().orders(Side.BUY_CODE) + book.view().orders(Side.SELL_CODE)).isEqualTo(2);
    assertThat(CommandResult.of(c).trades())
        .extracting(CommandResult.Trade::id)
        .containsExactly(event + 2, event + 3);
  }

  /** An outcome of another symbol, or one that the book does not have, is noticed. */
  @Test
  void anOutcomeThatDoesNotFitTheBookIsRefused() {
    open(1);
    cascade();
    for (int symbol = 1; symbol <= 2; symbol++) {
      Command c = new Command();
      c.type = CommandType.CANCEL;
      c.symbol = 1;
      c.result = ResultCode.UNKNOWN_ORDER.code();
      c.eventNumber = events;
      c.outcomes.change(Outcomes.RELEASE, symbol, 1, 0, 21, MAKER, 101, 4, 2 - symbol, 0);
      MarketData fresh = new MarketData(new MarketListener() {});
      fresh.expect(1);
      fresh.join(
          new BookSnapshot(
              1,
              SymbolState.CONTINUOUS,
              List.of(),
              List.of(new BookSnapshot.Order(Side.SELL, 101, 21, MAKER, 4 + symbol - 1)),
              0));
      assertThatThrownBy(() -> fresh.apply(c)).hasMessageContaining("book of symbol 1");
    }
  }

  /** What expired before a command stands, also if the command is refused then. */
  @Test
  void aRefusedCommandMayHaveOutcomes() {
    open(2);
    run(CommandType.PLACE, MAKER, 21, order(Side.SELL_CODE, 101, 5));
    Command c = command(CommandType.CANCEL, MAKER, 21, x -> {});
    c.reject(ResultCode.UNKNOWN_ORDER);
    c.outcomes.change(
        Outcomes.RELEASE, 1, 1, EXPIRED, 21, MAKER, 101, 5, 0, matching.tagOf(MAKER, 1, 21));
    for (RiskEngine shard : risk) {
      shard.settle(c);
    }
    c.eventNumber = events;
    market.apply(c);
    assertThat(money(MAKER))
        .isEqualTo(List.of(balance(1, 10_000, 0), balance(2, 10_000, 0)) + " 0");
    assertThat(market.book(1).view().orders(Side.SELL_CODE)).isZero();
    assertThat(records(c)).hasSize(2);
  }

  @Test
  void eachOutcomeLeavesARecordInItsPlace() {
    open(1);
    Command c = cascade();
    c.number = 3;
    c.releasedQuantity = 8;
    long symbol = 1L << 32;
    assertThat(records(c).subList(1, 7))
        .containsExactly(
            List.of(symbol | EXPIRED << 16 | 1 << 8 | 3, 3L, 5L, 4L, 21L, 101L, 5L, 0L),
            List.of(symbol | 1 << 8 | 2, 3L, 10L, 22L, 1L, 4L, 100L, 1L),
            List.of(symbol | 3, 3L, 5L, 1L, 10L, 100L, 8L, 3L),
            List.of(symbol | 1 << 8 | 2, 3L, 31L, 10L, 2L, 1L, 100L, 3L),
            List.of(symbol | 1 << 8 | 4, 3L, 5L, 2L, 31L, 99L, 0L, 2L),
            List.of(symbol | PREVENTED << 16 | 3, 3L, 5L, 6L, 41L, 98L, 4L, 6L));
    c.eventNumber = 100;
    assertThat(c.eventOf(1)).isEqualTo(102);
    assertThat(c.eventOf(2)).isEqualTo(104);
    Command copy = new Command();
    copy.copyFrom(c);
    assertThat(records(copy)).isEqualTo(records(c));
  }
}
