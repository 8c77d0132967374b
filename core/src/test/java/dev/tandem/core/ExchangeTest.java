package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tandem.core.api.StageTimings;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ExchangeTest {

  private static final int BTC = 1;
  private static final int USD = 2;
  private static final int PAIR = 7;

  static Topology[] topologies() {
    return new Topology[] {
      Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2), Topology.pipelined(3, 1)
    };
  }

  /** One lot is 10 units of BTC, one tick on one lot 5 units of USD; 0.1 % and 0.2 % fees. */
  private static Exchange start(Topology topology) {
    Exchange exchange = Exchange.builder().topology(topology).daemon().start();
    AsyncCommands async = exchange.async();
    ok(async.addSymbol(new SymbolSpec(PAIR, BTC, USD, 10, 5, 1_000, 2_000)));
    for (long user = 1; user <= 4; user++) {
      ok(async.addUser(user));
      ok(async.adjustBalance(user, BTC, 1_000, 1));
      ok(async.adjustBalance(user, USD, 1_000_000, 2));
    }
    return exchange;
  }

  private static CommandResult ok(CompletableFuture<CommandResult> future) {
    CommandResult result = future.join();
    assertThat(result.code()).isEqualTo(ResultCode.OK);
    return result;
  }

  private static void refused(ResultCode code, CompletableFuture<CommandResult> future) {
    assertThat(future.join().code()).isEqualTo(code);
  }

  private static void owns(Exchange exchange, long user, Balance btc, Balance usd) {
    assertThat(exchange.user(user).orElseThrow().balance(BTC)).isEqualTo(btc);
    assertThat(exchange.user(user).orElseThrow().balance(USD)).isEqualTo(usd);
    assertThat(exchange.balances().areConserved()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTradeIsPaidByBothSides(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      ok(async.place(1, PAIR, 100, Side.SELL, TimeInForce.GTC, 1_000, 20));
      owns(exchange, 1, new Balance(BTC, 800, 200), new Balance(USD, 1_000_000, 0));

      CommandResult taken = ok(async.place(2, PAIR, 200, Side.BUY, TimeInForce.GTC, 1_100, 30));
      assertThat(taken.trades())
          .containsExactly(
              new CommandResult.Trade(taken.trades().get(0).id(), 200, 100, 2, 1, 1_000, 20));
      assertThat(taken.filledQuantity()).isEqualTo(20);
      assertThat(taken.openQuantity()).isEqualTo(10);
      // 20 lots at 1,000 ticks are 100,000; the maker pays 100, the taker 200.
      owns(exchange, 1, new Balance(BTC, 800, 0), new Balance(USD, 1_099_900, 0));
      // 10 lots still rest at 1,100: 55,000 and the higher fee of 110 are held.
      owns(exchange, 2, new Balance(BTC, 1_200, 0), new Balance(USD, 844_690, 55_110));
      assertThat(exchange.balances().total(USD).fees()).isEqualTo(300);

      assertThat(ok(async.cancel(2, PAIR, 200)).releasedQuantity()).isEqualTo(10);
      owns(exchange, 2, new Balance(BTC, 1_200, 0), new Balance(USD, 899_800, 0));
      assertThat(exchange.user(2).orElseThrow().openOrders()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aMoveHoldsTheDifference(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      // 100 lots at 1,990 ticks: 995,000 and 1,990 for the fee. All but 3,010 is held.
      ok(async.place(1, PAIR, 1, Side.BUY, TimeInForce.GTC, 1_990, 100));
      owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 3_010, 996_990));
      // One tick more costs 500 and 1 for the fee: it needs no second 997,491.
      ok(async.move(1, PAIR, 1, 1_991, 0));
      owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 2_509, 997_491));
      refused(ResultCode.INSUFFICIENT_FUNDS, async.move(1, PAIR, 1, 2_000, 0));
      owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 2_509, 997_491));
      ok(async.move(1, PAIR, 1, 1_000, 10));
      owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 949_900, 50_100));
      ok(async.reduce(1, PAIR, 1, 9));
      owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 994_990, 5_010));
      refused(ResultCode.UNKNOWN_ORDER, async.move(2, PAIR, 1, 1_000, 10));
      refused(ResultCode.UNKNOWN_ORDER, async.cancel(2, PAIR, 1));
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void refusalsChangeNothing(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      ok(async.place(1, PAIR, 1, Side.SELL, TimeInForce.GTC, 1_000, 5));
      long before = exchange.stateHash();

      refused(ResultCode.INVALID_PRICE, buy(async, 2, PAIR, 9, 0, 1));
      refused(ResultCode.INVALID_PRICE, buy(async, 2, PAIR, 9, -5, 1));
      refused(ResultCode.INVALID_QUANTITY, buy(async, 2, PAIR, 9, 5, 0));
      refused(ResultCode.INVALID_QUANTITY, buy(async, 2, PAIR, 9, 5, -1));
      refused(ResultCode.UNKNOWN_SYMBOL, buy(async, 2, 99, 9, 5, 1));
      refused(ResultCode.UNKNOWN_USER, buy(async, 77, PAIR, 9, 5, 1));
      refused(ResultCode.DUPLICATE_ORDER_ID, buy(async, 2, PAIR, 1, 5, 1));
      refused(
          ResultCode.DUPLICATE_ORDER_ID,
          async.place(1, PAIR, 1, Side.SELL, TimeInForce.GTC, 1_000, 5));
      refused(ResultCode.OVERFLOW, buy(async, 2, PAIR, 9, Long.MAX_VALUE, 2));
      refused(ResultCode.OVERFLOW, buy(async, 2, PAIR, 9, 1L << 32, 1L << 31));
      refused(
          ResultCode.OVERFLOW, async.place(2, PAIR, 9, Side.SELL, TimeInForce.GTC, 1, 1L << 61));
      refused(ResultCode.INSUFFICIENT_FUNDS, buy(async, 2, PAIR, 9, 1_000, 1_000));
      refused(
          ResultCode.INSUFFICIENT_FUNDS,
          async.place(2, PAIR, 9, Side.SELL, TimeInForce.GTC, 1, 101));
      refused(ResultCode.UNKNOWN_ORDER, async.cancel(2, PAIR, 12));
      refused(ResultCode.UNKNOWN_ORDER, async.reduce(2, PAIR, 12, 1));
      refused(ResultCode.UNKNOWN_ORDER, async.move(2, PAIR, 12, 5, 1));
      refused(ResultCode.UNKNOWN_USER, async.cancel(77, PAIR, 1));
      refused(ResultCode.UNKNOWN_SYMBOL, async.cancel(1, 99, 1));
      refused(ResultCode.USER_EXISTS, async.addUser(1));
      refused(ResultCode.UNKNOWN_USER, async.suspendUser(77));
      refused(ResultCode.USER_NOT_SUSPENDED, async.resumeUser(1));
      refused(ResultCode.SYMBOL_EXISTS, async.addSymbol(SymbolSpec.of(PAIR, 4, 5)));
      refused(ResultCode.DUPLICATE_TRANSACTION, async.adjustBalance(1, USD, 50, 2));
      refused(ResultCode.INSUFFICIENT_FUNDS, async.adjustBalance(1, USD, -1_000_001, 3));
      refused(ResultCode.INSUFFICIENT_FUNDS, async.adjustBalance(1, 55, -1, 3));
      refused(ResultCode.UNKNOWN_USER, async.adjustBalance(77, USD, 1, 3));
      refused(ResultCode.OVERFLOW, async.adjustBalance(1, USD, Long.MAX_VALUE, 3));
      refused(ResultCode.OVERFLOW, async.adjustBalance(2, USD, Long.MAX_VALUE - 3_999_999, 3));
      refused(ResultCode.NOT_IN_AUCTION, async.uncross(PAIR));
      refused(ResultCode.UNKNOWN_SYMBOL, async.startAuction(99));

      assertThat(exchange.stateHash()).isEqualTo(before);
      assertThat(exchange.balances().areConserved()).isTrue();
      assertThat(exchange.book(PAIR).orElseThrow().asks()).hasSize(1);
    }
  }

  private static CompletableFuture<CommandResult> buy(
      AsyncCommands async, long user, int symbol, long orderId, long price, long quantity) {
    return async.place(user, symbol, orderId, Side.BUY, TimeInForce.GTC, price, quantity);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aSecondReleaseGivesNothing(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      for (int i = 0; i < 50; i++) {
        CompletableFuture<CommandResult> placed = buy(async, 1, PAIR, 5, 1_000, 10);
        CompletableFuture<CommandResult> cancelled = async.cancel(1, PAIR, 5);
        CompletableFuture<CommandResult> again = async.cancel(1, PAIR, 5);
        CompletableFuture<CommandResult> reduced = async.reduce(1, PAIR, 5, 1);
        CompletableFuture<CommandResult> moved = async.move(1, PAIR, 5, 1_500, 0);
        ok(placed);
        ok(cancelled);
        refused(ResultCode.UNKNOWN_ORDER, again);
        refused(ResultCode.UNKNOWN_ORDER, reduced);
        refused(ResultCode.UNKNOWN_ORDER, moved);
        owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 1_000_000, 0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aSuspendedUserMayOnlyWithdraw(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      ok(buy(async, 1, PAIR, 5, 1_000, 10));
      ok(buy(async, 1, PAIR, 6, 1_000, 10));
      ok(async.suspendUser(1));
      refused(ResultCode.USER_SUSPENDED, async.suspendUser(1));
      refused(ResultCode.USER_SUSPENDED, buy(async, 1, PAIR, 7, 1_000, 10));
      refused(ResultCode.USER_SUSPENDED, async.move(1, PAIR, 5, 1_001, 10));
      ok(async.reduce(1, PAIR, 5, 4));
      ok(async.cancel(1, PAIR, 5));
      ok(async.resumeUser(1));
      ok(async.move(1, PAIR, 6, 1_001, 10));
      assertThat(exchange.user(1).orElseThrow().suspended()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anAuctionSettlesBothSidesAtOnePrice(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      ok(async.startAuction(PAIR));
      refused(ResultCode.ALREADY_IN_STATE, async.startAuction(PAIR));
      ok(buy(async, 1, PAIR, 1, 1_010, 10));
      ok(async.place(2, PAIR, 2, Side.SELL, TimeInForce.GTC, 1_000, 6));
      refused(
          ResultCode.NOT_IN_CONTINUOUS_TRADING,
          async.place(3, PAIR, 3, Side.SELL, TimeInForce.IOC, 1_000, 6));
      owns(exchange, 3, new Balance(BTC, 1_000, 0), new Balance(USD, 1_000_000, 0));
      CommandResult uncrossed = ok(async.uncross(PAIR));
      assertThat(uncrossed.filledQuantity()).isEqualTo(6);
      assertThat(uncrossed.trades()).hasSize(1);
      long price = uncrossed.orderPrice();
      assertThat(price).isBetween(1_000L, 1_010L);
      long notional = price * 6 * 5;
      long fee = notional * 2_000 / 1_000_000;
      owns(exchange, 2, new Balance(BTC, 940, 0), new Balance(USD, 1_000_000 + notional - fee, 0));
      long rest = 1_010 * 4 * 5;
      long restFee = (rest * 2_000 + 999_999) / 1_000_000;
      owns(
          exchange,
          1,
          new Balance(BTC, 1_060, 0),
          new Balance(USD, 1_000_000 - notional - fee - rest - restFee, rest + restFee));
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anIocThatCannotFillReleasesItsHold(Topology topology) {
    try (Exchange exchange = start(topology)) {
      AsyncCommands async = exchange.async();
      CommandResult result = ok(async.place(1, PAIR, 1, Side.BUY, TimeInForce.IOC, 1_000, 10));
      assertThat(result.releasedQuantity()).isEqualTo(10);
      owns(exchange, 1, new Balance(BTC, 1_000, 0), new Balance(USD, 1_000_000, 0));
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void withoutRiskThereAreNoUsers(Topology topology) {
    try (Exchange exchange = Exchange.builder().topology(topology).risk(false).daemon().start()) {
      AsyncCommands async = exchange.async();
      refused(ResultCode.NO_RISK_STAGE, async.addUser(1));
      refused(ResultCode.NO_RISK_STAGE, async.adjustBalance(1, 1, 1, 1));
      refused(ResultCode.UNKNOWN_SYMBOL, buy(async, 1, PAIR, 1, 1_000, 10));
      ok(async.addSymbol(SymbolSpec.of(PAIR, BTC, USD)));
      refused(ResultCode.SYMBOL_EXISTS, async.addSymbol(SymbolSpec.of(PAIR, BTC, USD)));
      ok(buy(async, 1, PAIR, 1, 1_000, 10));
      assertThat(ok(async.place(9, PAIR, 2, Side.SELL, TimeInForce.GTC, 900, 4)).filledQuantity())
          .isEqualTo(4);
      assertThat(exchange.user(1)).isEmpty();
      assertThat(exchange.balances().users()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aHandlerThatThrowsStopsTheExchange(Topology topology) {
    IllegalStateException fault = new IllegalStateException("the handler is broken");
    Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .daemon()
            .resultHandler(
                c -> {
                  if (c.orderId == 13) {
                    throw fault;
                  }
                })
            .start();
    exchange.async().addUser(1).join();
    CompletableFuture<CommandResult> answer = exchange.async().cancel(1, PAIR, 13);
    assertThatThrownBy(answer::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(ExchangeFailedException.class)
        .hasRootCause(fault);
    assertThat(exchange.failure()).contains(fault);
    assertThatThrownBy(() -> exchange.publisher().addUser(2))
        .isInstanceOf(ExchangeFailedException.class)
        .hasCause(fault);
    assertThatThrownBy(exchange::balances)
        .isInstanceOf(ExchangeFailedException.class)
        .hasCause(fault);
    assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class).hasCause(fault);
    exchange.close();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aClosedExchangeAnswersEverythingFirst(Topology topology) {
    long[] answered = new long[1];
    Exchange exchange =
        Exchange.builder().topology(topology).daemon().resultHandler(c -> answered[0]++).start();
    for (int i = 0; i < 10_000; i++) {
      exchange.publisher().cancel(1, PAIR, 1 + i);
    }
    exchange.close();
    assertThat(answered[0]).isEqualTo(10_000);
    assertThatThrownBy(() -> exchange.publisher().addUser(2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void stagesAreTimedIfConfigured(Topology topology) {
    StageTimings timings = new StageTimings();
    try (Exchange exchange =
        Exchange.builder().topology(topology).daemon().timings(timings).start()) {
      exchange.async().addUser(1).join();
      exchange.awaitAnswered();
    }
    var taken = timings.take();
    int shards = topology.isFused() ? 1 : topology.riskShards();
    assertThat(taken).containsKeys("admission", "matching-0", "results");
    for (int i = 0; i < shards; i++) {
      assertThat(taken).containsKeys("hold-" + i, "settle-" + i);
    }
    assertThat(taken.values()).allSatisfy(h -> assertThat(h.getTotalCount()).isEqualTo(2));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theKernelsOwnThreadsAreNotMadeToWaitForThemselves(Topology topology) {
    CompletableFuture<Exchange> started = new CompletableFuture<>();
    CompletableFuture<Throwable> query = new CompletableFuture<>();
    CompletableFuture<Throwable> close = new CompletableFuture<>();
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .daemon()
            .resultHandler(
                c -> {
                  if (c.orderId == 9) {
                    query.complete(catchThrowable(() -> started.join().balances()));
                    close.complete(catchThrowable(() -> started.join().close()));
                  }
                })
            .start()) {
      started.complete(exchange);
      exchange.publisher().cancel(1, PAIR, 9);
      assertThat(query.join()).isInstanceOf(IllegalStateException.class);
      assertThat(close.join()).isInstanceOf(IllegalStateException.class);
      // And it continues.
      ok(exchange.async().addUser(1));
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aFullRingIsRefusedOnTheThreadThatEmptiesIt(Topology topology) {
    CompletableFuture<Throwable> refused = new CompletableFuture<>();
    CommandPublisher[] publisher = new CommandPublisher[1];
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .ringSize(4)
            .daemon()
            .resultHandler(
                c -> {
                  if (c.orderId == 9) {
                    try {
                      for (int i = 0; i < 10; i++) {
                        publisher[0].cancel(1, PAIR, 1);
                      }
                    } catch (IllegalStateException e) {
                      refused.complete(e);
                    }
                  }
                })
            .start()) {
      publisher[0] = exchange.publisher();
      exchange.publisher().cancel(1, PAIR, 9);
      assertThat(refused.join()).hasMessageContaining("tryClaim");
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void wrongArgumentsTakeNoSlot(Topology topology) {
    try (Exchange exchange = start(topology)) {
      CommandPublisher publisher = exchange.publisher();
      assertThatThrownBy(() -> publisher.place(1, PAIR, 1, null, TimeInForce.GTC, 1, 1))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> publisher.place(1, PAIR, 1, Side.BUY, null, 1, 1))
          .isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> publisher.addSymbol(null)).isInstanceOf(NullPointerException.class);
      assertThatThrownBy(() -> exchange.async().addSymbol(null))
          .isInstanceOf(NullPointerException.class);
      refused(ResultCode.UNKNOWN_COMMAND, exchange.async().submit(c -> c.type = CommandType.QUERY));
      refused(
          ResultCode.UNKNOWN_COMMAND,
          exchange
              .async()
              .submit(
                  c -> {
                    c.type = CommandType.QUERY;
                    c.payload = "not a query";
                  }));
      refused(ResultCode.USER_EXISTS, exchange.async().addUser(1));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, Integer.MIN_VALUE})
  void aRingIsAPowerOfTwo(int size) {
    assertThatThrownBy(() -> Exchange.builder().ringSize(size).start())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ring size " + size);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MAX_VALUE})
  void roomIsBounded(int expected) {
    assertThatThrownBy(() -> Exchange.builder().expectedOrders(expected))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("orders");
    assertThatThrownBy(() -> Exchange.builder().expectedUsers(expected))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("users");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void withoutRiskOnlyTheBooksOwnSumsAreBounded(Topology topology) {
    try (Exchange exchange = Exchange.builder().topology(topology).risk(false).daemon().start()) {
      ok(exchange.async().addSymbol(SymbolSpec.of(PAIR, BTC, USD)));
      ok(buy(exchange.async(), 1, PAIR, 1, Long.MAX_VALUE, 2));
      refused(ResultCode.OVERFLOW, buy(exchange.async(), 1, PAIR, 2, 5, Long.MAX_VALUE));
      ok(buy(exchange.async(), 1, PAIR, 2, 5, Long.MAX_VALUE - 2));
    }
  }
}
