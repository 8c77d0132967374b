package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders with a trigger, rule by rule, by hand. */
@Timeout(300)
class StopsTest extends PairSetup {

  private final List<String> events = new ArrayList<>();

  private ExchangeBuilder builder(Topology topology) {
    return builder(topology, this::note);
  }

  private void start(Topology topology) {
    start(builder(topology));
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    for (long user = 1; user <= 4; user++) {
      addUser(user, user == 1 ? 1_000 : 1_000_000);
    }
    // The symbol has traded at 100.
    place(RICH, 1, Side.SELL, 100, 1);
    place(RICH, 2, Side.BUY, 100, 1);
    events.clear();
  }

  private void note(EventRecord record) {
    switch (record.kind()) {
      case TRADE ->
          events.add(
              "%d takes %d of %d at %d"
                  .formatted(
                      record.takerOrderId(),
                      record.quantity(),
                      record.makerOrderId(),
                      record.price()));
      case TRIGGER, SLEEP, REST -> events.add(record.kind() + " " + record.orderId());
      case RELEASE -> events.add("RELEASE " + record.orderId() + " " + record.quantity());
      case RESULT, STATE, SHOW -> {
        // The test has the answer.
      }
    }
  }

  private CommandResult place(long user, long order, Side side, long price, long lots) {
    return ok(c -> Commands.place(c, user, PAIR, order, side, TimeInForce.GTC, price, lots));
  }

  private CommandResult stop(
      long user, long order, Side side, OrderType type, long trigger, long price, long lots) {
    return ok(
        c ->
            Commands.placeStop(
                c, user, PAIR, order, side, type, TimeInForce.GTC, price, lots, trigger));
  }

  private CommandResult stop(long order, Side side, long trigger, long price, long lots) {
    return stop(RICH, order, side, OrderType.STOP_LIMIT, trigger, price, lots);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    CommandResult asleep = stop(1, 10, Side.BUY, OrderType.STOP_LIMIT, 105, 110, 3);
    assertThat(asleep.openQuantity()).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 670, 330));
    assertThat(exchange.book(PAIR).orElseThrow().bids()).isEmpty();
    assertThat(exchange.order(PAIR, 10).orElseThrow().triggerPrice()).isEqualTo(105);
    place(RICH, 20, Side.SELL, 104, 1);
    place(RICH, 21, Side.SELL, 105, 1);
    place(RICH, 22, Side.SELL, 107, 5);
    CommandResult bought = place(3, 30, Side.BUY, 105, 2);
    assertThat(bought.filledQuantity()).isEqualTo(2);
    assertThat(events)
        .containsExactly(
            "SLEEP 10",
            "30 takes 1 of 20 at 104",
            "30 takes 1 of 21 at 105",
            "TRIGGER 10",
            "10 takes 3 of 22 at 107");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 679, 0));
    assertThat(exchange.order(PAIR, 10)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aCascadeGoesTriggerByTriggerThenByEntryAndBothWays(Topology topology) {
    start(topology);
    stop(10, Side.BUY, 103, 106, 1);
    stop(11, Side.BUY, 102, 104, 1);
    stop(12, Side.BUY, 102, 104, 1);
    // Takes profit on the rise, too, and by its trigger comes first.
    stop(RICH, 13, Side.SELL, OrderType.TAKE_PROFIT_LIMIT, 101, 120, 1);
    // A fall wakes it; the rise does not.
    stop(14, Side.SELL, 99, 90, 1);
    for (long price = 102; price <= 106; price++) {
      place(RICH, price, Side.SELL, price, 1);
    }
    place(RICH, 98, Side.BUY, 98, 1);
    events.clear();
    place(3, 30, Side.BUY, 102, 1);
    assertThat(events)
        .containsExactly(
            "30 takes 1 of 102 at 102",
            "TRIGGER 13",
            "REST 13",
            "TRIGGER 11",
            "11 takes 1 of 103 at 103",
            "TRIGGER 12",
            "12 takes 1 of 104 at 104",
            "TRIGGER 10",
            "10 takes 1 of 105 at 105");
    events.clear();
    place(3, 31, Side.SELL, 98, 1);
    assertThat(events).containsExactly("31 takes 1 of 98 at 98", "TRIGGER 14", "REST 14");
  }

  /** The last price of a sweep may be back from where its others were. */
  @ParameterizedTest
  @MethodSource("topologies")
  void aTriggerWithinASweepIsSeen(Topology topology) {
    start(topology);
    stop(10, Side.SELL, 95, 1, 1);
    stop(11, Side.BUY, 104, 200, 1);
    stop(12, Side.SELL, 50, 300, 1);
    place(RICH, 20, Side.BUY, 95, 1);
    place(RICH, 21, Side.SELL, 104, 2);
    events.clear();
    // Sells down to 95; the stop that wakes finds nobody and rests at 1, and is bought at 1 again.
    place(3, 30, Side.SELL, 95, 1);
    assertThat(events).containsExactly("30 takes 1 of 20 at 95", "TRIGGER 10", "REST 10");
    events.clear();
    place(3, 31, Side.BUY, 104, 3);
    assertThat(events)
        .containsExactly(
            "31 takes 1 of 10 at 1",
            "31 takes 2 of 21 at 104",
            "TRIGGER 12",
            "REST 12",
            "TRIGGER 11",
            "REST 11");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneWhoseTriggerIsReachedTakesAtOnce(Topology topology) {
    start(topology);
    place(RICH, 20, Side.SELL, 101, 1);
    events.clear();
    CommandResult taken = stop(10, Side.BUY, 100, 101, 3);
    assertThat(taken.filledQuantity()).isEqualTo(1);
    assertThat(taken.openQuantity()).isEqualTo(2);
    assertThat(events).containsExactly("TRIGGER 10", "10 takes 1 of 20 at 101");
    assertThat(exchange.book(PAIR).orElseThrow().bids()).hasSize(1);
    // Its id is taken, asleep or not.
    stop(11, Side.BUY, 150, 150, 1);
    for (long order : new long[] {10, 11}) {
      answered(
          ResultCode.DUPLICATE_ORDER_ID,
          c -> Commands.place(c, 3, PAIR, order, Side.BUY, TimeInForce.GTC, 1, 1));
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneThatSleepsIsCancelledReducedAndMoved(Topology topology) {
    start(topology);
    stop(1, 10, Side.BUY, OrderType.STOP_LIMIT, 105, 100, 4);
    assertThat(ok(c -> Commands.reduce(c, 1, PAIR, 10, 1)).openQuantity()).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 700, 300));
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 10, 200, 5)).openQuantity()).isEqualTo(5);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 0, 1_000));
    answered(ResultCode.INSUFFICIENT_FUNDS, c -> Commands.move(c, 1, PAIR, 10, 201, 0));
    answered(ResultCode.UNKNOWN_ORDER, c -> Commands.cancel(c, 3, PAIR, 10));
    assertThat(ok(c -> Commands.cancel(c, 1, PAIR, 10)).releasedQuantity()).isEqualTo(5);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(exchange.orders(1)).isEmpty();
    place(RICH, 20, Side.SELL, 105, 1);
    place(RICH, 21, Side.BUY, 105, 1);
    assertThat(events).doesNotContain("TRIGGER 10");
  }

  /** What may not rest leaves with all that was held for it. */
  @ParameterizedTest
  @MethodSource("topologies")
  void anImmediateOneLeavesItsRest(Topology topology) {
    start(topology);
    ok(
        c ->
            Commands.placeStop(
                c, 1, PAIR, 10, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.FOK, 110, 3, 101));
    // A suspension does not stop what is live.
    ok(c -> Commands.suspendUser(c, 1));
    place(RICH, 20, Side.SELL, 101, 2);
    events.clear();
    place(3, 30, Side.BUY, 101, 1);
    assertThat(events).containsExactly("30 takes 1 of 20 at 101", "TRIGGER 10", "RELEASE 10 3");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void moreThanACommandTriggersWaitForTheNext(Topology topology) {
    start(topology);
    int stops = 40;
    for (long order = 100; order < 100 + stops; order++) {
      stop(order, Side.BUY, 101, 102, 1);
    }
    place(RICH, 20, Side.SELL, 101, 1);
    events.clear();
    place(3, 30, Side.BUY, 101, 1);
    assertThat(events).hasSize(1 + 2 * 32).contains("REST 131").doesNotContain("TRIGGER 132");
    // The others wait: they are live, and in no book.
    assertThat(exchange.book(PAIR).orElseThrow().bids()).hasSize(32);
    assertThat(exchange.orders(RICH)).hasSize(stops);
    ok(c -> Commands.cancel(c, RICH, PAIR, 133));
    assertThat(exchange.book(PAIR).orElseThrow().bids()).hasSize(39);
    assertThat(events.subList(65, events.size()))
        .startsWith("RELEASE 133 1", "TRIGGER 132", "REST 132", "TRIGGER 134");
    assertThat(events.stream().filter(e -> e.startsWith(Kind.TRIGGER.name()))).hasSize(39);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTickHasThoseTakeThatWaitWhereTheStateLetsThem(Topology topology) {
    start(topology);
    int stops = 100;
    for (long order = 100; order < 100 + stops; order++) {
      stop(order, Side.BUY, 101, 102, 1);
    }
    place(RICH, 20, Side.SELL, 101, 1);
    events.clear();
    place(3, 30, Side.BUY, 101, 1);
    assertThat(tick()).isEqualTo(36);
    ok(c -> Commands.setState(c, PAIR, SymbolState.HALTED));
    assertThat(triggered()).isEqualTo(64);
    assertThat(tick()).isZero();
    assertThat(triggered()).isEqualTo(64);
    ok(c -> Commands.setState(c, PAIR, SymbolState.AUCTION));
    assertThat(triggered()).isEqualTo(96);
    assertThat(tick()).isZero();
    assertThat(triggered()).isEqualTo(stops);
  }

  private long tick() {
    return ok(c -> Commands.tick(c, PAIR)).openQuantity();
  }

  private long triggered() {
    return events.stream().filter(e -> e.startsWith(Kind.TRIGGER.name())).count();
  }

  /** By the log alone, and by a snapshot. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatSleepsAndWhatWaitsComesBack(Topology topology, @TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory).segmentBytes(1 << 20);
    start(builder(topology).journal(journal));
    stop(50, Side.SELL, 99, 90, 2);
    stop(RICH, 51, Side.BUY, OrderType.TAKE_PROFIT_LIMIT, 98, 110, 2);
    for (long order = 100; order < 180; order++) {
      stop(order, Side.BUY, 101, 102, 1);
    }
    place(RICH, 20, Side.SELL, 101, 1);
    place(3, 30, Side.BUY, 101, 1);
    // It waits, and goes behind the others.
    ok(c -> Commands.move(c, RICH, PAIR, 175, 103, 2));
    for (boolean snapshot : new boolean[] {false, true}) {
      List<BookSnapshot.Stop> stops = exchange.book(PAIR).orElseThrow().stops();
      assertThat(stops.stream().filter(BookSnapshot.Stop::waits)).hasSize(16);
      assertThat(stops).hasSize(18);
      long hash = exchange.stateHash();
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = builder(topology).journal(journal).start();
      assertThat(exchange.stateHash()).isEqualTo(hash);
      assertThat(exchange.book(PAIR).orElseThrow().stops()).isEqualTo(stops);
    }
    events.clear();
    place(3, 31, Side.SELL, 200, 1);
    assertThat(events.stream().filter(e -> e.startsWith(Kind.TRIGGER.name())))
        .hasSize(16)
        .startsWith("TRIGGER 164", "TRIGGER 165")
        .endsWith("TRIGGER 179", "TRIGGER 175");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anUncrossTriggersAndAnAuctionDoesNot(Topology topology) {
    start(topology);
    stop(10, Side.BUY, 105, 110, 1);
    ok(c -> Commands.startAuction(c, PAIR));
    place(RICH, 20, Side.SELL, 105, 1);
    place(3, 30, Side.BUY, 105, 1);
    // Reached already: it gathers with the others.
    stop(11, Side.SELL, 100, 120, 1);
    assertThat(events).containsExactly("SLEEP 10", "TRIGGER 11");
    answered(
        ResultCode.NOT_IN_CONTINUOUS_TRADING,
        c ->
            Commands.placeStop(
                c, RICH, PAIR, 12, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.IOC, 110, 1, 150));
    ok(c -> Commands.uncross(c, PAIR));
    assertThat(events.subList(2, events.size()))
        .containsExactly("30 takes 1 of 20 at 105", "TRIGGER 10", "REST 10");
  }
}
