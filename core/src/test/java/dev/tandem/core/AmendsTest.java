package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Amends, whose quantity is the total with what is filled, rule by rule, by hand. */
@Timeout(300)
class AmendsTest extends PairSetup {

  private static final long OTHER = 3;

  private final List<String> events = new ArrayList<>();

  private void start(Topology topology) {
    start(topology, SymbolSpec.of(PAIR, COIN, CASH));
  }

  private void start(Topology topology, SymbolSpec spec) {
    start(builder(topology, this::see), spec);
  }

  private void start(ExchangeBuilder builder, SymbolSpec spec) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, spec));
    addUser(1, 1_000);
    addUser(RICH, 100_000);
    addUser(OTHER, 100_000);
  }

  private void see(EventRecord e) {
    if (e.kind() == Kind.TRADE) {
      events.add(e.takerOrderId() + " takes " + e.quantity() + " of " + e.makerOrderId());
    } else if (e.kind() == Kind.TRIGGER || e.kind() == Kind.REST) {
      events.add(e.kind() + " " + e.orderId());
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

  private static Consumer<Command> amend(long user, long order, long price, long total) {
    return c -> Commands.amend(c, user, PAIR, order, price, total);
  }

  /** An amend that leaves its order with these lots: filled by it, open, and released. */
  private void amended(Consumer<Command> amend, long price, long filled, long open, long released) {
    CommandResult answer = ok(amend);
    assertThat(
            List.of(
                answer.orderPrice(),
                answer.filledQuantity(),
                answer.openQuantity(),
                answer.releasedQuantity()))
        .containsExactly(price, filled, open, released);
  }

  /** The orders of a side: id, and lots that are shown. */
  private List<String> queue(Side side) {
    return exchange.book(PAIR).orElseThrow().orders(side).stream()
        .map(o -> o.orderId() + ": " + o.quantity())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(buy(1, 10, 50, 10));
    ok(buy(OTHER, 30, 50, 1));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 500, 500));
    ok(sell(RICH, 20, 50, 6));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 500, 200));
    amended(amend(1, 10, 50, 8), 50, 0, 2, 2);
    assertThat(queue(Side.BUY)).containsExactly("10: 2", "30: 1");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 600, 100));
    amended(amend(1, 10, 50, 12), 50, 0, 6, 0);
    assertThat(queue(Side.BUY)).containsExactly("30: 1", "10: 6");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 400, 300));
    ok(sell(RICH, 21, 51, 2));
    amended(amend(1, 10, 51, 12), 51, 2, 4, 0);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 394, 204));
    amended(amend(1, 10, 51, 8), 51, 0, 0, 4);
    assertThat(queue(Side.BUY)).containsExactly("30: 1");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 598, 0));
  }

  /** The fill is not answered when the amend is sent, and a move would bring the lots back. */
  @ParameterizedTest
  @MethodSource("topologies")
  void aTotalOf10LeavesFourWhereSixAreFilledInFlight(Topology topology) {
    start(topology);
    for (int round = 0; round < 100; round++) {
      List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
      AsyncCommands async = exchange.async();
      answers.add(async.submit(buy(RICH, 10, 50, 10)));
      answers.add(async.submit(sell(OTHER, 20, 50, 6)));
      answers.add(async.submit(amend(RICH, 10, 49, 10)));
      answers.add(async.submit(sell(OTHER, 21, 49, 1)));
      answers.add(async.submit(amend(RICH, 10, 49, 9)));
      answers.add(async.submit(amend(RICH, 10, 48, 7)));
      answers.forEach(a -> assertThat(a.join().code()).isEqualTo(ResultCode.OK));
      assertThat(answers.get(2).join().openQuantity()).isEqualTo(4);
      assertThat(answers.get(4).join().openQuantity()).isEqualTo(2);
      assertThat(answers.get(5).join().releasedQuantity()).isEqualTo(2);
    }
    assertThat(queue(Side.BUY)).isEmpty();
    assertThat(cash(RICH).held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTotalThatIsFilledCancelsAndLeavesNoOrderOfNothing(Topology topology) {
    start(topology);
    ok(sell(RICH, 30, 60, 1));
    for (long total : new long[] {6, 5, 1}) {
      // Also where it names a price that would take.
      for (long price : new long[] {50, 49, 60}) {
        ok(buy(1, 10, 50, 10));
        ok(sell(RICH, 20, 50, 6));
        amended(amend(1, 10, price, total), 50, 0, 0, 4);
        assertThat(queue(Side.BUY)).isEmpty();
        assertThat(exchange.order(PAIR, 10)).isEmpty();
        assertThat(cash(1).held()).isZero();
        answered(ResultCode.UNKNOWN_ORDER, amend(1, 10, 50, 20));
        // Back to its user, for the next round.
        ok(order(1, 11, Side.SELL, TimeInForce.GTC, 50, 6));
        ok(order(RICH, 21, Side.BUY, TimeInForce.IOC, 50, 6));
      }
    }
    assertThat(queue(Side.SELL)).containsExactly("30: 1");
    // An order that is placed again under its id begins at 0.
    ok(buy(1, 10, 50, 10));
    amended(amend(1, 10, 50, 6), 50, 0, 6, 4);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void fewerLotsKeepThePlaceMoreLotsOrAnotherPriceLoseIt(Topology topology) {
    start(topology);
    ok(sell(RICH, 10, 50, 5));
    ok(sell(RICH, 11, 50, 5));
    amended(amend(RICH, 10, 50, 3), 50, 0, 3, 2);
    assertThat(queue(Side.SELL)).containsExactly("10: 3", "11: 5");
    amended(amend(RICH, 10, 50, 3), 50, 0, 3, 0);
    assertThat(queue(Side.SELL)).containsExactly("10: 3", "11: 5");
    amended(amend(RICH, 10, 50, 4), 50, 0, 4, 0);
    assertThat(queue(Side.SELL)).containsExactly("11: 5", "10: 4");
    amended(amend(RICH, 11, 51, 2), 51, 0, 2, 0);
    amended(amend(RICH, 11, 50, 2), 50, 0, 2, 0);
    assertThat(queue(Side.SELL)).containsExactly("10: 4", "11: 2");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anAmendThatCrossesIsATaker(Topology topology) {
    start(topology, new SymbolSpec(PAIR, COIN, CASH, 1, 1, 0, 10_000));
    ok(sell(RICH, 20, 60, 3));
    ok(buy(OTHER, 10, 50, 5));
    ok(order(RICH, 21, Side.SELL, TimeInForce.IOC, 50, 1));
    seen();
    amended(amend(OTHER, 10, 61, 9), 61, 3, 5, 0);
    assertThat(seen()).containsExactly("10 takes 3 of 20");
    // 3 of them paid 1.8 as a taker, rounded down; what it takes counts as filled.
    assertThat(cash(OTHER).available() + cash(OTHER).held()).isEqualTo(100_000 - 50 - 180 - 1);
    amended(amend(OTHER, 10, 61, 5), 61, 0, 1, 4);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneThatFailsChangesNothing(Topology topology) {
    start(topology);
    ok(buy(1, 10, 50, 10));
    ok(buy(OTHER, 11, 50, 1));
    ok(order(RICH, 20, Side.SELL, TimeInForce.IOC, 50, 3));
    long hash = exchange.stateHash();
    answered(ResultCode.INSUFFICIENT_FUNDS, amend(1, 10, 50, 21));
    answered(ResultCode.OVERFLOW, amend(1, 10, Long.MAX_VALUE, 10));
    answered(ResultCode.INVALID_QUANTITY, amend(1, 10, 50, 0));
    answered(ResultCode.INVALID_QUANTITY, amend(1, 10, 50, -1));
    answered(ResultCode.INVALID_PRICE, amend(1, 10, 0, 10));
    answered(ResultCode.INVALID_ORDER_ID, amend(1, 0, 50, 10));
    answered(ResultCode.UNKNOWN_ORDER, amend(1, 11, 50, 10));
    answered(ResultCode.UNKNOWN_ORDER, amend(1, 12, 50, 10));
    answered(ResultCode.UNKNOWN_USER, amend(9, 10, 50, 10));
    answered(ResultCode.UNKNOWN_SYMBOL, c -> Commands.amend(c, 1, 99, 10, 50, 10));
    answered(ResultCode.INVALID_TRIGGER, c -> Commands.amend(c, 1, PAIR, 10, 50, 10, 60));
    answered(ResultCode.INVALID_TRIGGER, c -> Commands.amend(c, 1, PAIR, 10, 50, 10, -1));
    // Also where nothing of it would be open.
    answered(ResultCode.INVALID_TRIGGER, c -> Commands.amend(c, 1, PAIR, 10, 50, 3, 60));
    answered(
        ResultCode.UNSUPPORTED_INSTRUCTION,
        amend(1, 10, 50, 10).andThen(c -> Commands.minQuantity(c, 1)));
    ok(c -> Commands.suspendUser(c, 1));
    answered(ResultCode.USER_SUSPENDED, amend(1, 10, 50, 5));
    ok(c -> Commands.resumeUser(c, 1));
    assertThat(exchange.stateHash()).isEqualTo(hash);
    // With the 13 more lots he has exactly enough.
    amended(amend(1, 10, 50, 20), 50, 0, 17, 0);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 0, 850));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void lotsThatWereTakenOffAreNeitherFilledNorOpen(Topology topology) {
    start(topology);
    ok(buy(RICH, 10, 50, 10));
    ok(order(OTHER, 20, Side.SELL, TimeInForce.IOC, 50, 3));
    ok(c -> Commands.reduce(c, RICH, PAIR, 10, 2));
    amended(amend(RICH, 10, 50, 8), 50, 0, 5, 0);
    // DECREMENT takes 2 off both: off the maker, and off the taker before it rests.
    ok(
        order(RICH, 21, Side.SELL, TimeInForce.IOC, 50, 2)
            .andThen(c -> Commands.selfTrade(c, SelfTrade.DECREMENT)));
    amended(amend(RICH, 10, 50, 8), 50, 0, 5, 0);
    ok(c -> Commands.cancel(c, RICH, PAIR, 10));
    ok(buy(RICH, 11, 50, 2));
    ok(buy(OTHER, 12, 50, 3));
    ok(sell(RICH, 22, 50, 9).andThen(c -> Commands.selfTrade(c, SelfTrade.DECREMENT)));
    assertThat(queue(Side.SELL)).containsExactly("22: 4");
    amended(amend(RICH, 22, 50, 9), 50, 0, 6, 0);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatAnOrderTookBeforeItRestsCounts(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 50, 4));
    ok(buy(OTHER, 10, 50, 10));
    amended(amend(OTHER, 10, 50, 9), 50, 0, 5, 1);
    ok(c -> Commands.cancel(c, OTHER, PAIR, 10));
    ok(sell(RICH, 21, 50, 4));
    ok(
        c ->
            Commands.place(
                c, OTHER, PAIR, 11, Side.BUY, OrderType.MARKET_TO_LIMIT, TimeInForce.GTC, 60, 10));
    amended(amend(OTHER, 11, 50, 9), 50, 0, 5, 1);
    ok(c -> Commands.cancel(c, OTHER, PAIR, 11));
    // And one that was triggered; it is triggered by the trade at 50.
    ok(sell(RICH, 22, 55, 4));
    ok(
        c ->
            Commands.placeStop(
                c, OTHER, PAIR, 12, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 55, 10, 54));
    ok(sell(RICH, 23, 54, 1));
    ok(buy(OTHER, 13, 54, 1));
    amended(amend(OTHER, 12, 55, 9), 55, 0, 5, 1);
    ok(c -> Commands.startAuction(c, PAIR));
    ok(sell(RICH, 24, 55, 3));
    ok(c -> Commands.uncross(c, PAIR));
    amended(amend(OTHER, 12, 55, 9), 55, 0, 2, 0);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aStopGetsAnotherTriggerLimitAndLots(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 50, 1));
    ok(buy(OTHER, 21, 50, 1));
    for (long id = 10; id < 12; id++) {
      long order = id;
      ok(
          c ->
              Commands.placeStop(
                  c, 1, PAIR, order, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 60, 5, 55));
    }
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 400, 600));
    // Fewer lots keep its place.
    amended(amend(1, 10, 60, 4), 60, 0, 4, 1);
    amended(c -> Commands.amend(c, 1, PAIR, 10, 60, 4, 55), 60, 0, 4, 0);
    assertThat(exchange.book(PAIR).orElseThrow().stops())
        .extracting(BookSnapshot.Stop::orderId)
        .containsExactly(10L, 11L);
    amended(c -> Commands.amend(c, 1, PAIR, 10, 58, 4, 56), 58, 0, 4, 0);
    assertThat(exchange.book(PAIR).orElseThrow().stops())
        .extracting(BookSnapshot.Stop::orderId, BookSnapshot.Stop::triggerPrice)
        .containsExactly(tuple(11L, 55L), tuple(10L, 56L));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 468, 532));
    // A trigger that the last price has reached: it takes in the same command, and rests.
    ok(sell(RICH, 22, 57, 1));
    seen();
    amended(c -> Commands.amend(c, 1, PAIR, 10, 58, 4, 50), 58, 0, 4, 0);
    assertThat(seen())
        .containsExactly("TRIGGER 10", "10 takes 1 of 22", "REST 10", "TRIGGER 11", "REST 11");
    assertThat(queue(Side.BUY)).containsExactly("11: 5", "10: 3");
    answered(ResultCode.INVALID_TRIGGER, c -> Commands.amend(c, 1, PAIR, 10, 58, 4, 60));
    amended(amend(1, 10, 58, 3), 58, 0, 2, 1);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTrailingStopKeepsItsOffset(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 50, 1));
    ok(buy(OTHER, 21, 50, 1));
    ok(
        c -> {
          Commands.place(c, 1, PAIR, 10, Side.BUY, OrderType.TRAILING_STOP, TimeInForce.GTC, 60, 5);
          Commands.trailing(c, 4, false);
        });
    answered(ResultCode.INVALID_TRIGGER, c -> Commands.amend(c, 1, PAIR, 10, 60, 5, 54));
    amended(amend(1, 10, 61, 6), 61, 0, 6, 0);
    BookSnapshot.Stop stop = exchange.book(PAIR).orElseThrow().stops().getFirst();
    assertThat(stop.trailing()).isEqualTo(4);
    assertThat(stop.triggerPrice()).isEqualTo(54);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anIcebergLosesHiddenLotsAndKeepsItsDisplayQuantity(Topology topology) {
    start(topology);
    ok(sell(RICH, 10, 50, 10).andThen(c -> Commands.displayQuantity(c, 3)));
    ok(sell(RICH, 11, 50, 1));
    ok(buy(OTHER, 20, 50, 2));
    assertThat(queue(Side.SELL)).containsExactly("10: 1", "11: 1");
    amended(amend(RICH, 10, 50, 5), 50, 0, 3, 5);
    assertThat(queue(Side.SELL)).containsExactly("10: 1", "11: 1");
    assertThat(exchange.order(PAIR, 10).orElseThrow().hiddenQuantity()).isEqualTo(2);
    amended(amend(RICH, 10, 50, 9), 50, 0, 7, 0);
    assertThat(queue(Side.SELL)).containsExactly("11: 1", "10: 3");
    ok(buy(OTHER, 21, 50, 4));
    assertThat(queue(Side.SELL)).containsExactly("10: 3");
    amended(amend(RICH, 10, 50, 9), 50, 0, 4, 0);
    ok(buy(RICH, 12, 1, 2).andThen(c -> Commands.displayQuantity(c, 1)));
    answered(ResultCode.TOO_MANY_PARTS, amend(RICH, 12, 1, 1_001));
    ok(amend(RICH, 12, 1, 1_000));
    amended(amend(RICH, 10, 50, 5), 50, 0, 0, 4);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void onePostOnlyIsRefusedOrSlidesAsByAMove(Topology topology) {
    start(topology);
    ok(sell(RICH, 20, 60, 5));
    ok(buy(OTHER, 10, 50, 5).andThen(c -> Commands.postOnly(c, PostOnly.REJECT)));
    ok(buy(OTHER, 11, 65, 5).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE)));
    ok(buy(OTHER, 12, 59, 1));
    long hash = exchange.stateHash();
    answered(ResultCode.WOULD_TAKE, amend(OTHER, 10, 60, 5));
    answered(ResultCode.WOULD_TAKE, amend(OTHER, 10, 60, 3));
    assertThat(exchange.stateHash()).isEqualTo(hash);
    amended(amend(OTHER, 10, 50, 3), 50, 0, 3, 2);
    // It would slide to where it is.
    amended(amend(OTHER, 11, 70, 4), 59, 0, 4, 1);
    assertThat(queue(Side.BUY)).containsExactly("11: 4", "12: 1", "10: 3");
    amended(amend(OTHER, 11, 70, 6), 59, 0, 6, 0);
    assertThat(queue(Side.BUY)).containsExactly("12: 1", "11: 6", "10: 3");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void limitsOfLotsJudgeTheTotalAndTheValueWhatIsLeft(Topology topology) {
    start(topology, SymbolSpec.of(PAIR, COIN, CASH).with(new LotLimits(2, 4, 12, 500)));
    ok(buy(1, 10, 50, 10));
    answered(ResultCode.QUANTITY_TOO_SMALL, amend(1, 10, 50, 2));
    ok(order(RICH, 20, Side.SELL, TimeInForce.IOC, 50, 6));
    answered(ResultCode.QUANTITY_NOT_IN_STEPS, amend(1, 10, 50, 9));
    answered(ResultCode.QUANTITY_TOO_LARGE, amend(1, 10, 50, 14));
    answered(ResultCode.NOTIONAL_TOO_LARGE, amend(1, 10, 84, 12));
    amended(amend(1, 10, 83, 12), 83, 0, 6, 0);
    amended(amend(1, 10, 83, 8), 83, 0, 2, 4);
    amended(amend(1, 10, 83, 4), 83, 0, 0, 2);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itIsTakenInTheStatesWhereAMoveIs(Topology topology) {
    start(topology);
    ok(buy(RICH, 10, 50, 10));
    ok(order(OTHER, 20, Side.SELL, TimeInForce.IOC, 50, 6));
    ok(sell(OTHER, 21, 60, 1));
    for (SymbolState state : SymbolState.values()) {
      if (exchange.book(PAIR).orElseThrow().state() != state) {
        ok(c -> Commands.setState(c, PAIR, state));
      }
      switch (state) {
        case CONTINUOUS, AUCTION -> ok(amend(RICH, 10, 50, 10));
        case POST_ONLY -> {
          ok(amend(RICH, 10, 50, 10));
          answered(ResultCode.WOULD_TAKE, amend(RICH, 10, 60, 10));
        }
        case HALTED, CANCEL_ONLY, CLOSED ->
            answered(ResultCode.NOT_ALLOWED_IN_STATE, amend(RICH, 10, 50, 5));
      }
    }
    ok(c -> Commands.setState(c, PAIR, SymbolState.POST_ONLY));
    // What leaves nothing does not take.
    amended(amend(RICH, 10, 60, 6), 50, 0, 0, 4);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void filledLotsOutliveARestart(Topology topology, @TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory).segmentBytes(1 << 20);
    start(builder(topology, this::see).journal(journal), SymbolSpec.of(PAIR, COIN, CASH));
    ok(buy(1, 10, 50, 10));
    ok(buy(OTHER, 11, 50, 10));
    ok(order(RICH, 20, Side.SELL, TimeInForce.IOC, 50, 6));
    for (boolean snapshot : new boolean[] {false, true}) {
      long hash = exchange.stateHash();
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = builder(topology, this::see).journal(journal).start();
      assertThat(exchange.stateHash()).isEqualTo(hash);
      assertThat(exchange.book(PAIR).orElseThrow().bids())
          .extracting(BookSnapshot.Order::filled)
          .containsExactly(6L, 0L);
    }
    amended(amend(1, 10, 50, 9), 50, 0, 3, 1);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 550, 150));
    answered(ResultCode.INSUFFICIENT_FUNDS, amend(1, 10, 50, 21));
    amended(amend(1, 10, 50, 20), 50, 0, 14, 0);
  }

  /** Market data has an amend as a reduction, a move or a removal; by none nothing changes. */
  @ParameterizedTest
  @MethodSource("topologies")
  void marketDataHasWhatItDoes(Topology topology) {
    List<String> lines = new ArrayList<>();
    MarketListener listener =
        new MarketListener() {
          @Override
          public void order(OrderChange change, int side, long order, long price, long lots) {
            lines.add(change + " " + order + ": " + lots + " at " + price);
          }
        };
    start(
        Exchange.builder().topology(topology).daemon().marketData(new MarketData(listener)),
        SymbolSpec.of(PAIR, COIN, CASH));
    ok(sell(RICH, 10, 50, 10).andThen(c -> Commands.displayQuantity(c, 6)));
    ok(sell(RICH, 11, 50, 10));
    ok(buy(OTHER, 20, 50, 2));
    lines.clear();
    ok(amend(RICH, 10, 50, 10));
    ok(amend(RICH, 10, 50, 9));
    ok(amend(RICH, 10, 50, 5));
    ok(amend(RICH, 11, 50, 10));
    ok(amend(RICH, 11, 50, 9));
    ok(amend(RICH, 10, 50, 12));
    ok(amend(RICH, 11, 51, 3));
    ok(amend(RICH, 10, 50, 2));
    exchange.eventHash();
    assertThat(lines)
        .containsExactly(
            "REDUCED 10: 3 at 50",
            "REDUCED 11: 9 at 50",
            "MOVED 10: 6 at 50",
            "MOVED 11: 3 at 51",
            "REMOVED 10: 0 at 50");
  }
}
