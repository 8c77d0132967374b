package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example of docs/exchange.md, and what stands at the edges of the limits. */
class SymbolLimitsTest {

  private static final int PAIR = 1;

  private final Exchange exchange = Exchange.builder().start();

  @BeforeEach
  void begin() {
    LotLimits limits = new LotLimits(10, 20, 100, 5_000);
    ok(exchange.async().addSymbol(SymbolSpec.of(PAIR, 1, 2).with(limits)).join());
    for (long user = 1; user <= 2; user++) {
      ok(exchange.async().addUser(user).join());
      ok(exchange.async().adjustBalance(user, 1, 1_000, 1).join());
      ok(exchange.async().adjustBalance(user, 2, 1_000_000, 2).join());
    }
  }

  @AfterEach
  void end() {
    exchange.close();
  }

  private static void ok(CommandResult result) {
    assertThat(result.code()).isEqualTo(ResultCode.OK);
  }

  private CommandResult buy(long order, long price, long lots) {
    return exchange.async().place(1, PAIR, order, Side.BUY, TimeInForce.GTC, price, lots).join();
  }

  private ResultCode move(long order, long price, long lots) {
    return exchange.async().move(1, PAIR, order, price, lots).join().code();
  }

  @Test
  void theExampleOfTheDocument() {
    assertThat(buy(1, 84, 25).code()).isEqualTo(ResultCode.QUANTITY_NOT_IN_STEPS);
    assertThat(buy(1, 84, 10).code()).isEqualTo(ResultCode.QUANTITY_TOO_SMALL);
    assertThat(buy(1, 84, 110).code()).isEqualTo(ResultCode.QUANTITY_TOO_LARGE);
    assertThat(buy(1, 84, 60).code()).isEqualTo(ResultCode.NOTIONAL_TOO_LARGE);
    ok(buy(1, 83, 60));
    ok(exchange.async().place(2, PAIR, 2, Side.SELL, TimeInForce.IOC, 83, 40).join());
    CommandResult reduced = exchange.async().reduce(1, PAIR, 1, 10).join();
    ok(reduced);
    assertThat(reduced.openQuantity()).isEqualTo(10);
  }

  @Test
  void aMoveIsJudgedByWhatItNames() {
    ok(buy(1, 50, 100));
    assertThat(move(1, 50, 15)).isEqualTo(ResultCode.QUANTITY_NOT_IN_STEPS);
    assertThat(move(1, 50, 10)).isEqualTo(ResultCode.QUANTITY_TOO_SMALL);
    assertThat(move(1, 50, 110)).isEqualTo(ResultCode.QUANTITY_TOO_LARGE);
    assertThat(move(1, 51, 0)).isEqualTo(ResultCode.NOTIONAL_TOO_LARGE);
    assertThat(move(9, 51, 15)).isEqualTo(ResultCode.UNKNOWN_ORDER);
    // A refused move holds nothing.
    assertThat(exchange.user(1).orElseThrow().balances().get(1).held()).isEqualTo(5_000);
    assertThat(move(1, 250, 20)).isEqualTo(ResultCode.OK);
    assertThat(exchange.user(1).orElseThrow().balances().get(1).held()).isEqualTo(5_000);
  }

  @Test
  void aReduceKeepsTheStepUnlessItTakesAll() {
    ok(buy(1, 50, 100));
    assertThat(exchange.async().reduce(1, PAIR, 1, 5).join().code())
        .isEqualTo(ResultCode.QUANTITY_NOT_IN_STEPS);
    assertThat(exchange.async().reduce(1, PAIR, 9, 5).join().code())
        .isEqualTo(ResultCode.UNKNOWN_ORDER);
    ok(exchange.async().reduce(1, PAIR, 1, 90).join());
    ok(exchange.async().reduce(1, PAIR, 1, 15).join());
    assertThat(exchange.user(1).orElseThrow().balances().get(1).held()).isZero();
  }

  @Test
  void limitsThatCannotBeAreRefused() {
    for (LotLimits limits :
        new LotLimits[] {
          new LotLimits(-1, 0, 0, 0), new LotLimits(0, 5, 4, 0), new LotLimits(0, 0, 0, -1)
        }) {
      SymbolSpec spec = SymbolSpec.of(2, 1, 2).with(limits);
      assertThat(exchange.async().addSymbol(spec).join().code())
          .isEqualTo(ResultCode.INVALID_SYMBOL);
    }
  }
}
