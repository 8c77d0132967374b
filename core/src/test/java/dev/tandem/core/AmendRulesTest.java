package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
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
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What limits and states say to amends that add nothing. */
@Timeout(300)
class AmendRulesTest extends PairSetup {

  private static final long OTHER = 3;

  private void start(Topology topology, SymbolSpec spec) {
    exchange = builder(topology, e -> {}).start();
    ok(c -> Commands.addSymbol(c, spec));
    addUser(1, 10_000);
    addUser(RICH, 100_000);
    addUser(OTHER, 100_000);
  }

  private static Consumer<Command> order(long user, long order, Side side, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> amend(long order, long price, long total) {
    return c -> Commands.amend(c, 1, PAIR, order, price, total);
  }

  private void leaves(CommandResult answer, long open, long released) {
    assertThat(answer.openQuantity()).isEqualTo(open);
    assertThat(answer.releasedQuantity()).isEqualTo(released);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTotalThatLeavesNothingIsNotTooSmall(Topology topology) {
    start(topology, SymbolSpec.of(PAIR, COIN, CASH).with(new LotLimits(0, 20, 0, 0)));
    ok(order(OTHER, 30, Side.BUY, 51, 20));
    ok(c -> Commands.reduce(c, OTHER, PAIR, 30, 5));
    ok(order(1, 10, Side.BUY, 50, 25));
    ok(order(RICH, 20, Side.SELL, 50, 20));
    answered(ResultCode.QUANTITY_TOO_SMALL, amend(10, 50, 19));
    leaves(ok(amend(10, 50, 5)), 0, 20);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTotalThatChangesNoLotsIsNotTooSmall(Topology topology) {
    start(topology, SymbolSpec.of(PAIR, COIN, CASH).with(new LotLimits(10, 20, 0, 1_000)));
    ok(order(1, 10, Side.BUY, 50, 20));
    ok(c -> Commands.reduce(c, 1, PAIR, 10, 10));
    answered(ResultCode.QUANTITY_NOT_IN_STEPS, amend(10, 51, 9));
    leaves(ok(amend(10, 51, 10)), 10, 0);
    // Its value counts all the same.
    answered(ResultCode.NOTIONAL_TOO_LARGE, amend(10, 101, 10));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aStopThatOnlyLosesLotsIsTakenWhereNothingTakes(Topology topology) {
    start(topology, SymbolSpec.of(PAIR, COIN, CASH));
    ok(order(RICH, 20, Side.SELL, 60, 4));
    ok(
        c ->
            Commands.placeStop(
                c, 1, PAIR, 10, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 65, 9, 62));
    ok(c -> Commands.setState(c, PAIR, SymbolState.POST_ONLY));
    answered(ResultCode.WOULD_TAKE, amend(10, 65, 10));
    answered(ResultCode.WOULD_TAKE, amend(10, 66, 8));
    answered(ResultCode.WOULD_TAKE, c -> Commands.amend(c, 1, PAIR, 10, 65, 8, 63));
    leaves(ok(amend(10, 65, 8)), 8, 1);
    leaves(ok(c -> Commands.amend(c, 1, PAIR, 10, 65, 6, 62)), 6, 2);
    leaves(ok(c -> Commands.reduce(c, 1, PAIR, 10, 1)), 5, 1);
    leaves(ok(amend(10, 65, 5)), 5, 0);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void fewerLotsNeedNoMoney(Topology topology) {
    start(topology, SymbolSpec.of(PAIR, COIN, CASH));
    ok(order(1, 10, Side.BUY, 100, 100));
    assertThat(cash(1).available()).isZero();
    leaves(ok(amend(10, 100, 60)), 60, 40);
    leaves(ok(amend(10, 150, 40)), 40, 0);
    answered(ResultCode.INSUFFICIENT_FUNDS, amend(10, 150, 67));
    leaves(ok(amend(10, 150, 66)), 66, 0);
    assertThat(cash(1).available()).isEqualTo(100);
  }
}
