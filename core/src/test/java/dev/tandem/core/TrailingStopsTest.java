package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders whose trigger trails the price, rule by rule, by hand. */
@Timeout(300)
class TrailingStopsTest extends PairSetup {

  private final List<String> events = new ArrayList<>();

  private ExchangeBuilder builder(Topology topology) {
    return builder(topology, this::note);
  }

  private void note(EventRecord record) {
    if (record.kind() == Kind.TRIGGER || record.kind() == Kind.SLEEP) {
      events.add(record.kind() + " " + record.orderId() + " at " + record.triggerPrice());
    }
  }

  private void start(Topology topology) {
    start(builder(topology));
    tradeAt(100);
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH).withProtection(5)));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
  }

  private void tradeAt(long price) {
    ok(order(1_000, Side.SELL, price, 1));
    assertThat(ok(order(1_001, Side.BUY, price, 1)).filledQuantity()).isEqualTo(1);
  }

  private static Consumer<Command> order(long order, Side side, long price, long lots) {
    return c -> Commands.place(c, RICH, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> trailing(
      long user, long order, Side side, long limit, long lots, long offset, boolean inPpm) {
    return c -> {
      OrderType type = OrderType.TRAILING_STOP;
      Commands.place(c, user, PAIR, order, side, type, TimeInForce.GTC, limit, lots);
      Commands.trailing(c, offset, inPpm);
    };
  }

  private static Consumer<Command> sell(long order, long offset) {
    return trailing(RICH, order, Side.SELL, 0, 1, offset, false);
  }

  private static Consumer<Command> stop(long order, Side side, long trigger) {
    OrderType type = OrderType.STOP_LIMIT;
    TimeInForce time = TimeInForce.FOK;
    return c -> Commands.placeStop(c, RICH, PAIR, order, side, type, time, 1, 1, trigger);
  }

  private long triggerOf(long order) {
    return exchange.order(PAIR, order).orElseThrow().triggerPrice();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    CommandResult asleep = ok(trailing(1, 10, Side.SELL, 0, 3, 5, false));
    assertThat(asleep.openQuantity()).isEqualTo(3);
    assertThat(asleep.orderPrice()).isEqualTo(1);
    assertThat(triggerOf(10)).isEqualTo(95);
    tradeAt(110);
    assertThat(triggerOf(10)).isEqualTo(105);
    tradeAt(106);
    assertThat(triggerOf(10)).isEqualTo(105);
    ok(order(20, Side.BUY, 104, 2));
    ok(order(21, Side.BUY, 98, 5));
    tradeAt(105);
    assertThat(events).containsExactly("SLEEP 10 at 95", "TRIGGER 10 at 105");
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_208, 0));
    assertThat(exchange.order(PAIR, 21).orElseThrow().quantity()).isEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleInPpm(Topology topology) {
    start(topology);
    ok(trailing(1, 10, Side.BUY, 120, 2, 50_000, true));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 760, 240));
    tradeAt(90);
    // 94.5
    assertThat(triggerOf(10)).isEqualTo(95);
    tradeAt(94);
    ok(order(20, Side.SELL, 97, 2));
    tradeAt(95);
    assertThat(events).containsExactly("SLEEP 10 at 105", "TRIGGER 10 at 95");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 806, 0));
  }

  /** By trigger price at the trade, to the millionth of a tick, then by entry. */
  @ParameterizedTest
  @MethodSource("topologies")
  void theyJoinTheCascadeAmongTheOthers(Topology topology) {
    start(topology);
    ok(sell(10, 20));
    tradeAt(200);
    tradeAt(190);
    ok(stop(11, Side.SELL, 180));
    ok(sell(12, 10));
    // At 180, too; and 180.0001 and 179.9999, which 180 and 179 reach.
    ok(trailing(RICH, 13, Side.SELL, 0, 1, 52_631, true));
    ok(trailing(RICH, 14, Side.SELL, 0, 1, 52_632, true));
    ok(stop(15, Side.SELL, 182));
    // It goes behind the others of its trigger.
    ok(c -> Commands.move(c, RICH, PAIR, 10, 7, 1));
    ok(stop(16, Side.SELL, 180));
    events.clear();
    tradeAt(179);
    assertThat(events)
        .containsExactly(
            "TRIGGER 15 at 182",
            "TRIGGER 13 at 180",
            "TRIGGER 11 at 180",
            "TRIGGER 12 at 180",
            "TRIGGER 10 at 180",
            "TRIGGER 16 at 180",
            "TRIGGER 14 at 179");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theFirstTradeIsTheFirstBest(Topology topology) {
    start(builder(topology));
    ok(sell(10, 5));
    ok(trailing(RICH, 11, Side.BUY, 300, 1, 5, false));
    assertThat(triggerOf(10)).isZero();
    assertThat(triggerOf(11)).isZero();
    tradeAt(100);
    assertThat(triggerOf(10)).isEqualTo(95);
    assertThat(triggerOf(11)).isEqualTo(105);
    // Further away than any price.
    ok(sell(12, 100));
    ok(trailing(RICH, 13, Side.BUY, 300, 1, Long.MAX_VALUE, false));
    tradeAt(1);
    assertThat(events)
        .containsExactly(
            "SLEEP 10 at 0", "SLEEP 11 at 0", "SLEEP 12 at 0", "SLEEP 13 at 0", "TRIGGER 10 at 95");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itCanBeReducedMovedAndCancelled(Topology topology) {
    start(topology);
    ok(trailing(1, 10, Side.BUY, 120, 4, 5, false));
    tradeAt(90);
    assertThat(ok(c -> Commands.reduce(c, 1, PAIR, 10, 1)).openQuantity()).isEqualTo(3);
    ok(c -> Commands.move(c, 1, PAIR, 10, 130, 2));
    // The best price stays.
    assertThat(triggerOf(10)).isEqualTo(95);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 740, 260));
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    tradeAt(200);
    assertThat(events).noneMatch(e -> e.startsWith("TRIGGER"));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatItsFormDemands(Topology topology) {
    start(topology);
    for (long offset : new long[] {0, -1, Long.MIN_VALUE}) {
      answered(ResultCode.INVALID_TRIGGER, sell(10, offset));
    }
    answered(ResultCode.INVALID_TRIGGER, trailing(1, 10, Side.SELL, 0, 1, 1_000_000, true));
    answered(
        ResultCode.INVALID_TRIGGER,
        c -> {
          Commands.place(c, 1, PAIR, 10, Side.SELL, TimeInForce.GTC, 5, 1);
          Commands.trailing(c, 5, false);
        });
    answered(
        ResultCode.INVALID_TRIGGER,
        stop(10, Side.SELL, 5).andThen(c -> Commands.trailing(c, 5, true)));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        sell(10, 5).andThen(c -> c.instructions().triggerPrice(5)));
    answered(ResultCode.LIMIT_REQUIRED, trailing(1, 10, Side.BUY, 0, 1, 5, false));
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR + 1, COIN, CASH)));
    answered(ResultCode.LIMIT_REQUIRED, sell(10, 5).andThen(c -> c.symbol = PAIR + 1));
    ok(c -> Commands.startAuction(c, PAIR));
    answered(ResultCode.NOT_IN_CONTINUOUS_TRADING, sell(10, 5));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void bestPricesComeBack(Topology topology, @TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory).segmentBytes(1 << 20);
    start(builder(topology).journal(journal));
    ok(sell(1, 7));
    tradeAt(100);
    for (long order = 10; order < 60; order++) {
      boolean inPpm = order % 3 == 0;
      Side side = order % 2 == 0 ? Side.SELL : Side.BUY;
      ok(trailing(RICH, order, side, 300, 1, inPpm ? 300_000 + order : 30 + order, inPpm));
      tradeAt(100 + (order * 7) % 20);
    }
    for (long order = 10; order < 60; order += 7) {
      long moved = order;
      ok(c -> Commands.move(c, RICH, PAIR, moved, 301, 0));
    }
    for (boolean snapshot : new boolean[] {false, true}) {
      List<BookSnapshot.Stop> stops = exchange.book(PAIR).orElseThrow().stops();
      assertThat(stops).hasSize(50);
      assertThat(stops.getFirst().trailing()).isPositive();
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
    tradeAt(20);
    assertThat(events).hasSize(25).isSortedAccordingTo((a, b) -> triggerIn(b) - triggerIn(a));
  }

  private static int triggerIn(String event) {
    return Integer.parseInt(event.substring(event.lastIndexOf(' ') + 1));
  }
}
