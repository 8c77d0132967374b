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
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders of which one cancels the other, rule by rule, by hand. */
@Timeout(300)
class LinkedOrdersTest extends PairSetup {

  private static final long OTHER = 3;
  private static final int SECOND = PAIR + 1;

  private final List<String> events = new ArrayList<>();

  private void start(Topology topology) {
    start(builder(topology, this::see));
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(SECOND, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 100_000);
    addUser(OTHER, 100_000);
  }

  private void see(EventRecord e) {
    if (e.kind() == Kind.TRADE) {
      events.add(e.takerOrderId() + " takes " + e.quantity() + " of " + e.makerOrderId());
    } else if (e.kind() == Kind.RELEASE) {
      events.add(e.reason() + " " + e.orderId() + ": " + e.quantity());
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

  private static Consumer<Command> limit(long user, long order, Side side, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> buy(long user, long order, long price, long lots) {
    return limit(user, order, Side.BUY, price, lots);
  }

  private static Consumer<Command> sell(long user, long order, long price, long lots) {
    return limit(user, order, Side.SELL, price, lots);
  }

  private static Consumer<Command> stop(
      long user, long order, Side side, OrderType type, long trigger, long price, long lots) {
    return c ->
        Commands.placeStop(c, user, PAIR, order, side, type, TimeInForce.GTC, price, lots, trigger);
  }

  private static Consumer<Command> buyStop(
      long user, long order, long trigger, long price, long lots) {
    return stop(user, order, Side.BUY, OrderType.STOP_LIMIT, trigger, price, lots);
  }

  private static Consumer<Command> linked(long other, Consumer<Command> order) {
    return order.andThen(c -> Commands.linkedOrder(c, other));
  }

  private static Consumer<Command> cancel(long user, long order) {
    return c -> Commands.cancel(c, user, PAIR, order);
  }

  /** User 1 bids for 5 at 90, or buys 5 at 112 at most once the price rises to 110. */
  private void pair() {
    ok(buy(1, 10, 90, 5));
    ok(linked(10, buyStop(1, 11, 110, 112, 5)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 440, 560));
  }

  private void bothGone() {
    assertThat(exchange.order(PAIR, 10)).isEmpty();
    assertThat(exchange.book(PAIR).orElseThrow().stops()).isEmpty();
    assertThat(cash(1).held()).isZero();
  }

  private void trade(long price) {
    ok(sell(RICH, 90, price, 1));
    ok(buy(OTHER, 91, price, 1));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(buy(1, 10, 90, 5));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 550, 450));
    ok(linked(10, buyStop(1, 11, 110, 112, 5)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 440, 560));
    ok(sell(RICH, 20, 90, 2));
    assertThat(seen()).containsExactly("20 takes 2 of 10", "OCO 11: 5");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 550, 270));
    ok(sell(RICH, 21, 110, 1));
    ok(buy(OTHER, 30, 110, 1));
    assertThat(seen()).containsExactly("30 takes 1 of 21");
    ok(cancel(1, 10));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 820, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theTriggerOfOneCancelsTheOther(Topology topology) {
    start(topology);
    pair();
    ok(sell(RICH, 20, 110, 1));
    ok(sell(RICH, 21, 111, 3));
    ok(buy(OTHER, 30, 110, 1));
    assertThat(seen())
        .containsExactly(
            "30 takes 1 of 20", "OCO 10: 5", "TRIGGER 11", "11 takes 3 of 21", "REST 11");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000 - 333 - 224, 224));
    // It is a leg no more.
    ok(c -> Commands.move(c, 1, PAIR, 11, 100, 1));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void ofATradeAndATriggerByItTheTradeIsFirst(Topology topology) {
    start(topology);
    ok(sell(1, 10, 110, 5));
    ok(linked(10, stop(1, 11, Side.SELL, OrderType.TAKE_PROFIT_LIMIT, 105, 100, 5)));
    ok(buy(RICH, 20, 101, 9));
    ok(buy(OTHER, 30, 110, 2));
    assertThat(seen()).containsExactly("30 takes 2 of 10", "OCO 11: 5");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsTriggeredWithALegDoesNotMeetTheOther(Topology topology) {
    start(topology);
    pair();
    ok(stop(OTHER, 31, Side.SELL, OrderType.TAKE_PROFIT_LIMIT, 110, 80, 2));
    ok(buy(RICH, 22, 85, 2));
    ok(sell(RICH, 20, 110, 1));
    ok(buy(OTHER, 30, 110, 1));
    assertThat(seen())
        .containsExactly(
            "30 takes 1 of 20",
            "OCO 10: 5",
            "TRIGGER 11",
            "REST 11",
            "TRIGGER 31",
            "31 takes 2 of 11");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTriggeredOrderThatMeetsALegCancelsTheOtherBeforeItsTradesAreWalked(Topology topology) {
    start(topology);
    ok(buy(RICH, 10, 90, 5));
    ok(linked(10, stop(RICH, 11, Side.BUY, OrderType.TAKE_PROFIT_LIMIT, 91, 95, 5)));
    ok(stop(OTHER, 30, Side.SELL, OrderType.STOP_LIMIT, 100, 80, 2));
    trade(100);
    assertThat(seen())
        .containsExactly("91 takes 1 of 90", "TRIGGER 30", "30 takes 2 of 10", "OCO 11: 5");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whateverRemovesOneRemovesTheOther(Topology topology) {
    start(topology);
    for (long order : new long[] {10, 11}) {
      pair();
      ok(cancel(1, order));
      assertThat(seen()).containsExactly("COMMAND " + order + ": 5", "OCO " + (21 - order) + ": 5");
      bothGone();
      pair();
      ok(c -> Commands.reduce(c, 1, PAIR, order, 7));
      bothGone();
      seen();
    }
    pair();
    CommandResult answer = ok(c -> Commands.massCancel(c, 1, PAIR));
    assertThat(answer.openQuantity()).isZero();
    assertThat(seen()).containsExactly("MASS_CANCEL 10: 5", "MASS_CANCEL 11: 5");
    bothGone();
    ok(c -> Commands.place(c, 1, PAIR, 10, Side.BUY, TimeInForce.DAY, 90, 5));
    ok(linked(10, buyStop(1, 11, 110, 112, 5)));
    ok(c -> Commands.endSession(c, PAIR));
    assertThat(seen()).containsExactly("SESSION_END 10: 5", "OCO 11: 5");
    bothGone();
    long time = exchange.async().submit(c -> Commands.tick(c, PAIR)).join().timestampNs();
    ok(buy(1, 10, 90, 5));
    ok(
        linked(10, buyStop(1, 11, 110, 112, 5))
            .andThen(
                c -> {
                  c.terms |= TimeInForce.GTD.code();
                  Commands.expireTime(c, time + 3_600_000_000_000L);
                }));
    // Refused, and removes what has expired all the same; the id was live when it came.
    answered(
        ResultCode.DUPLICATE_ORDER_ID,
        buy(1, 10, 95, 1).andThen(c -> c.timestampNs = time + 3_600_000_000_001L));
    assertThat(seen()).containsExactly("EXPIRY 11: 5", "OCO 10: 5");
    bothGone();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anUncrossCancelsTheOtherLegs(Topology topology) {
    start(topology);
    ok(c -> Commands.startAuction(c, PAIR));
    ok(buy(1, 10, 90, 5));
    ok(sell(RICH, 20, 85, 2));
    ok(linked(10, buyStop(1, 11, 110, 112, 5)));
    ok(linked(20, stop(RICH, 21, Side.SELL, OrderType.STOP_LIMIT, 80, 70, 9)));
    ok(c -> Commands.uncross(c, PAIR));
    assertThat(seen()).containsExactly("10 takes 2 of 20", "OCO 21: 9", "OCO 11: 5");
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theLargerOfTheTwoNeedsIsHeld(Topology topology) {
    start(topology);
    ok(buy(1, 10, 90, 5));
    ok(linked(10, buyStop(1, 11, 100, 100, 3)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 550, 450));
    ok(c -> Commands.reduce(c, 1, PAIR, 10, 2));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 700, 300));
    ok(c -> Commands.reduce(c, 1, PAIR, 11, 2));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 730, 270));
    ok(cancel(1, 11));
    bothGone();
    // A stop first; the limit order needs 110 more than there is beside it.
    ok(buyStop(1, 11, 110, 100, 8));
    answered(ResultCode.INSUFFICIENT_FUNDS, linked(11, buy(1, 10, 90, 12)));
    ok(linked(11, buy(1, 10, 90, 11)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 10, 990));
    ok(sell(RICH, 20, 90, 11));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 10, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aSecondLegThatDoesNotFitIsRefusedAndNothingChanges(Topology topology) {
    start(topology);
    trade(100);
    pair();
    ok(buy(1, 12, 80, 1));
    ok(buy(OTHER, 13, 80, 1));
    ok(buyStop(1, 14, 120, 120, 1));
    ok(c -> Commands.place(c, 1, SECOND, 15, Side.BUY, TimeInForce.GTC, 1, 1));
    ok(buy(RICH, 16, 95, 3));
    ok(c -> Commands.place(c, OTHER, PAIR, 17, Side.SELL, TimeInForce.IOC, 95, 1));
    ok(sell(RICH, 18, 105, 1));
    long hash = exchange.stateHash();
    Balance before = cash(1);
    ResultCode invalid = ResultCode.INVALID_LINKED_ORDER;
    Consumer<Command> second = buyStop(1, 50, 110, 110, 1);
    answered(ResultCode.UNKNOWN_LINKED_ORDER, linked(99, second));
    answered(ResultCode.UNKNOWN_LINKED_ORDER, linked(13, second));
    answered(ResultCode.UNKNOWN_LINKED_ORDER, linked(15, second));
    answered(invalid, linked(50, second));
    answered(invalid, linked(10, second));
    answered(invalid, linked(14, second));
    answered(invalid, linked(12, buy(1, 50, 70, 1)));
    answered(invalid, linked(12, stop(1, 50, Side.SELL, OrderType.STOP_LIMIT, 90, 80, 1)));
    answered(invalid, linked(16, buyStop(RICH, 50, 110, 110, 1)));
    answered(ResultCode.DUPLICATE_ORDER_ID, linked(12, buyStop(1, 14, 110, 110, 1)));
    answered(ResultCode.WOULD_TAKE, linked(12, buyStop(1, 50, 95, 110, 1)));
    answered(ResultCode.WOULD_TAKE, linked(14, buy(1, 50, 105, 1)));
    answered(
        ResultCode.WOULD_TAKE,
        linked(14, buy(1, 50, 105, 1).andThen(c -> Commands.postOnly(c, PostOnly.REJECT))));
    ResultCode contradictory = ResultCode.CONTRADICTORY_INSTRUCTION;
    answered(
        contradictory,
        linked(14, c -> Commands.place(c, 1, PAIR, 50, Side.BUY, TimeInForce.IOC, 70, 1)));
    answered(contradictory, linked(14, buy(1, 50, 70, 1).andThen(c -> Commands.minQuantity(c, 1))));
    answered(
        contradictory,
        linked(
            14,
            c ->
                Commands.place(
                    c, 1, PAIR, 50, Side.BUY, OrderType.MARKET, TimeInForce.IOC, 70, 1)));
    answered(
        ResultCode.UNSUPPORTED_INSTRUCTION, linked(14, c -> Commands.move(c, 1, PAIR, 12, 70, 1)));
    assertThat(exchange.stateHash()).isEqualTo(hash);
    assertThat(cash(1)).isEqualTo(before);
    // One that slides does not take.
    ok(linked(14, buy(1, 50, 105, 1).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE))));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aLegIsNotMovedNorAmended(Topology topology) {
    start(topology);
    pair();
    long hash = exchange.stateHash();
    for (long order : new long[] {10, 11}) {
      answered(ResultCode.ORDER_IS_LINKED, c -> Commands.move(c, 1, PAIR, order, 80, 1));
      answered(ResultCode.ORDER_IS_LINKED, c -> Commands.amend(c, 1, PAIR, order, 80, 1));
      answered(ResultCode.UNKNOWN_ORDER, c -> Commands.move(c, OTHER, PAIR, order, 80, 1));
    }
    assertThat(exchange.stateHash()).isEqualTo(hash);
  }

  /** What comes before is not settled when the second leg does. */
  @ParameterizedTest
  @MethodSource("topologies")
  void holdsAreExactWhateverIsInFlight(Topology topology) {
    start(topology);
    for (int round = 0; round < 200; round++) {
      AsyncCommands async = exchange.async();
      List<CompletableFuture<CommandResult>> answers = new ArrayList<>();
      answers.add(async.submit(buy(1, 10, 90, 5)));
      answers.add(async.submit(c -> Commands.move(c, 1, PAIR, 10, 91, 6)));
      answers.add(async.submit(linked(10, buyStop(1, 11, 110, 112, 5))));
      answers.add(async.submit(c -> Commands.move(c, 1, PAIR, 10, 80, 0)));
      answers.add(async.submit(sell(RICH, 20, 91, 2)));
      answers.add(async.submit(c -> Commands.move(c, 1, PAIR, 10, 80, 0)));
      answers.add(async.submit(cancel(1, 10)));
      answers.add(async.submit(sell(1, 12, 91, 2)));
      answers.add(async.submit(buy(RICH, 21, 91, 2)));
      answers.add(async.submit(c -> Commands.cancel(c, 1, PAIR, 12)));
      List<ResultCode> codes = answers.stream().map(a -> a.join().code()).toList();
      assertThat(codes.subList(0, 7))
          .containsExactly(
              ResultCode.OK,
              ResultCode.OK,
              ResultCode.OK,
              ResultCode.ORDER_IS_LINKED,
              ResultCode.OK,
              ResultCode.OK,
              ResultCode.OK);
      assertThat(codes.subList(7, 9)).containsExactly(ResultCode.OK, ResultCode.OK);
      ok(c -> Commands.massCancel(c, 0, PAIR));
      assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    }
  }

  /** By the log alone, and by a snapshot. */
  @ParameterizedTest
  @MethodSource("topologies")
  void aPairComesBack(Topology topology, @TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory).segmentBytes(1 << 20);
    start(builder(topology, this::see).journal(journal));
    pair();
    for (boolean snapshot : new boolean[] {false, true}) {
      BookSnapshot book = exchange.book(PAIR).orElseThrow();
      assertThat(book.termsOf(10).linkedOrder()).isEqualTo(11);
      assertThat(book.termsOf(11).linkedOrder()).isEqualTo(10);
      long hash = exchange.stateHash();
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = builder(topology, this::see).journal(journal).start();
      assertThat(exchange.stateHash()).isEqualTo(hash);
      assertThat(cash(1)).isEqualTo(new Balance(CASH, 440, 560));
      assertThat(exchange.book(PAIR).orElseThrow()).isEqualTo(book);
    }
    seen();
    answered(ResultCode.ORDER_IS_LINKED, c -> Commands.move(c, 1, PAIR, 10, 80, 1));
    ok(sell(RICH, 20, 90, 1));
    assertThat(seen()).containsExactly("20 takes 1 of 10", "OCO 11: 5");
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 550, 360));
  }
}
