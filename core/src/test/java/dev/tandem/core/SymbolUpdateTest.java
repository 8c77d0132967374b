package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Other limits and protection points of a symbol, rule by rule, by hand. */
@Timeout(300)
class SymbolUpdateTest extends PairSetup {

  /** A fee of 1 % for makers and 2 % for takers. */
  private static final SymbolSpec FIRST =
      new SymbolSpec(PAIR, COIN, CASH, 1, 1, 10_000, 20_000).named("COIN/CASH", 2, 0);

  private static final SymbolSpec TIGHT =
      FIRST.with(new LotLimits(5, 10, 50, 6_000)).withProtection(3);

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, FIRST));
    addUser(1, 10_000);
    addUser(RICH, 10_000);
  }

  private void start(Topology topology) {
    start(Exchange.builder().topology(topology).daemon());
  }

  private static Consumer<Command> order(long user, long id, Side side, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, id, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> update(SymbolSpec spec) {
    return c -> Commands.updateSymbol(c, spec);
  }

  private CompletableFuture<CommandResult> submit(Consumer<Command> filler) {
    return exchange.async().submit(filler);
  }

  private long open(long order) {
    return exchange.order(PAIR, order).orElseThrow().quantity();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(order(1, 10, Side.BUY, 100, 3));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 9_694, 306));
    ok(update(TIGHT));
    // What is held stays, and so does the order.
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 9_694, 306));
    assertThat(open(10)).isEqualTo(3);
    answered(ResultCode.QUANTITY_NOT_IN_STEPS, order(1, 11, Side.BUY, 100, 3));
    answered(ResultCode.QUANTITY_TOO_SMALL, order(1, 11, Side.BUY, 100, 5));
    answered(ResultCode.QUANTITY_TOO_LARGE, order(1, 11, Side.BUY, 90, 55));
    answered(ResultCode.NOTIONAL_TOO_LARGE, order(1, 11, Side.BUY, 150, 45));
    // It trades and pays 3 of fee for the 300 as a maker; the taker pays 6.
    ok(order(RICH, 20, Side.SELL, 100, 10));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 9_697, 0));
    ok(update(FIRST));
    ok(order(1, 11, Side.BUY, 100, 3));
    assertThat(exchange.symbol(PAIR)).hasValue(FIRST);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anOrderThatBreaksTheNewLimitsStaysAndCanBeChanged(Topology topology) {
    start(topology);
    ok(order(1, 10, Side.BUY, 100, 7));
    ok(order(1, 11, Side.BUY, 99, 2));
    ok(update(TIGHT));
    answered(ResultCode.QUANTITY_TOO_SMALL, c -> Commands.move(c, 1, PAIR, 10, 100, 5));
    answered(ResultCode.QUANTITY_NOT_IN_STEPS, c -> Commands.reduce(c, 1, PAIR, 10, 1));
    // A move that names no lots keeps what it has.
    ok(c -> Commands.move(c, 1, PAIR, 10, 101, 0));
    ok(c -> Commands.reduce(c, 1, PAIR, 10, 5));
    assertThat(open(10)).isEqualTo(2);
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    ok(c -> Commands.cancel(c, 1, PAIR, 11));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 10_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void protectionPointsCountFromTheNextOrderOn(Topology topology) {
    start(topology);
    Consumer<Command> market =
        c -> Commands.place(c, 1, PAIR, 30, Side.SELL, OrderType.MARKET, TimeInForce.IOC, 0, 4);
    ok(order(RICH, 20, Side.BUY, 100, 1));
    ok(order(RICH, 21, Side.BUY, 97, 1));
    ok(order(RICH, 22, Side.BUY, 96, 1));
    answered(ResultCode.LIMIT_REQUIRED, market);
    ok(update(FIRST.withProtection(3)));
    assertThat(ok(market).filledQuantity()).isEqualTo(2);
    ok(update(FIRST));
    answered(ResultCode.LIMIT_REQUIRED, market);
    assertThat(exchange.order(PAIR, 22)).isPresent();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aStopKeepsTheLimitThatItWasPlacedWith(Topology topology) {
    start(topology);
    ok(update(FIRST.withProtection(5)));
    ok(order(RICH, 20, Side.SELL, 100, 1));
    ok(
        c ->
            Commands.placeStop(
                c, 1, PAIR, 30, Side.BUY, OrderType.STOP, TimeInForce.GTC, 0, 2, 110));
    // 2 lots at 115, and 2 % of fee on 230, rounded up.
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 9_765, 235));
    ok(update(FIRST));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 9_765, 235));
    ok(order(RICH, 21, Side.SELL, 115, 1));
    ok(order(RICH, 22, Side.SELL, 116, 1));
    ok(order(1, 31, Side.BUY, 100, 1));
    ok(order(RICH, 23, Side.SELL, 110, 1));
    ok(order(1, 32, Side.BUY, 110, 1));
    // Triggered at 110 it buys at 115, its limit, and leaves the offer at 116.
    assertThat(exchange.order(PAIR, 21)).isEmpty();
    assertThat(exchange.order(PAIR, 22)).isPresent();
    assertThat(exchange.order(PAIR, 30)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatAnUpdateMayNotChangeIsRefused(Topology topology) {
    start(topology);
    ok(order(1, 10, Side.BUY, 100, 3));
    SymbolSpec f = FIRST;
    for (SymbolSpec other :
        List.of(
            new SymbolSpec(PAIR, COIN, CASH + 1, 1, 1, 10_000, 20_000),
            new SymbolSpec(PAIR, COIN + 7, CASH, 1, 1, 10_000, 20_000),
            new SymbolSpec(PAIR, COIN, CASH, 2, 1, 10_000, 20_000),
            new SymbolSpec(PAIR, COIN, CASH, 1, 2, 10_000, 20_000),
            new SymbolSpec(PAIR, COIN, CASH, 1, 1, 9_999, 20_000),
            new SymbolSpec(PAIR, COIN, CASH, 1, 1, 10_000, 20_001))) {
      answered(ResultCode.SYMBOL_FIELD_FIXED, update(other.named("COIN/CASH", 2, 0)));
    }
    for (Naming naming : List.of(new Naming("COIN/CASH", 3, 0), new Naming("COIN/CASH", 2, 1))) {
      answered(
          ResultCode.SYMBOL_FIELD_FIXED,
          update(f.named(naming.name(), naming.decimals(), naming.quantityDecimals())));
    }
    answered(ResultCode.SYMBOL_FIELD_FIXED, update(f.named("OTHER", 2, 0)));
    for (LotLimits limits :
        List.of(
            new LotLimits(-1, 0, 0, 0),
            new LotLimits(0, -1, 0, 0),
            new LotLimits(0, 0, -1, 0),
            new LotLimits(0, 0, 0, -1),
            new LotLimits(0, 5, 4, 0))) {
      answered(ResultCode.INVALID_SYMBOL, update(f.with(limits)));
    }
    answered(ResultCode.INVALID_SYMBOL, update(f.withProtection(-1)));
    answered(ResultCode.INVALID_SYMBOL, update(f).andThen(c -> c.symbol = PAIR + 1));
    answered(ResultCode.INVALID_SYMBOL, update(f).andThen(c -> c.payload = null));
    answered(ResultCode.UNKNOWN_SYMBOL, update(SymbolSpec.of(PAIR + 1, COIN, CASH)));
    assertThat(exchange.symbol(PAIR)).hasValue(FIRST);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 9_694, 306));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anUpdateInFlightCountsForWhatComesBehindItAlone(Topology topology) {
    start(topology);
    for (int i = 0; i < 50; i++) {
      List<CompletableFuture<CommandResult>> burst =
          List.of(
              submit(order(1, 10, Side.BUY, 100, 3)),
              submit(update(TIGHT)),
              submit(order(1, 11, Side.BUY, 100, 3)),
              submit(c -> Commands.cancel(c, 1, PAIR, 10)),
              submit(update(FIRST)));
      assertThat(burst)
          .extracting(each -> each.join().code())
          .containsExactly(
              ResultCode.OK,
              ResultCode.OK,
              ResultCode.QUANTITY_NOT_IN_STEPS,
              ResultCode.OK,
              ResultCode.OK);
    }
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 10_000, 0));
  }

  @Test
  void aRestartFindsTheLimitsOfTheLogAndOfASnapshot(@TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory);
    start(Exchange.builder().journal(journal).daemon());
    ok(order(1, 10, Side.BUY, 100, 3));
    ok(update(TIGHT));
    for (boolean snapshot : new boolean[] {false, true}) {
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = Exchange.builder().journal(journal).daemon().start();
      assertThat(exchange.symbol(PAIR)).hasValue(TIGHT);
      answered(ResultCode.QUANTITY_TOO_SMALL, order(1, 11, Side.BUY, 100, 5));
      answered(ResultCode.SYMBOL_FIELD_FIXED, update(FIRST.named("OTHER", 2, 0)));
      assertThat(open(10)).isEqualTo(3);
      ok(update(TIGHT));
    }
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 10_000, 0));
  }

  @Test
  void thePublisherAndTheFuturesSendItAndItNeedsNoRisk() {
    start(Topology.fused());
    assertThat(exchange.publisher().updateSymbol(TIGHT)).isPositive();
    assertThat(exchange.async().updateSymbol(TIGHT).join().code()).isEqualTo(ResultCode.OK);
    assertThat(exchange.symbol(PAIR)).hasValue(TIGHT);
    try (Exchange without = Exchange.builder().risk(false).daemon().start()) {
      assertThat(without.async().updateSymbol(FIRST).join().code())
          .isEqualTo(ResultCode.UNKNOWN_SYMBOL);
      without.async().addSymbol(FIRST).join();
      assertThat(without.async().updateSymbol(TIGHT).join().code()).isEqualTo(ResultCode.OK);
      assertThat(without.symbol(PAIR)).hasValue(TIGHT);
    }
  }
}
