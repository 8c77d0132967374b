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
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord.Kind;
import dev.tandem.core.marketdata.MarketBook;
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

/** Orders that are good for the day, rule by rule, by hand. */
@Timeout(300)
class DayOrdersTest extends PairSetup {

  private static final int MOST = 64;

  private final List<Long> ended = new ArrayList<>();

  private ExchangeBuilder builder(Topology topology) {
    return builder(
        topology,
        record -> {
          if (record.kind() == Kind.RELEASE && record.reason() == ReleaseReason.SESSION_END) {
            ended.add(record.orderId());
          }
        });
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
  }

  private void start(Topology topology) {
    start(builder(topology));
  }

  private static Consumer<Command> bid(
      long user, long order, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, Side.BUY, time, price, lots);
  }

  private static Consumer<Command> stop(long user, long order, TimeInForce time, long trigger) {
    return c ->
        Commands.placeStop(
            c, user, PAIR, order, Side.BUY, OrderType.STOP_LIMIT, time, trigger + 10, 1, trigger);
  }

  private CommandResult endSession() {
    return ok(c -> Commands.endSession(c, PAIR));
  }

  private boolean isLive(long order) {
    return exchange.order(PAIR, order).isPresent();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(bid(1, 10, TimeInForce.DAY, 100, 3));
    ok(bid(1, 11, TimeInForce.GTC, 90, 2));
    ok(stop(1, 12, TimeInForce.DAY, 110));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 400, 600));
    assertThat(endSession().openQuantity()).isZero();
    assertThat(ended).containsExactly(10L, 12L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 820, 180));
    assertThat(isLive(10) || isLive(12)).isFalse();
    assertThat(isLive(11)).isTrue();
    // What came back can be spent, and ids are free.
    ok(bid(1, 10, TimeInForce.DAY, 82, 10));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theyLeaveInTheOrderOfEntryWhateverMovedOrTriggered(Topology topology) {
    start(topology);
    ok(stop(RICH, 10, TimeInForce.DAY, 50));
    ok(bid(RICH, 11, TimeInForce.DAY, 30, 5));
    ok(bid(RICH, 12, TimeInForce.DAY, 31, 5));
    ok(c -> Commands.move(c, RICH, PAIR, 11, 29, 2));
    // Triggers 10, which rests then.
    ok(c -> Commands.place(c, 1, PAIR, 20, Side.SELL, TimeInForce.GTC, 55, 1));
    ok(bid(RICH, 13, TimeInForce.DAY, 55, 2));
    assertThat(exchange.order(PAIR, 10).orElseThrow().quantity()).isEqualTo(1);
    endSession();
    assertThat(ended).containsExactly(10L, 11L, 12L, 13L);
    assertThat(exchange.book(PAIR).orElseThrow().bids()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void soManyLeaveInOneCommandAndTheAnswerSaysHowManyAreLeft(Topology topology) {
    start(topology);
    for (long order = 1; order <= 2 * MOST + 3; order++) {
      ok(bid(RICH, order, TimeInForce.DAY, 10 + order % 7, 1));
    }
    assertThat(endSession().openQuantity()).isEqualTo(MOST + 3);
    assertThat(endSession().openQuantity()).isEqualTo(3);
    assertThat(endSession().openQuantity()).isZero();
    assertThat(ended).hasSize(2 * MOST + 3).isSorted();
    assertThat(endSession().openQuantity()).isZero();
    assertThat(exchange.balances().areConserved()).isTrue();
    assertThat(cash(RICH).held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void eachStateTakesIt(Topology topology) {
    start(topology);
    for (SymbolState state : SymbolState.values()) {
      ok(bid(1, 10, TimeInForce.DAY, 100, 3));
      ok(stop(1, 11, TimeInForce.DAY, 200));
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, state));
      }
      endSession();
      assertThat(cash(1)).as("%s", state).isEqualTo(new Balance(CASH, 1_000, 0));
      assertThat(exchange.book(PAIR).orElseThrow().state()).isEqualTo(state);
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, SymbolState.CONTINUOUS));
      }
    }
    answered(ResultCode.UNKNOWN_SYMBOL, c -> Commands.endSession(c, 9));
  }

  /** The trap: an id that is used again by an order that is not for the day. */
  @ParameterizedTest
  @MethodSource("topologies")
  void anIdThatIsUsedAgainIsAnotherOrder(Topology topology) {
    start(topology);
    Consumer<Command> sell = c -> Commands.place(c, 1, PAIR, 20, Side.SELL, TimeInForce.GTC, 10, 1);
    for (Consumer<Command> end :
        List.<Consumer<Command>>of(
            c -> Commands.cancel(c, RICH, PAIR, 10),
            c -> Commands.reduce(c, RICH, PAIR, 10, 9),
            sell)) {
      ok(bid(RICH, 10, TimeInForce.DAY, 10, 1));
      ok(end);
      assertThat(isLive(10)).isFalse();
      ok(bid(RICH, 10, TimeInForce.GTC, 10, 1));
      assertThat(endSession().openQuantity()).isZero();
      assertThat(isLive(10)).isTrue();
      ok(c -> Commands.cancel(c, RICH, PAIR, 10));
    }
    ok(bid(RICH, 10, TimeInForce.DAY, 9, 1));
    ok(sell);
    // It takes as it is moved.
    ok(c -> Commands.move(c, RICH, PAIR, 10, 10, 0));
    ok(stop(RICH, 10, TimeInForce.GTC, 500));
    endSession();
    assertThat(isLive(10)).isTrue();
    // In an uncross both sides end.
    ok(c -> Commands.startAuction(c, PAIR));
    ok(bid(RICH, 11, TimeInForce.DAY, 9, 1));
    ok(c -> Commands.place(c, 1, PAIR, 12, Side.SELL, TimeInForce.DAY, 9, 1));
    ok(c -> Commands.uncross(c, PAIR));
    ok(bid(RICH, 11, TimeInForce.GTC, 8, 1));
    ok(c -> Commands.place(c, 1, PAIR, 12, Side.SELL, TimeInForce.GTC, 90, 1));
    endSession();
    assertThat(isLive(11) && isLive(12)).isTrue();
    assertThat(ended).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsTriggeredAndWaitsLeavesToo(Topology topology) {
    start(topology);
    for (long order = 10; order < 50; order++) {
      ok(stop(RICH, order, TimeInForce.DAY, 50));
    }
    ok(c -> Commands.place(c, 1, PAIR, 5, Side.SELL, TimeInForce.GTC, 55, 1));
    ok(bid(RICH, 6, TimeInForce.GTC, 55, 1));
    assertThat(exchange.book(PAIR).orElseThrow().stops())
        .hasSize(8)
        .allMatch(BookSnapshot.Stop::waits);
    endSession();
    assertThat(ended).hasSize(40).isSorted();
    assertThat(exchange.orders(RICH)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void postOnlyOrdersMayBeForTheDay(Topology topology) {
    start(topology);
    ok(bid(1, 10, TimeInForce.DAY, 100, 3).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE)));
    endSession();
    assertThat(ended).containsExactly(10L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void marketDataSeesThemLeave(Topology topology) {
    List<Long> removed = new ArrayList<>();
    MarketListener listener =
        new MarketListener() {
          @Override
          public void order(OrderChange change, int side, long id, long price, long quantity) {
            if (change == OrderChange.REMOVED) {
              removed.add(id);
            }
          }
        };
    MarketData market = new MarketData(listener);
    start(builder(topology).marketData(market));
    ok(bid(RICH, 10, TimeInForce.DAY, 10, 1));
    ok(stop(RICH, 11, TimeInForce.DAY, 50));
    ok(bid(RICH, 12, TimeInForce.GTC, 9, 1));
    endSession();
    endSession();
    exchange.awaitAnswered();
    assertThat(removed).containsExactly(10L);
    MarketBook book = market.book(PAIR);
    assertThat(book.view().bestPrice(Side.BUY.code())).isEqualTo(9);
    // The two orders and one end; the second end changed nothing.
    assertThat(book.sequence()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theyAreKeptOverARestart(Topology topology, @TempDir Path directory) {
    start(builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)));
    for (long order = 1; order <= MOST + 2; order++) {
      ok(bid(RICH, order, TimeInForce.DAY, 200 - order, 1));
    }
    ok(stop(RICH, 100, TimeInForce.DAY, 500));
    ok(bid(RICH, 101, TimeInForce.GTC, 5, 1));
    exchange.snapshot();
    ok(c -> Commands.move(c, RICH, PAIR, 1, 3, 0));
    long hash = exchange.stateHash();
    exchange.close();
    exchange =
        builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)).start();
    assertThat(exchange.stateHash()).isEqualTo(hash);
    ended.clear();
    assertThat(endSession().openQuantity()).isEqualTo(3);
    endSession();
    assertThat(ended).hasSize(MOST + 3).isSorted().endsWith(100L);
    assertThat(isLive(101)).isTrue();
  }
}
