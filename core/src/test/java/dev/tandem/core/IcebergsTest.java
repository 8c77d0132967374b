package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders that show a part of their lots, rule by rule, by hand. */
@Timeout(300)
class IcebergsTest extends PairSetup {

  private static final long OTHER = 3;

  private final List<String> events = new ArrayList<>();

  private void start(Topology topology) {
    exchange = seen(topology).start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 100_000);
    addUser(OTHER, 100_000);
  }

  /** An exchange of whose records trades are seen, and shown parts with their reasons. */
  private ExchangeBuilder seen(Topology topology) {
    return Exchange.builder()
        .topology(topology)
        .daemon()
        .eventListener(
            batch -> {
              for (int i = 0; i < batch.count(); i++) {
                see(batch.record(i), (int) (batch.word(i, 0) >>> 16 & 0xff));
              }
            });
  }

  private void see(EventRecord e, int reason) {
    if (e.kind() == Kind.TRADE) {
      events.add(e.takerOrderId() + " takes " + e.quantity() + " of " + e.makerOrderId());
    } else if (e.kind() == Kind.SHOW) {
      events.add(
          e.orderId() + " shows " + e.quantity() + " of " + e.openQuantity() + ": " + reason);
    }
  }

  private List<String> seen() {
    // A query is answered behind the records of all commands before it.
    exchange.eventHash();
    List<String> all = List.copyOf(events);
    events.clear();
    return all;
  }

  private static Consumer<Command> order(
      long user, long order, Side side, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, time, price, lots);
  }

  private static Consumer<Command> sell(long user, long order, long price, long lots) {
    return order(user, order, Side.SELL, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> buy(long user, long order, long price, long lots) {
    return order(user, order, Side.BUY, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> showing(long lots, Consumer<Command> order) {
    return order.andThen(c -> Commands.displayQuantity(c, lots));
  }

  private long openOf(long order) {
    return exchange.order(PAIR, order).map(OpenOrder::quantity).orElse(0L);
  }

  private long hiddenOf(long order) {
    return exchange.order(PAIR, order).map(OpenOrder::hiddenQuantity).orElse(0L);
  }

  /** What is shown of a side, order by order: id and lots. */
  private List<String> shown(Side side) {
    return exchange.book(PAIR).orElseThrow().orders(side).stream()
        .map(o -> o.orderId() + ": " + o.quantity())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    assertThat(ok(showing(3, buy(1, 10, 100, 9))).openQuantity()).isEqualTo(9);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 100, 900));
    ok(buy(OTHER, 30, 100, 4));
    assertThat(exchange.book(PAIR).orElseThrow().levels(Side.BUY, 1))
        .containsExactly(new BookSnapshot.Level(100, 7, 2));
    seen();
    assertThat(ok(sell(RICH, 20, 100, 8)).filledQuantity()).isEqualTo(8);
    assertThat(seen())
        .containsExactly(
            "20 takes 3 of 10", "10 shows 3 of 6: 2", "20 takes 4 of 30", "20 takes 1 of 10");
    assertThat(shown(Side.BUY)).containsExactly("10: 2");
    assertThat(openOf(10)).isEqualTo(5);
    assertThat(hiddenOf(10)).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 100, 500));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aRefillStandsBehindNewOrdersAndExhaustedOnesInTheirOrder(Topology topology) {
    start(topology);
    ok(showing(1, sell(1, 10, 100, 3)));
    ok(showing(2, sell(RICH, 20, 100, 4)));
    ok(sell(OTHER, 30, 100, 1));
    seen();
    // 1 of the first: its refill is behind the other two.
    ok(buy(OTHER, 40, 100, 1));
    assertThat(shown(Side.SELL)).containsExactly("20: 2", "30: 1", "10: 1");
    ok(sell(OTHER, 31, 100, 1));
    ok(buy(OTHER, 41, 101, 20));
    assertThat(seen())
        .containsExactly(
            "40 takes 1 of 10",
            "10 shows 1 of 2: 2",
            "41 takes 2 of 20",
            "20 shows 2 of 2: 2",
            "41 takes 1 of 30",
            "41 takes 1 of 10",
            "10 shows 1 of 1: 2",
            "41 takes 1 of 31",
            "41 takes 2 of 20",
            "41 takes 1 of 10");
    // Nothing is left at 100, so nothing refilled can cross the rest of the taker.
    assertThat(shown(Side.SELL)).isEmpty();
    assertThat(shown(Side.BUY)).containsExactly("41: 12");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itTakesWithAllItsLotsAndShowsAPartOfTheRest(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 100, 4));
    CommandResult placed = ok(showing(2, buy(1, 10, 100, 9)));
    assertThat(placed.filledQuantity()).isEqualTo(4);
    assertThat(placed.openQuantity()).isEqualTo(5);
    assertThat(shown(Side.BUY)).containsExactly("10: 2");
    assertThat(seen()).containsExactly("10 takes 4 of 20", "10 shows 2 of 5: 1");
    assertThat(ok(c -> Commands.cancel(c, 1, PAIR, 10)).releasedQuantity()).isEqualTo(5);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 600, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void reduceTakesHiddenLotsFirstAndKeepsThePlace(Topology topology) {
    start(topology);
    ok(showing(3, sell(1, 10, 100, 9)));
    ok(sell(RICH, 20, 100, 1));
    assertThat(ok(c -> Commands.reduce(c, 1, PAIR, 10, 4)).openQuantity()).isEqualTo(5);
    assertThat(shown(Side.SELL)).containsExactly("10: 3", "20: 1");
    assertThat(ok(c -> Commands.reduce(c, 1, PAIR, 10, 3)).openQuantity()).isEqualTo(2);
    assertThat(shown(Side.SELL)).containsExactly("10: 2", "20: 1");
    assertThat(hiddenOf(10)).isZero();
    assertThat(ok(c -> Commands.reduce(c, 1, PAIR, 10, 7)).openQuantity()).isZero();
    assertThat(shown(Side.SELL)).containsExactly("20: 1");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void fillOrKillAndMinimumQuantitySeeHiddenLots(Topology topology) {
    start(topology);
    ok(showing(1, sell(1, 10, 100, 6)));
    assertThat(ok(order(RICH, 20, Side.BUY, TimeInForce.FOK, 100, 7)).filledQuantity()).isZero();
    assertThat(
            ok(buy(RICH, 21, 100, 9).andThen(c -> Commands.minQuantity(c, 7))).releasedQuantity())
        .isEqualTo(9);
    assertThat(ok(order(RICH, 22, Side.BUY, TimeInForce.FOK, 100, 5)).filledQuantity())
        .isEqualTo(5);
    assertThat(ok(buy(RICH, 23, 100, 2).andThen(c -> Commands.minQuantity(c, 1))).filledQuantity())
        .isEqualTo(1);
    assertThat(shown(Side.BUY)).containsExactly("23: 1");
  }

  /** Hidden lots in front of an own order come only behind it. */
  @ParameterizedTest
  @MethodSource("topologies")
  void fillOrKillDoesNotCountHiddenLotsBehindAnOwnOrder(Topology topology) {
    start(topology);
    ok(showing(1, sell(OTHER, 30, 100, 6)));
    ok(sell(1, 10, 100, 1));
    Consumer<Command> newest = c -> Commands.selfTrade(c, SelfTrade.CANCEL_NEWEST);
    assertThat(ok(order(1, 11, Side.BUY, TimeInForce.FOK, 100, 2).andThen(newest)).filledQuantity())
        .isZero();
    assertThat(ok(order(1, 12, Side.BUY, TimeInForce.IOC, 100, 2).andThen(newest)).filledQuantity())
        .isEqualTo(1);
    Consumer<Command> oldest = c -> Commands.selfTrade(c, SelfTrade.CANCEL_OLDEST);
    assertThat(ok(order(1, 13, Side.BUY, TimeInForce.FOK, 100, 5).andThen(oldest)).filledQuantity())
        .isEqualTo(5);
    assertThat(openOf(10)).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void decrementTakesOffTheTotal(Topology topology) {
    start(topology);
    ok(showing(2, sell(1, 10, 100, 9)));
    ok(sell(RICH, 20, 100, 1));
    Consumer<Command> decrement = c -> Commands.selfTrade(c, SelfTrade.DECREMENT);
    CommandResult bought = ok(buy(1, 11, 100, 5).andThen(decrement));
    assertThat(bought.preventedQuantity()).isEqualTo(5);
    assertThat(openOf(10)).isEqualTo(4);
    assertThat(shown(Side.SELL)).containsExactly("10: 2", "20: 1");
    assertThat(ok(buy(1, 12, 100, 3).andThen(decrement)).preventedQuantity()).isEqualTo(3);
    assertThat(shown(Side.SELL)).containsExactly("10: 1", "20: 1");
    Consumer<Command> oldest = c -> Commands.selfTrade(c, SelfTrade.CANCEL_OLDEST);
    ok(c -> Commands.move(c, 1, PAIR, 10, 100, 8));
    assertThat(ok(buy(1, 13, 100, 2).andThen(oldest)).filledQuantity()).isEqualTo(1);
    assertThat(openOf(10)).isZero();
    assertThat(exchange.user(1).orElseThrow().balance(COIN).held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aMoveKeepsTheInstruction(Topology topology) {
    start(topology);
    ok(showing(2, buy(OTHER, 10, 90, 4)));
    ok(sell(RICH, 20, 95, 3));
    seen();
    CommandResult moved = ok(c -> Commands.move(c, OTHER, PAIR, 10, 95, 8));
    assertThat(moved.filledQuantity()).isEqualTo(3);
    assertThat(moved.openQuantity()).isEqualTo(5);
    assertThat(seen()).containsExactly("10 takes 3 of 20", "10 shows 2 of 5: 1");
    // All lots are kept where none are named, hidden ones too.
    assertThat(ok(c -> Commands.move(c, OTHER, PAIR, 10, 91, 0)).openQuantity()).isEqualTo(5);
    assertThat(hiddenOf(10)).isEqualTo(3);
    answered(ResultCode.TOO_MANY_PARTS, c -> Commands.move(c, OTHER, PAIR, 10, 1, 2_001));
    ok(c -> Commands.move(c, OTHER, PAIR, 10, 1, 800));
    assertThat(shown(Side.BUY)).containsExactly("10: 2");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anAuctionSeesAllLotsByPriceAndTime(Topology topology) {
    start(topology);
    ok(c -> Commands.startAuction(c, PAIR));
    ok(showing(2, sell(1, 10, 100, 9)));
    ok(sell(OTHER, 30, 100, 3));
    ok(buy(RICH, 20, 100, 5));
    assertThat(exchange.book(PAIR).orElseThrow().levels(Side.SELL, 1))
        .containsExactly(new BookSnapshot.Level(100, 5, 2));
    seen();
    assertThat(ok(c -> Commands.uncross(c, PAIR)).filledQuantity()).isEqualTo(5);
    // The first in time has all of it; hidden lots go first, and it keeps its place.
    assertThat(seen()).containsExactly("20 takes 5 of 10");
    assertThat(openOf(10)).isEqualTo(4);
    assertThat(shown(Side.SELL)).containsExactly("10: 2", "30: 3");
    ok(c -> Commands.startAuction(c, PAIR));
    ok(buy(RICH, 21, 100, 5));
    ok(c -> Commands.uncross(c, PAIR));
    assertThat(seen()).containsExactly("21 takes 4 of 10", "21 takes 1 of 30");
    assertThat(exchange.user(1).orElseThrow().balance(COIN).held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void massCancelAndTheEndOfTheSessionGiveAllBack(Topology topology) {
    start(topology);
    ok(showing(2, buy(1, 10, 50, 9)));
    ok(c -> Commands.massCancel(c, 1, PAIR));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    ok(showing(2, order(1, 11, Side.BUY, TimeInForce.DAY, 50, 9)));
    ok(c -> Commands.endSession(c, PAIR));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(shown(Side.BUY)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void postOnlyAndMinimumQuantityGoWithIt(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 100, 4));
    ok(showing(2, buy(1, 10, 100, 9).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE))));
    assertThat(shown(Side.BUY)).containsExactly("10: 2");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 109, 891));
    ok(showing(2, buy(OTHER, 30, 100, 9).andThen(c -> Commands.minQuantity(c, 4))));
    assertThat(shown(Side.BUY)).containsExactly("30: 2", "10: 2");
  }

  /** What a listener is told of symbol 5, without the beginning and the end of each change. */
  private static final class Told implements MarketListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public void order(OrderChange change, int side, long orderId, long price, long quantity) {
      lines.add(change + " " + orderId + ": " + quantity);
    }

    @Override
    public void level(int side, long price, long quantity, int orders) {
      lines.add("level " + quantity + " of " + orders);
    }

    @Override
    public void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {
      lines.add("top " + bidQuantity + " " + askQuantity);
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void marketDataKnowsShownLotsAlone(Topology topology) {
    Told told = new Told();
    exchange =
        Exchange.builder().topology(topology).daemon().marketData(new MarketData(told)).start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 100_000);
    ok(showing(3, sell(1, 10, 100, 8)));
    ok(sell(RICH, 20, 100, 1));
    exchange.eventHash();
    assertThat(told.lines)
        .containsExactly(
            "ADDED 10: 3", "level 3 of 1", "top 0 3", "ADDED 20: 1", "level 4 of 2", "top 0 4");
    told.lines.clear();
    ok(buy(RICH, 21, 100, 4));
    ok(c -> Commands.reduce(c, 1, PAIR, 10, 1));
    exchange.eventHash();
    // A refill is a new order to it; nobody sees that hidden lots are taken off.
    assertThat(told.lines)
        .containsExactly(
            "REMOVED 10: 0", "ADDED 10: 3", "REMOVED 20: 0", "level 3 of 1", "top 0 3");
    told.lines.clear();
    ok(c -> Commands.reduce(c, 1, PAIR, 10, 2));
    ok(c -> Commands.move(c, 1, PAIR, 10, 101, 7));
    exchange.eventHash();
    assertThat(told.lines)
        .containsExactly(
            "REDUCED 10: 2",
            "level 2 of 1",
            "top 0 2",
            "MOVED 10: 3",
            "level 0 of 0",
            "level 3 of 1",
            "top 0 3");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void refillsGoOnWhereTheyWereAfterARestart(Topology topology, @TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory).segmentBytes(1 << 20);
    exchange = seen(topology).journal(journal).start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 100_000);
    ok(showing(3, sell(1, 10, 100, 9)));
    ok(showing(2, sell(1, 11, 100, 5)));
    ok(sell(RICH, 20, 100, 1));
    ok(buy(RICH, 21, 100, 4));
    for (boolean snapshot : new boolean[] {false, true}) {
      List<BookSnapshot.Order> asks = exchange.book(PAIR).orElseThrow().asks();
      assertThat(shown(Side.SELL)).containsExactly("11: 1", "20: 1", "10: 3");
      long hash = exchange.stateHash();
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = seen(topology).journal(journal).start();
      assertThat(exchange.stateHash()).isEqualTo(hash);
      assertThat(exchange.book(PAIR).orElseThrow().asks()).isEqualTo(asks);
      assertThat(exchange.book(PAIR).orElseThrow().termsOf(10).displayQuantity()).isEqualTo(3);
    }
    seen();
    ok(buy(RICH, 22, 100, 6));
    assertThat(seen())
        .containsExactly(
            "22 takes 1 of 11",
            "11 shows 2 of 3: 2",
            "22 takes 1 of 20",
            "22 takes 3 of 10",
            "10 shows 3 of 3: 2",
            "22 takes 1 of 11");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatCannotBeIsRefused(Topology topology) {
    start(topology);
    for (long lots : new long[] {-1, Long.MIN_VALUE, 10, Long.MAX_VALUE}) {
      answered(ResultCode.INVALID_DISPLAY_QUANTITY, showing(lots, buy(1, 10, 100, 9)));
    }
    for (TimeInForce time : List.of(TimeInForce.IOC, TimeInForce.FOK, TimeInForce.AT_AUCTION)) {
      answered(
          ResultCode.CONTRADICTORY_INSTRUCTION, showing(1, order(1, 10, Side.BUY, time, 100, 9)));
    }
    for (OrderType type : OrderType.values()) {
      if (type != OrderType.LIMIT) {
        TimeInForce time = type == OrderType.MARKET ? TimeInForce.IOC : TimeInForce.GTC;
        answered(
            ResultCode.CONTRADICTORY_INSTRUCTION,
            showing(1, order(1, 10, Side.BUY, time, 100, 9))
                .andThen(
                    c -> {
                      c.terms = OrderTerms.of(type, time);
                      if (type == OrderType.TRAILING_STOP) {
                        Commands.trailing(c, 5, false);
                      } else if (type.hasTrigger()) {
                        c.instructions().triggerPrice(100);
                      }
                    }));
      }
    }
    answered(ResultCode.TOO_MANY_PARTS, showing(1, sell(1, 10, 1, 1_001)));
    ok(showing(1, sell(1, 10, 1, 1_000)));
    CommandResult swept = ok(buy(RICH, 20, 1, 2_000));
    assertThat(swept.filledQuantity()).isEqualTo(1_000);
  }

  /** Else parts that are no multiples of the step would leave others off their steps. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsShownIsWithinTheLimitsOfTheSymbol(Topology topology) {
    start(topology);
    int stepped = 6;
    SymbolSpec spec = SymbolSpec.of(stepped, COIN, CASH).with(new LotLimits(2, 4, 0, 0));
    ok(c -> Commands.addSymbol(c, spec));
    Consumer<Command> sell =
        c -> Commands.place(c, OTHER, stepped, 10, Side.SELL, TimeInForce.GTC, 10, 20);
    answered(ResultCode.QUANTITY_NOT_IN_STEPS, showing(5, sell));
    answered(ResultCode.QUANTITY_TOO_SMALL, showing(2, sell));
    ok(showing(4, sell));
    // A budget takes part after part, and always steps of lots.
    assertThat(ok(c -> Commands.placeBudget(c, RICH, stepped, 20, 0, 150)).filledQuantity())
        .isEqualTo(14);
    assertThat(seen())
        .containsExactly(
            "10 shows 4 of 20: 1",
            "20 takes 4 of 10",
            "10 shows 4 of 16: 2",
            "20 takes 4 of 10",
            "10 shows 4 of 12: 2",
            "20 takes 4 of 10",
            "10 shows 4 of 8: 2",
            "20 takes 2 of 10");
  }
}
