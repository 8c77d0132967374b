package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders with a minimum quantity, rule by rule, by hand. */
@Timeout(300)
class MinQuantityTest extends PairSetup {

  private void start(Topology topology) {
    exchange = Exchange.builder().topology(topology).daemon().start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 1_000);
    ok(order(RICH, 20, Side.SELL, TimeInForce.GTC, 100, 2));
    ok(order(RICH, 21, Side.SELL, TimeInForce.GTC, 101, 2));
  }

  private static Consumer<Command> order(
      long user, long order, Side side, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, time, price, lots);
  }

  private static Consumer<Command> bid(TimeInForce time, long price, long lots, long least) {
    return order(1, 10, Side.BUY, time, price, lots).andThen(c -> Commands.minQuantity(c, least));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    CommandResult missed = ok(bid(TimeInForce.GTC, 101, 6, 5));
    assertThat(missed.releasedQuantity()).isEqualTo(6);
    assertThat(missed.filledQuantity()).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    CommandResult reached = ok(bid(TimeInForce.GTC, 101, 6, 3));
    assertThat(reached.filledQuantity()).isEqualTo(4);
    assertThat(reached.openQuantity()).isEqualTo(2);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 396, 202));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void onlyLotsWithinTheLimitCount(Topology topology) {
    start(topology);
    assertThat(ok(bid(TimeInForce.GTC, 100, 4, 3)).releasedQuantity()).isEqualTo(4);
    assertThat(ok(bid(TimeInForce.GTC, 99, 4, 1)).releasedQuantity()).isEqualTo(4);
    // Exactly the minimum is enough, and the rest of an immediate one leaves.
    CommandResult taken = ok(bid(TimeInForce.IOC, 101, 6, 4));
    assertThat(taken.filledQuantity()).isEqualTo(4);
    assertThat(taken.releasedQuantity()).isEqualTo(2);
    assertThat(ok(bid(TimeInForce.GTC, 500, 1, 1)).releasedQuantity()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void ordersOfTheSameUserCount(Topology topology) {
    start(topology);
    ok(order(1, 22, Side.SELL, TimeInForce.GTC, 99, 1));
    assertThat(ok(bid(TimeInForce.IOC, 101, 5, 5)).filledQuantity()).isEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void fillOrKillNeedsAllWhateverTheMinimum(Topology topology) {
    start(topology);
    assertThat(ok(bid(TimeInForce.FOK, 101, 5, 1)).releasedQuantity()).isEqualTo(5);
    assertThat(ok(bid(TimeInForce.FOK, 101, 4, 1)).filledQuantity()).isEqualTo(4);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aMinimumThatIsReachedIsDoneWith(Topology topology) {
    start(topology);
    ok(bid(TimeInForce.GTC, 100, 5, 2));
    ok(order(RICH, 23, Side.SELL, TimeInForce.GTC, 100, 1));
    assertThat(exchange.order(PAIR, 10).orElseThrow().quantity()).isEqualTo(2);
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 10, 101, 4)).filledQuantity()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itIsForContinuousTrading(Topology topology) {
    start(topology);
    for (SymbolState state : SymbolState.values()) {
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, state));
        answered(ResultCode.NOT_IN_CONTINUOUS_TRADING, bid(TimeInForce.GTC, 101, 5, 1));
      }
    }
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatCannotBeIsRefused(Topology topology) {
    start(topology);
    for (long least : new long[] {-1, Long.MIN_VALUE, 6, Long.MAX_VALUE}) {
      answered(ResultCode.INVALID_MIN_QUANTITY, bid(TimeInForce.GTC, 101, 5, least));
    }
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        bid(TimeInForce.GTC, 90, 5, 1).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE)));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        c -> {
          Commands.placeStop(
              c, 1, PAIR, 10, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 101, 2, 150);
          Commands.minQuantity(c, 1);
        });
    // A live id is refused before the lots are counted.
    answered(
        ResultCode.DUPLICATE_ORDER_ID,
        order(1, 20, Side.BUY, TimeInForce.GTC, 90, 2).andThen(c -> Commands.minQuantity(c, 1)));
  }
}
