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

/** Orders with a trigger that are market orders then, rule by rule, by hand. */
@Timeout(300)
class MarketStopsTest extends PairSetup {

  private static final long MOST = Long.MAX_VALUE;
  private static final SymbolSpec PLAIN = SymbolSpec.of(PAIR, COIN, CASH);

  private void start(Topology topology, SymbolSpec spec) {
    start(Exchange.builder().topology(topology).daemon(), spec);
  }

  /** The symbol has traded at 100. */
  private void start(ExchangeBuilder builder, SymbolSpec spec) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, spec));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
    tradeAt(100);
  }

  private void tradeAt(long price) {
    ok(order(1_000, Side.SELL, price, 1));
    assertThat(ok(order(1_001, Side.BUY, price, 1)).filledQuantity()).isEqualTo(1);
  }

  private static Consumer<Command> order(long order, Side side, long price, long lots) {
    return c -> Commands.place(c, RICH, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> stop(
      OrderType type, Side side, TimeInForce time, long limit, long lots, long trigger) {
    return c -> Commands.placeStop(c, 1, PAIR, 10, side, type, time, limit, lots, trigger);
  }

  private static Consumer<Command> buyStop(long limit, long lots, long trigger) {
    return stop(OrderType.STOP, Side.BUY, TimeInForce.GTC, limit, lots, trigger);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    CommandResult asleep = ok(buyStop(0, 3, 105));
    assertThat(asleep.orderPrice()).isEqualTo(110);
    assertThat(asleep.openQuantity()).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 670, 330));
    ok(order(20, Side.SELL, 105, 1));
    ok(order(21, Side.SELL, 108, 2));
    ok(order(22, Side.SELL, 111, 5));
    ok(order(30, Side.BUY, 105, 1));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 784, 0));
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    assertThat(exchange.order(PAIR, 22).orElseThrow().quantity()).isEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void withoutLimitAndPointsItIsRefused(Topology topology) {
    start(topology, PLAIN);
    for (Side side : Side.values()) {
      for (OrderType type : new OrderType[] {OrderType.STOP, OrderType.TAKE_PROFIT}) {
        answered(ResultCode.LIMIT_REQUIRED, stop(type, side, TimeInForce.GTC, 0, 1, 105));
        ok(stop(type, side, TimeInForce.IOC, 90, 1, side == Side.BUY ? 105 : 95));
        exchange.async().cancel(1, PAIR, 10).join();
      }
    }
    answered(
        ResultCode.INVALID_PRICE, stop(OrderType.STOP_LIMIT, Side.BUY, TimeInForce.GTC, 0, 1, 105));
    answered(ResultCode.INVALID_TRIGGER, buyStop(110, 1, 0));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        buyStop(110, 2, 105).andThen(c -> Commands.minQuantity(c, 1)));
    assertThat(cash(1).held()).isZero();
  }

  /** Of a sell the limit is below its trigger, and never below 1. */
  @ParameterizedTest
  @MethodSource("topologies")
  void theLimitIsBehindTheTrigger(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    assertThat(ok(stop(OrderType.STOP, Side.SELL, TimeInForce.GTC, 0, 1, 95)).orderPrice())
        .isEqualTo(90);
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    assertThat(ok(stop(OrderType.STOP, Side.SELL, TimeInForce.GTC, 0, 1, 3)).orderPrice())
        .isEqualTo(1);
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    assertThat(ok(stop(OrderType.TAKE_PROFIT, Side.BUY, TimeInForce.GTC, 0, 1, 95)).orderPrice())
        .isEqualTo(100);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 900, 100));
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    answered(ResultCode.INSUFFICIENT_FUNDS, buyStop(0, 10, 96 + 5));
    answered(ResultCode.INSUFFICIENT_FUNDS, buyStop(0, 1, MOST - 2));
    answered(ResultCode.OVERFLOW, buyStop(0, 2, MOST - 2));
    // A move gives it another one.
    ok(buyStop(0, 1, 120));
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 10, 140, 2)).orderPrice()).isEqualTo(140);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 720, 280));
  }

  /** As a market order that comes then: from the best price of that moment. */
  @ParameterizedTest
  @MethodSource("topologies")
  void itsLimitIsNarrowedWhenItIsTriggered(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    ok(buyStop(150, 5, 105));
    ok(order(21, Side.SELL, 108, 1));
    ok(order(22, Side.SELL, 113, 1));
    ok(order(23, Side.SELL, 114, 1));
    tradeAt(105);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000 - 108 - 113, 0));
    assertThat(exchange.order(PAIR, 23)).isPresent();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneThatIsReachedTakesAtOnceAndNeverRests(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    ok(order(21, Side.SELL, 103, 1));
    CommandResult taken = ok(buyStop(0, 3, 99));
    assertThat(taken.orderPrice()).isEqualTo(104);
    assertThat(taken.filledQuantity()).isEqualTo(1);
    assertThat(taken.releasedQuantity()).isEqualTo(2);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 897, 0));
    CommandResult alone = ok(stop(OrderType.TAKE_PROFIT, Side.SELL, TimeInForce.GTC, 0, 3, 101));
    assertThat(alone.releasedQuantity()).isEqualTo(3);
    assertThat(exchange.order(PAIR, 10)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void fillOrKillIsFilledWholeOrNotAtAll(Topology topology) {
    start(topology, PLAIN.withProtection(5));
    ok(stop(OrderType.STOP, Side.BUY, TimeInForce.FOK, 0, 3, 105));
    ok(order(21, Side.SELL, 108, 2));
    tradeAt(105);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(exchange.order(PAIR, 21).orElseThrow().quantity()).isEqualTo(2);
    assertThat(exchange.order(PAIR, 10)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theLimitFromThePointsIsJudged(Topology topology) {
    start(topology, PLAIN.with(new LotLimits(0, 0, 0, 330)).withProtection(5));
    answered(ResultCode.NOTIONAL_TOO_LARGE, buyStop(0, 3, 106));
    assertThat(ok(buyStop(0, 3, 105)).openQuantity()).isEqualTo(3);
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    ok(c -> Commands.startAuction(c, PAIR));
    answered(ResultCode.NOT_IN_CONTINUOUS_TRADING, buyStop(0, 3, 105));
    ok(c -> Commands.setState(c, PAIR, SymbolState.CONTINUOUS));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneThatSleepsOutlivesARestart(Topology topology, @TempDir Path directory) {
    ExchangeBuilder builder =
        Exchange.builder()
            .topology(topology)
            .daemon()
            .journal(JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20));
    start(builder, PLAIN.withProtection(5));
    ok(buyStop(0, 3, 105));
    for (boolean snapshot : new boolean[] {false, true}) {
      long hash = exchange.stateHash();
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = builder.start();
      assertThat(exchange.stateHash()).isEqualTo(hash);
      assertThat(cash(1)).isEqualTo(new Balance(CASH, 670, 330));
    }
    ok(order(21, Side.SELL, 108, 2));
    tradeAt(105);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 784, 0));
  }
}
