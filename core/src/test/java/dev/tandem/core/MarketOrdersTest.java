package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Market orders, rule by rule, by hand. */
@Timeout(300)
class MarketOrdersTest extends PairSetup {

  private static final long MOST = Long.MAX_VALUE;
  private static final SymbolSpec PLAIN = SymbolSpec.of(PAIR, COIN, CASH);

  private void start(Topology topology, SymbolSpec spec) {
    start(Exchange.builder().topology(topology).daemon(), spec);
  }

  private void start(ExchangeBuilder builder, SymbolSpec spec) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, spec));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
  }

  private void offer() {
    ok(order(20, Side.SELL, 100, 2));
    ok(order(21, Side.SELL, 104, 2));
    ok(order(22, Side.SELL, 106, 5));
  }

  private static Consumer<Command> order(long order, Side side, long price, long lots) {
    return c -> Commands.place(c, RICH, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> market(Side side, TimeInForce time, long limit, long lots) {
    return c -> Commands.place(c, 1, PAIR, 10, side, OrderType.MARKET, time, limit, lots);
  }

  private static Consumer<Command> toLimit(Side side, TimeInForce time, long limit, long lots) {
    return c -> Commands.place(c, 1, PAIR, 10, side, OrderType.MARKET_TO_LIMIT, time, limit, lots);
  }

  private static Consumer<Command> buy(long limit, long lots) {
    return market(Side.BUY, TimeInForce.IOC, limit, lots);
  }

  private static Consumer<Command> sell(long limit, long lots) {
    return market(Side.SELL, TimeInForce.IOC, limit, lots);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    offer();
    CommandResult bought = ok(buy(110, 6));
    assertThat(bought.orderPrice()).isEqualTo(105);
    assertThat(bought.filledQuantity()).isEqualTo(4);
    assertThat(bought.releasedQuantity()).isEqualTo(2);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 592, 0));
    ok(order(30, Side.BUY, 99, 3));
    ok(order(31, Side.BUY, 93, 4));
    CommandResult sold = ok(sell(0, 4));
    assertThat(sold.orderPrice()).isEqualTo(94);
    assertThat(sold.filledQuantity()).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 889, 0));
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    CommandResult rests = ok(toLimit(Side.BUY, TimeInForce.GTC, 107, 8));
    assertThat(rests.filledQuantity()).isEqualTo(5);
    assertThat(rests.openQuantity()).isEqualTo(3);
    assertThat(rests.orderPrice()).isEqualTo(106);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 41, 318));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itNeverRestsAndItsIdIsFreeAtOnce(Topology topology) {
    start(topology, PLAIN);
    CommandResult none = ok(buy(110, 6));
    assertThat(none.releasedQuantity()).isEqualTo(6);
    assertThat(none.orderPrice()).isEqualTo(110);
    offer();
    assertThat(ok(buy(104, 6)).filledQuantity()).isEqualTo(4);
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    assertThat(exchange.book(PAIR).orElseThrow().bids()).isEmpty();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 592, 0));
  }

  /** The points are measured from the best price at entry, not from what is left behind a trade. */
  @ParameterizedTest
  @MethodSource("topologies")
  void theLimitIsNarrowedOnceAndNeverWidened(Topology topology) {
    start(topology, PLAIN.withProtection(4));
    offer();
    CommandResult swept = ok(buy(200, 5));
    assertThat(swept.orderPrice()).isEqualTo(104);
    assertThat(swept.filledQuantity()).isEqualTo(4);
    // Its own limit is closer than the points.
    assertThat(ok(buy(107, 1)).orderPrice()).isEqualTo(107);
    ok(order(30, Side.BUY, 99, 3));
    assertThat(ok(sell(97, 1)).orderPrice()).isEqualTo(97);
    assertThat(ok(sell(90, 1)).orderPrice()).isEqualTo(95);
    // A limit order goes as far as it says.
    ok(order(23, Side.SELL, 50, 1));
    assertThat(cash(1).held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void pointsThatFitNoPriceBoundNothing(Topology topology) {
    start(topology, PLAIN.withProtection(MOST));
    offer();
    assertThat(ok(buy(106, 5)).orderPrice()).isEqualTo(106);
    ok(order(30, Side.BUY, 2, 1));
    CommandResult sold = ok(sell(0, 5));
    assertThat(sold.orderPrice()).isEqualTo(1);
    assertThat(sold.filledQuantity()).isEqualTo(1);
    ok(order(24, Side.SELL, MOST, 1));
    ok(c -> Commands.cancel(c, RICH, PAIR, 22));
    assertThat(ok(buy(200, 1)).orderPrice()).isEqualTo(200);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anOrderNeedsALimitFromSomewhere(Topology topology) {
    start(topology, PLAIN);
    offer();
    ok(order(30, Side.BUY, 99, 3));
    answered(ResultCode.LIMIT_REQUIRED, buy(0, 1));
    answered(ResultCode.LIMIT_REQUIRED, sell(0, 1));
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(6, COIN, CASH).withProtection(9)));
    answered(ResultCode.LIMIT_REQUIRED, buy(0, 1).andThen(c -> c.symbol = 6));
    CommandResult alone = ok(sell(0, 7).andThen(c -> c.symbol = 6));
    assertThat(alone.releasedQuantity()).isEqualTo(7);
    assertThat(alone.orderPrice()).isEqualTo(1);
    answered(ResultCode.UNKNOWN_SYMBOL, buy(0, 1).andThen(c -> c.symbol = 7));
    // It comes before the state, and before the id.
    ok(c -> Commands.setState(c, PAIR, SymbolState.CLOSED));
    answered(ResultCode.LIMIT_REQUIRED, sell(0, 1));
    answered(ResultCode.NOT_IN_CONTINUOUS_TRADING, sell(1, 1));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void fillOrKillCountsWhatTheProtectionLeaves(Topology topology) {
    start(topology, PLAIN.withProtection(4));
    offer();
    CommandResult killed = ok(market(Side.BUY, TimeInForce.FOK, 150, 5));
    assertThat(killed.releasedQuantity()).isEqualTo(5);
    assertThat(killed.filledQuantity()).isZero();
    assertThat(ok(market(Side.BUY, TimeInForce.FOK, 150, 4)).filledQuantity()).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aBuyHoldsItsLimitAndASellItsLots(Topology topology) {
    start(topology, new SymbolSpec(PAIR, COIN, CASH, 1, 1, 10_000, 10_000).withProtection(3));
    offer();
    // 9 lots at 110 with the fee are 1,000: one lot more is not there, whatever it would pay.
    answered(ResultCode.INSUFFICIENT_FUNDS, buy(110, 10));
    assertThat(ok(buy(110, 9)).filledQuantity()).isEqualTo(2);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 798, 0));
    answered(ResultCode.INSUFFICIENT_FUNDS, sell(0, 1_003));
    answered(ResultCode.OVERFLOW, buy(MOST, 2));
    answered(ResultCode.OVERFLOW, sell(MOST, 2));
    // What a sell without a limit brings is never more than buyers have held.
    ok(order(30, Side.BUY, 99, 3));
    assertThat(ok(sell(0, 3)).filledQuantity()).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 798 + 297 - 2, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theLimitsOfTheSymbolHold(Topology topology) {
    start(topology, PLAIN.with(new LotLimits(2, 2, 8, 500)).withProtection(5));
    answered(ResultCode.QUANTITY_NOT_IN_STEPS, sell(0, 3));
    answered(ResultCode.QUANTITY_TOO_LARGE, sell(0, 10));
    answered(ResultCode.NOTIONAL_TOO_LARGE, buy(126, 4));
    assertThat(ok(buy(125, 4)).releasedQuantity()).isEqualTo(4);
    assertThat(ok(sell(0, 8)).releasedQuantity()).isEqualTo(8);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatContradictsIsRefused(Topology topology) {
    start(topology, PLAIN);
    answered(ResultCode.CONTRADICTORY_INSTRUCTION, market(Side.BUY, TimeInForce.GTC, 100, 1));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        buy(100, 1).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE)));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION, buy(100, 2).andThen(c -> Commands.minQuantity(c, 1)));
    answered(ResultCode.INVALID_TRIGGER, buy(100, 1).andThen(c -> c.extend().triggerPrice(90)));
    answered(ResultCode.INVALID_PRICE, buy(-1, 1));
    answered(ResultCode.INVALID_QUANTITY, buy(100, 0));
    answered(ResultCode.INVALID_PRICE, order(30, Side.BUY, 0, 1));
    for (SymbolState state : SymbolState.values()) {
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, state));
        answered(ResultCode.NOT_IN_CONTINUOUS_TRADING, buy(100, 1));
      }
    }
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itsTradesTriggerStops(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    offer();
    ok(
        c ->
            Commands.placeStop(
                c, RICH, PAIR, 40, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 106, 1, 104));
    assertThat(ok(buy(110, 3)).filledQuantity()).isEqualTo(3);
    assertThat(exchange.order(PAIR, 40)).isEmpty();
    assertThat(exchange.order(PAIR, 22).orElseThrow().quantity()).isEqualTo(5);
    assertThat(exchange.order(PAIR, 21)).isEmpty();
  }

  /** Not at its limit, and not at the best price. */
  @ParameterizedTest
  @MethodSource("topologies")
  void marketToLimitRestsAtItsLastTradesPrice(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    offer();
    CommandResult rests = ok(toLimit(Side.BUY, TimeInForce.GTC, 150, 6));
    assertThat(rests.filledQuantity()).isEqualTo(4);
    assertThat(rests.openQuantity()).isEqualTo(2);
    assertThat(exchange.order(PAIR, 10).orElseThrow().price()).isEqualTo(104);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000 - 408 - 208, 208));
    // It is a limit order by now.
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 10, 106, 0)).filledQuantity()).isEqualTo(2);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 380, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void marketToLimitThatHasNotTradedIsCancelled(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    CommandResult alone = ok(toLimit(Side.SELL, TimeInForce.GTC, 0, 6));
    assertThat(alone.releasedQuantity()).isEqualTo(6);
    offer();
    assertThat(ok(toLimit(Side.BUY, TimeInForce.GTC, 99, 6)).releasedQuantity()).isEqualTo(6);
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(ok(toLimit(Side.BUY, TimeInForce.GTC, 100, 2)).filledQuantity()).isEqualTo(2);
    assertThat(exchange.order(PAIR, 10)).isEmpty();
  }

  /** A sell is worth more at its last price than at its limit. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatCannotRestAtTheLastPriceIsCancelled(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    ok(c -> Commands.adjustBalance(c, 1, COIN, MOST / 2, 9));
    ok(order(30, Side.BUY, 100, 1));
    CommandResult sold = ok(toLimit(Side.SELL, TimeInForce.GTC, 0, MOST / 2));
    assertThat(sold.filledQuantity()).isEqualTo(1);
    assertThat(sold.releasedQuantity()).isEqualTo(MOST / 2 - 1);
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    SymbolSpec limited = SymbolSpec.of(6, COIN, CASH).with(new LotLimits(0, 0, 0, 500));
    ok(c -> Commands.addSymbol(c, limited));
    ok(order(30, Side.BUY, 100, 1).andThen(c -> c.symbol = 6));
    CommandResult worth = ok(toLimit(Side.SELL, TimeInForce.GTC, 50, 7).andThen(c -> c.symbol = 6));
    assertThat(worth.releasedQuantity()).isEqualTo(6);
    ok(order(31, Side.BUY, 100, 1).andThen(c -> c.symbol = 6));
    worth = ok(toLimit(Side.SELL, TimeInForce.GTC, 50, 6).andThen(c -> c.symbol = 6));
    assertThat(worth.openQuantity()).isEqualTo(5);
    assertThat(worth.orderPrice()).isEqualTo(100);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void marketToLimitRestsOrIsNone(Topology topology) {
    start(topology, PLAIN);
    for (TimeInForce time : new TimeInForce[] {TimeInForce.IOC, TimeInForce.FOK}) {
      answered(ResultCode.CONTRADICTORY_INSTRUCTION, toLimit(Side.BUY, time, 100, 1));
    }
    answered(ResultCode.LIMIT_REQUIRED, toLimit(Side.SELL, TimeInForce.GTC, 0, 1));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        toLimit(Side.BUY, TimeInForce.GTC, 100, 1)
            .andThen(c -> Commands.postOnly(c, PostOnly.REJECT)));
    for (SymbolState state : SymbolState.values()) {
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, state));
        answered(ResultCode.NOT_IN_CONTINUOUS_TRADING, toLimit(Side.BUY, TimeInForce.GTC, 100, 1));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theProtectionOfASymbolOutlivesARestart(Topology topology, @TempDir Path directory) {
    ExchangeBuilder builder =
        Exchange.builder()
            .topology(topology)
            .daemon()
            .journal(JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20));
    start(builder, PLAIN.withProtection(5));
    offer();
    ok(buy(110, 1));
    long hash = exchange.stateHash();
    exchange.close();
    exchange = builder.start();
    assertThat(exchange.stateHash()).isEqualTo(hash);
    assertThat(ok(buy(110, 8)).orderPrice()).isEqualTo(105);
  }
}
