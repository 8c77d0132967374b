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
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders that must not trade with others of their user, rule by rule, by hand. */
@Timeout(300)
class SelfTradeTest extends PairSetup {

  private void start(Topology topology) {
    exchange = Exchange.builder().topology(topology).daemon().start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 1_000);
  }

  /** 2 lots of another user at 100, behind them 3 of user 1, and 5 of the other user at 101. */
  private void startExample(Topology topology) {
    start(topology);
    ok(order(RICH, 20, Side.SELL, TimeInForce.GTC, 100, 2));
    ok(order(1, 11, Side.SELL, TimeInForce.GTC, 100, 3));
    ok(order(RICH, 21, Side.SELL, TimeInForce.GTC, 101, 5));
  }

  private static Consumer<Command> order(
      long user, long order, Side side, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, time, price, lots);
  }

  private static Consumer<Command> bid(SelfTrade mode, TimeInForce time, long price, long lots) {
    return order(1, 10, Side.BUY, time, price, lots).andThen(c -> Commands.selfTrade(c, mode));
  }

  private static void assertLots(CommandResult of, long filled, long open, long prevented) {
    assertThat(of.filledQuantity()).as("filled").isEqualTo(filled);
    assertThat(of.openQuantity()).as("open").isEqualTo(open);
    assertThat(of.preventedQuantity()).as("prevented").isEqualTo(prevented);
  }

  private long openOf(long order) {
    return exchange.order(PAIR, order).map(o -> o.quantity()).orElse(0L);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    for (SelfTrade mode : SelfTrade.values()) {
      startExample(topology);
      CommandResult bought = ok(bid(mode, TimeInForce.GTC, 101, 6));
      long cash =
          switch (mode) {
            case NONE -> {
              assertLots(bought, 6, 0, 0);
              yield 1_000 - 200 - 101;
            }
            case CANCEL_NEWEST -> {
              assertLots(bought, 2, 0, 4);
              assertThat(openOf(11)).isEqualTo(3);
              yield 800;
            }
            case CANCEL_OLDEST -> {
              assertLots(bought, 6, 0, 0);
              yield 396;
            }
            case CANCEL_BOTH -> {
              assertLots(bought, 2, 0, 4);
              yield 800;
            }
            case DECREMENT -> {
              assertLots(bought, 3, 0, 3);
              yield 699;
            }
          };
      assertThat(cash(1)).as("%s", mode).isEqualTo(new Balance(CASH, cash, 0));
      assertThat(openOf(11) != 0).as("%s", mode).isEqualTo(mode == SelfTrade.CANCEL_NEWEST);
      long coins = exchange.user(1).orElseThrow().balance(COIN).held();
      assertThat(coins).as("%s", mode).isEqualTo(openOf(11));
      if (mode != SelfTrade.DECREMENT) {
        close();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void decrementLeavesTheLargerOfTheTwo(Topology topology) {
    start(topology);
    ok(order(1, 11, Side.SELL, TimeInForce.GTC, 100, 5));
    assertLots(ok(bid(SelfTrade.DECREMENT, TimeInForce.GTC, 100, 2)), 0, 0, 2);
    assertThat(openOf(11)).isEqualTo(3);
    assertThat(exchange.user(1).orElseThrow().balance(COIN).held()).isEqualTo(3);
    assertLots(ok(bid(SelfTrade.DECREMENT, TimeInForce.GTC, 100, 4)), 0, 1, 3);
    assertThat(openOf(11)).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 900, 100));
  }

  /** The liquidity behind an own order counts only if the order gets there. */
  @ParameterizedTest
  @MethodSource("topologies")
  void aFillOrKillMeetsItsOwnOrder(Topology topology) {
    for (SelfTrade mode : SelfTrade.values()) {
      startExample(topology);
      CommandResult bought = ok(bid(mode, TimeInForce.FOK, 101, 6));
      boolean fills = mode == SelfTrade.NONE || mode == SelfTrade.CANCEL_OLDEST;
      assertLots(bought, fills ? 6 : 0, 0, 0);
      assertThat(bought.releasedQuantity()).as("%s", mode).isEqualTo(fills ? 0 : 6);
      assertThat(openOf(11)).as("%s", mode).isEqualTo(fills ? 0 : 3);
      // What is in front of its own order is enough.
      if (!fills) {
        assertLots(ok(bid(mode, TimeInForce.FOK, 101, 2)), 2, 0, 0);
      }
      if (mode != SelfTrade.DECREMENT) {
        close();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aMinimumCountsWhatItWouldTrade(Topology topology) {
    startExample(topology);
    Consumer<Command> least = c -> Commands.minQuantity(c, 3);
    CommandResult missed = ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 101, 6).andThen(least));
    assertThat(missed.releasedQuantity()).isEqualTo(6);
    // 2 at 100, 3 off both, 1 at 101.
    assertLots(ok(bid(SelfTrade.DECREMENT, TimeInForce.GTC, 101, 6).andThen(least)), 3, 0, 3);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aSlideStopsAtItsOwnOrder(Topology topology) {
    start(topology);
    ok(order(1, 11, Side.SELL, TimeInForce.GTC, 100, 3));
    Consumer<Command> slides = c -> Commands.postOnly(c, PostOnly.SLIDE);
    CommandResult slid = ok(bid(SelfTrade.CANCEL_OLDEST, TimeInForce.GTC, 105, 2).andThen(slides));
    assertThat(slid.orderPrice()).isEqualTo(99);
    assertLots(slid, 0, 2, 0);
    assertThat(openOf(11)).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTriggeredStopMeetsItsOwnOrder(Topology topology) {
    for (SelfTrade mode : new SelfTrade[] {SelfTrade.CANCEL_NEWEST, SelfTrade.DECREMENT}) {
      start(topology);
      ok(
          c -> {
            Commands.placeStop(
                c, 1, PAIR, 10, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 110, 5, 105);
            Commands.selfTrade(c, mode);
          });
      // The mode of a resting order does not matter: this one says none.
      ok(order(1, 11, Side.SELL, TimeInForce.GTC, 106, 3));
      ok(order(RICH, 20, Side.SELL, TimeInForce.GTC, 105, 1));
      assertLots(ok(order(RICH, 21, Side.BUY, TimeInForce.GTC, 105, 1)), 1, 0, 0);
      boolean decrements = mode == SelfTrade.DECREMENT;
      assertThat(openOf(11)).isEqualTo(decrements ? 0 : 3);
      assertThat(openOf(10)).isEqualTo(decrements ? 2 : 0);
      assertThat(cash(1))
          .isEqualTo(new Balance(CASH, decrements ? 780 : 1_000, decrements ? 220 : 0));
      if (!decrements) {
        close();
      }
    }
  }

  /** It keeps its mode while it rests, also where it was triggered. */
  @ParameterizedTest
  @MethodSource("topologies")
  void aMovedOrderIsATaker(Topology topology) {
    startExample(topology);
    ok(bid(SelfTrade.CANCEL_BOTH, TimeInForce.GTC, 99, 6));
    CommandResult moved = ok(c -> Commands.move(c, 1, PAIR, 10, 101, 0));
    assertLots(moved, 2, 0, 4);
    assertThat(openOf(10) + openOf(11)).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 800, 0));
    ok(bid(SelfTrade.DECREMENT, TimeInForce.GTC, 99, 2));
    ok(order(1, 12, Side.SELL, TimeInForce.GTC, 100, 5));
    assertLots(ok(c -> Commands.move(c, 1, PAIR, 10, 101, 7)), 2, 0, 5);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anUncrossKnowsNoMode(Topology topology) {
    start(topology);
    ok(c -> Commands.startAuction(c, PAIR));
    ok(order(1, 11, Side.SELL, TimeInForce.GTC, 100, 3));
    ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 3));
    assertThat(ok(c -> Commands.uncross(c, PAIR)).filledQuantity()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aBudgetPaysForWhatIsTakenOffBoth(Topology topology) {
    startExample(topology);
    CommandResult spent =
        ok(
            c -> {
              Commands.placeBudget(c, 1, PAIR, 10, 0, 700);
              Commands.selfTrade(c, SelfTrade.DECREMENT);
            });
    // 2 at 100, 3 off both at 100, and the last 200 buy 1 at 101.
    assertLots(spent, 3, 0, 3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 699, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aModeThatIsNoneIsRefused(Topology topology) {
    start(topology);
    answered(
        ResultCode.UNSUPPORTED_INSTRUCTION,
        order(1, 10, Side.BUY, TimeInForce.GTC, 100, 1).andThen(c -> c.extend().word(0, 5L << 24)));
  }
}
