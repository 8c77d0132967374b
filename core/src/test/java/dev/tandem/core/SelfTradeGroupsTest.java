package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ReleaseReason;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Users of one self-trade group, rule by rule, by hand: users 1 and 3 are of the group 7. */
@Timeout(300)
class SelfTradeGroupsTest extends PairSetup {

  private static final long MATE = 3;
  private static final long GROUP = 7;

  private final List<String> events = new ArrayList<>();

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 1_000);
    addUser(MATE, 1_000);
    group(1, GROUP);
    group(MATE, GROUP);
  }

  private void start(Topology topology) {
    start(builder(topology, this::see));
  }

  private void see(EventRecord e) {
    if (e.kind() == Kind.RELEASE && e.reason() == ReleaseReason.SELF_TRADE) {
      events.add(e.orderId() + " of " + e.userId() + " loses " + e.quantity());
    }
  }

  private List<String> seen() {
    // A query is answered behind the records of all commands before it.
    exchange.eventHash();
    List<String> all = List.copyOf(events);
    events.clear();
    return all;
  }

  private void group(long user, long group) {
    ok(c -> Commands.setSelfTradeGroup(c, user, group));
  }

  private static Consumer<Command> order(
      long user, long order, Side side, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, time, price, lots);
  }

  private static Consumer<Command> sell(long user, long order, long price, long lots) {
    return order(user, order, Side.SELL, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> bid(SelfTrade mode, TimeInForce time, long price, long lots) {
    return order(1, 10, Side.BUY, time, price, lots).andThen(c -> Commands.selfTrade(c, mode));
  }

  /** 2 lots of another user at 100, behind them 3 of the mate, and 5 of the other at 101. */
  private void startExample(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 100, 2));
    ok(sell(MATE, 31, 100, 3));
    ok(sell(RICH, 21, 101, 5));
  }

  private static void assertLots(CommandResult of, long filled, long open, long prevented) {
    assertThat(of.filledQuantity()).as("filled").isEqualTo(filled);
    assertThat(of.openQuantity()).as("open").isEqualTo(open);
    assertThat(of.preventedQuantity()).as("prevented").isEqualTo(prevented);
  }

  private long openOf(long order) {
    return exchange.order(PAIR, order).map(o -> o.quantity()).orElse(0L);
  }

  private long coinsHeld() {
    return exchange.user(MATE).orElseThrow().balance(COIN).held();
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
              assertThat(seen()).isEmpty();
              yield 399;
            }
            case CANCEL_NEWEST -> {
              assertLots(bought, 2, 0, 4);
              assertThat(seen()).containsExactly("10 of 1 loses 4");
              yield 800;
            }
            case CANCEL_OLDEST -> {
              assertLots(bought, 6, 0, 0);
              assertThat(seen()).containsExactly("31 of 3 loses 3");
              yield 396;
            }
            case CANCEL_BOTH -> {
              assertLots(bought, 2, 0, 4);
              assertThat(seen()).containsExactly("31 of 3 loses 3", "10 of 1 loses 4");
              yield 800;
            }
            case DECREMENT -> {
              assertLots(bought, 3, 0, 3);
              assertThat(seen()).containsExactly("31 of 3 loses 3", "10 of 1 loses 3");
              yield 699;
            }
          };
      assertThat(cash(1)).as("%s", mode).isEqualTo(new Balance(CASH, cash, 0));
      assertThat(openOf(31)).as("%s", mode).isEqualTo(mode == SelfTrade.CANCEL_NEWEST ? 3 : 0);
      assertThat(coinsHeld()).as("%s", mode).isEqualTo(openOf(31));
      if (mode != SelfTrade.DECREMENT) {
        close();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aWalkMeetsTheGroupToo(Topology topology) {
    for (SelfTrade mode : SelfTrade.values()) {
      startExample(topology);
      boolean passes = mode == SelfTrade.NONE || mode == SelfTrade.CANCEL_OLDEST;
      ok(c -> Commands.reduce(c, RICH, PAIR, 21, 1));
      CommandResult least =
          ok(bid(mode, TimeInForce.IOC, 101, 6).andThen(c -> Commands.minQuantity(c, 4)));
      assertThat(least.filledQuantity()).as("%s", mode).isEqualTo(passes ? 6 : 0);
      assertThat(openOf(31)).as("%s", mode).isEqualTo(passes ? 0 : 3);
      if (!passes) {
        assertLots(ok(bid(mode, TimeInForce.FOK, 101, 3)), 0, 0, 0);
        assertLots(ok(bid(mode, TimeInForce.FOK, 101, 2)), 2, 0, 0);
      }
      if (mode != SelfTrade.DECREMENT) {
        close();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aMovedAndATriggeredOrderAreTakers(Topology topology) {
    start(topology);
    ok(sell(MATE, 31, 100, 3));
    ok(bid(SelfTrade.CANCEL_OLDEST, TimeInForce.GTC, 90, 2));
    assertLots(ok(c -> Commands.move(c, 1, PAIR, 10, 100, 0)), 0, 2, 0);
    assertThat(seen()).containsExactly("31 of 3 loses 3");
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    ok(
        c -> {
          Commands.placeStop(
              c, 1, PAIR, 11, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 105, 4, 101);
          Commands.selfTrade(c, SelfTrade.DECREMENT);
        });
    ok(sell(RICH, 20, 101, 1));
    ok(sell(MATE, 32, 102, 3));
    ok(order(RICH, 21, Side.BUY, TimeInForce.GTC, 101, 1));
    assertThat(seen()).containsExactly("32 of 3 loses 3", "11 of 1 loses 3");
    assertThat(openOf(11)).isEqualTo(1);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 895, 105));
    assertThat(coinsHeld()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aSlideAndAnUncrossKnowNoGroup(Topology topology) {
    start(topology);
    ok(sell(MATE, 31, 100, 3));
    ok(
        order(1, 10, Side.BUY, TimeInForce.GTC, 105, 1)
            .andThen(c -> Commands.postOnly(c, PostOnly.SLIDE)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 901, 99));
    ok(c -> Commands.startAuction(c, PAIR));
    ok(
        order(1, 11, Side.BUY, TimeInForce.GTC, 100, 3)
            .andThen(c -> Commands.selfTrade(c, SelfTrade.CANCEL_BOTH)));
    assertThat(ok(c -> Commands.uncross(c, PAIR)).filledQuantity()).isEqualTo(3);
    assertThat(seen()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theGroupsOfNowCount(Topology topology) {
    start(topology);
    group(MATE, 8);
    ok(sell(MATE, 31, 100, 5));
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 1, 0, 0);
    group(1, 8);
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 0, 0, 1);
    group(MATE, 0);
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 1, 0, 0);
    group(1, 0);
    // Who is in none is alone, not in one with the others that are in none.
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 1, 0, 0);
    ok(sell(1, 12, 99, 1));
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 0, 0, 1);
    group(1, -9);
    group(MATE, -9);
    ok(c -> Commands.cancel(c, 1, PAIR, 12));
    assertLots(ok(bid(SelfTrade.CANCEL_OLDEST, TimeInForce.GTC, 100, 1)), 0, 1, 0);
    assertThat(openOf(31)).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aGroupIsOfAUserWhoIsThere(Topology topology) {
    start(topology);
    long hash = exchange.stateHash();
    answered(ResultCode.UNKNOWN_USER, c -> Commands.setSelfTradeGroup(c, 99, 7));
    answered(ResultCode.INVALID_USER_ID, c -> Commands.setSelfTradeGroup(c, 0, 7));
    group(1, GROUP);
    assertThat(exchange.stateHash()).isEqualTo(hash);
    group(1, 8);
    assertThat(exchange.stateHash()).isNotEqualTo(hash);
    ok(c -> Commands.suspendUser(c, 1));
    group(1, GROUP);
    ok(c -> Commands.resumeUser(c, 1));
    assertThat(exchange.stateHash()).isEqualTo(hash);
  }

  /** By a snapshot, and by the log behind it. */
  @ParameterizedTest
  @MethodSource("topologies")
  void groupsOutliveARestart(Topology topology, @TempDir Path directory) {
    JournalOptions log = JournalOptions.in(directory);
    start(builder(topology, this::see).journal(log));
    ok(sell(MATE, 31, 100, 3));
    exchange.snapshot();
    group(RICH, GROUP);
    ok(sell(RICH, 20, 100, 2));
    long hash = exchange.stateHash();
    for (Topology next : topologies()) {
      exchange.close();
      exchange = builder(next, this::see).journal(log).start();
      assertThat(exchange.stateHash()).as("%s", next).isEqualTo(hash);
      assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 0, 0, 1);
      hash = exchange.stateHash();
    }
    assertLots(ok(bid(SelfTrade.CANCEL_OLDEST, TimeInForce.GTC, 100, 1)), 0, 1, 0);
    seen();
    assertThat(openOf(31) + openOf(20)).isZero();
  }

  @Test
  void thePublisherAndTheFuturesSendIt() {
    start(Topology.fused());
    assertThat(exchange.publisher().setSelfTradeGroup(RICH, GROUP)).isPositive();
    ok(sell(RICH, 20, 100, 2));
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 0, 0, 1);
    assertThat(exchange.async().setSelfTradeGroup(RICH, 0).join().code()).isEqualTo(ResultCode.OK);
    assertLots(ok(bid(SelfTrade.CANCEL_NEWEST, TimeInForce.GTC, 100, 1)), 1, 0, 0);
  }

  @Test
  void withoutRiskThereAreNoUsersAndNoGroups() {
    start(Topology.fused());
    try (Exchange without = Exchange.builder().risk(false).daemon().start()) {
      assertThat(without.async().setSelfTradeGroup(1, 7).join().code())
          .isEqualTo(ResultCode.NO_RISK_STAGE);
    }
  }
}
