package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.tandem.core.command.TimeInForce;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Market orders that spend money, rule by rule, by hand. */
@Timeout(300)
class MarketBudgetTest extends PairSetup {

  private static final long MOST = Long.MAX_VALUE;
  private static final SymbolSpec PLAIN = SymbolSpec.of(PAIR, COIN, CASH);

  private void start(Topology topology, SymbolSpec spec) {
    exchange = Exchange.builder().topology(topology).daemon().start();
    ok(c -> Commands.addSymbol(c, spec));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
    ok(order(20, Side.SELL, 100, 3));
    ok(order(21, Side.SELL, 110, 4));
  }

  private static Consumer<Command> order(long order, Side side, long price, long lots) {
    return c -> Commands.place(c, RICH, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> spend(long limit, long budget) {
    return c -> Commands.placeBudget(c, 1, PAIR, 10, limit, budget);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology, new SymbolSpec(PAIR, COIN, CASH, 1, 1, 0, 10_000));
    CommandResult spent = ok(spend(0, 700));
    assertThat(spent.filledQuantity()).isEqualTo(6);
    assertThat(spent.releasedQuantity()).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 364, 0));
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    assertThat(exchange.order(PAIR, 21).orElseThrow().quantity()).isEqualTo(1);
  }

  /** What a lot costs more than is left is never paid, whatever fees would leave. */
  @ParameterizedTest
  @MethodSource("topologies")
  void itEndsWhereNoLotCanBePaid(Topology topology) {
    start(topology, PLAIN);
    assertThat(ok(spend(0, 99)).filledQuantity()).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(ok(spend(0, 300)).filledQuantity()).isEqualTo(3);
    assertThat(ok(spend(0, 109)).filledQuantity()).isZero();
    assertThat(ok(spend(0, 110)).filledQuantity()).isEqualTo(1);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 590, 0));
    // Nothing is there any more: all comes back.
    ok(c -> Commands.cancel(c, RICH, PAIR, 21));
    assertThat(ok(spend(0, 590)).filledQuantity()).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 590, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itNeedsNoLimitAndMayHaveOne(Topology topology) {
    start(topology, PLAIN);
    CommandResult limited = ok(spend(109, 900));
    assertThat(limited.filledQuantity()).isEqualTo(3);
    assertThat(limited.orderPrice()).isEqualTo(109);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 700, 0));
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(6, COIN, CASH).withProtection(5)));
    ok(order(20, Side.SELL, 100, 3).andThen(c -> c.symbol = 6));
    ok(order(21, Side.SELL, 106, 3).andThen(c -> c.symbol = 6));
    CommandResult narrowed = ok(spend(0, 700).andThen(c -> c.symbol = 6));
    assertThat(narrowed.orderPrice()).isEqualTo(105);
    assertThat(narrowed.filledQuantity()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itBuysInStepsAndWithinTheMostValue(Topology topology) {
    start(topology, PLAIN.with(new LotLimits(1, 0, 0, 800)));
    answered(ResultCode.NOTIONAL_TOO_LARGE, spend(0, 801));
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(6, COIN, CASH).with(new LotLimits(2, 2, 0, 0))));
    ok(order(20, Side.SELL, 100, 4).andThen(c -> c.symbol = 6));
    assertThat(ok(spend(0, 399).andThen(c -> c.symbol = 6)).filledQuantity()).isEqualTo(2);
    assertThat(ok(spend(0, 199).andThen(c -> c.symbol = 6)).filledQuantity()).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 800, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itHoldsTheBudgetWithTheFee(Topology topology) {
    start(topology, new SymbolSpec(PAIR, COIN, CASH, 1, 1, 0, 10_000));
    answered(ResultCode.INSUFFICIENT_FUNDS, spend(0, 991));
    assertThat(ok(spend(0, 990)).filledQuantity()).isEqualTo(3 + 4);
    answered(ResultCode.OVERFLOW, spend(0, MOST));
    // It buys from its own user too, and mints nothing.
    ok(c -> Commands.place(c, 1, PAIR, 30, Side.SELL, TimeInForce.GTC, 50, 2));
    assertThat(ok(spend(0, 100)).filledQuantity()).isEqualTo(2);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000 - 740 - 3 - 4 - 1, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatContradictsIsRefused(Topology topology) {
    start(topology, PLAIN);
    answered(ResultCode.INVALID_BUDGET, spend(0, -1));
    answered(ResultCode.INVALID_BUDGET, spend(0, Long.MIN_VALUE));
    answered(ResultCode.INVALID_QUANTITY, spend(0, 0));
    answered(ResultCode.INVALID_QUANTITY, spend(0, 100).andThen(c -> c.quantity = -1));
    answered(ResultCode.CONTRADICTORY_INSTRUCTION, spend(0, 100).andThen(c -> c.quantity = 1));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        spend(0, 100).andThen(c -> c.side = Side.SELL.code()));
    for (OrderType type : new OrderType[] {OrderType.LIMIT, OrderType.MARKET_TO_LIMIT}) {
      answered(
          ResultCode.CONTRADICTORY_INSTRUCTION,
          c -> {
            Commands.place(c, 1, PAIR, 10, Side.BUY, type, TimeInForce.GTC, 100, 0);
            c.extend().budget(100);
          });
    }
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        c -> {
          Commands.place(c, 1, PAIR, 10, Side.BUY, OrderType.MARKET, TimeInForce.FOK, 0, 0);
          c.extend().budget(100);
        });
    answered(ResultCode.DUPLICATE_ORDER_ID, spend(0, 100).andThen(c -> c.orderId = 20));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }
}
