package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ReleaseReason;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord.Kind;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders that are cancelled together, rule by rule, by hand. */
@Timeout(600)
class MassCancelTest extends PairSetup {

  private static final int MOST = 64;
  private static final int OTHER = 6;
  private static final long ALL = 0;

  private final List<Long> removed = new ArrayList<>();

  private ExchangeBuilder builder(Topology topology) {
    return builder(
        topology,
        record -> {
          if (record.kind() == Kind.RELEASE && record.reason() == ReleaseReason.MASS_CANCEL) {
            removed.add(record.orderId());
          }
        });
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(OTHER, COIN, CASH)));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
  }

  private void start(Topology topology) {
    start(builder(topology));
  }

  private static Consumer<Command> place(
      long user, long order, Side side, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, time, price, lots);
  }

  private static Consumer<Command> bid(long user, long order, long price, long lots) {
    return place(user, order, Side.BUY, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> ask(long user, long order, long price, long lots) {
    return place(user, order, Side.SELL, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> stop(long user, long order, Side side, long trigger) {
    int slip = side == Side.BUY ? 10 : -10;
    return c ->
        Commands.placeStop(
            c,
            user,
            PAIR,
            order,
            side,
            OrderType.STOP_LIMIT,
            TimeInForce.GTC,
            trigger + slip,
            1,
            trigger);
  }

  private CommandResult cancelAll(long user) {
    return ok(c -> Commands.massCancel(c, user, PAIR));
  }

  private boolean isLive(long order) {
    return exchange.order(PAIR, order).isPresent();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(bid(1, 10, 100, 3));
    ok(ask(1, 11, 130, 4));
    ok(stop(1, 12, Side.BUY, 110));
    ok(bid(RICH, 13, 90, 5));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 580, 420));
    CommandResult buys = ok(c -> Commands.massCancel(c, 1, PAIR, Side.BUY));
    assertThat(buys.openQuantity()).isZero();
    assertThat(removed).containsExactly(10L, 12L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    assertThat(isLive(11) && isLive(13)).isTrue();
    assertThat(cancelAll(ALL).openQuantity()).isZero();
    assertThat(removed).containsExactly(10L, 12L, 13L, 11L);
    assertThat(exchange.orders(1)).isEmpty();
    assertThat(exchange.orders(RICH)).isEmpty();
    // What came back can be spent, and ids are free.
    ok(bid(1, 10, 1_000, 1));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theOrderIsBidsOffersThenWhatSleepsThenWhatWaits(Topology topology) {
    start(topology);
    ok(stop(RICH, 20, Side.SELL, 30));
    ok(stop(RICH, 21, Side.SELL, 31));
    ok(stop(RICH, 22, Side.BUY, 91));
    // Forty wake at one trade, of which 32 take; the others wait.
    for (long order = 100; order < 140; order++) {
      ok(stop(RICH, order, Side.BUY, 50));
    }
    ok(ask(1, 5, 55, 1));
    ok(bid(RICH, 6, 55, 1));
    ok(c -> Commands.setState(c, PAIR, SymbolState.HALTED));
    assertThat(cancelAll(1).openQuantity()).isZero();
    assertThat(removed).isEmpty();
    long resting = exchange.book(PAIR).orElseThrow().bids().size();
    long waiting =
        exchange.book(PAIR).orElseThrow().stops().stream().filter(BookSnapshot.Stop::waits).count();
    assertThat(waiting).isPositive();
    assertThat(cancelAll(RICH).openQuantity()).isZero();
    assertThat(removed).hasSize((int) (resting + waiting) + 3);
    // All bids have one price, so they leave in the order in which they came to rest.
    assertThat(removed.subList(0, (int) resting)).isSorted();
    assertThat(removed.subList((int) resting, (int) resting + 3)).containsExactly(20L, 21L, 22L);
    assertThat(removed.subList((int) resting + 3, removed.size())).isSorted();
    assertThat(cash(RICH).held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anOfferAndABidLeaveByPriceAndTime(Topology topology) {
    start(topology);
    ok(bid(1, 10, 7, 1));
    ok(bid(1, 11, 9, 1));
    ok(bid(RICH, 12, 9, 1));
    ok(bid(1, 13, 9, 1));
    ok(ask(1, 14, 21, 1));
    ok(ask(1, 15, 20, 1));
    ok(c -> Commands.move(c, 1, PAIR, 11, 9, 2));
    cancelAll(1);
    assertThat(removed).containsExactly(13L, 11L, 10L, 15L, 14L);
    assertThat(isLive(12)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void onlyOneSideLeaves(Topology topology) {
    start(topology);
    ok(bid(1, 10, 7, 1));
    ok(ask(1, 11, 21, 1));
    ok(stop(1, 12, Side.SELL, 3 + 10));
    ok(stop(1, 13, Side.BUY, 30));
    ok(c -> Commands.massCancel(c, 1, PAIR, Side.SELL));
    assertThat(removed).containsExactly(11L, 12L);
    ok(c -> Commands.massCancel(c, ALL, PAIR, Side.BUY));
    assertThat(removed).containsExactly(11L, 12L, 10L, 13L);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void soManyLeaveInOneCommandAndTheAnswerSaysHowManyAreLeft(Topology topology) {
    start(topology);
    for (long order = 1; order <= MOST + 5; order++) {
      ok(bid(RICH, order, 10 + order % 7, 1));
      ok(ask(RICH, 1_000 + order, 50 + order % 7, 1));
      ok(stop(RICH, 2_000 + order, Side.BUY, 60));
    }
    ok(bid(1, 5_000, 12, 1));
    long all = 3 * (MOST + 5);
    all -= MOST;
    assertThat(cancelAll(RICH).openQuantity()).isEqualTo(all);
    // One of them is the other user's.
    all -= MOST - 1;
    assertThat(cancelAll(ALL).openQuantity()).isEqualTo(all);
    while (all > 0) {
      long left = Math.max(0, all - MOST);
      assertThat(cancelAll(RICH).openQuantity()).isEqualTo(left);
      all = left;
    }
    assertThat(cancelAll(RICH).openQuantity()).isZero();
    assertThat(cash(RICH).held()).isZero();
    assertThat(removed).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void otherUsersAndOtherSymbolsAreNotTouched(Topology topology) {
    start(topology);
    ok(bid(1, 10, 7, 1));
    ok(bid(RICH, 11, 7, 1));
    ok(c -> Commands.place(c, 1, OTHER, 10, Side.BUY, TimeInForce.GTC, 7, 1));
    cancelAll(1);
    assertThat(isLive(10)).isFalse();
    assertThat(isLive(11)).isTrue();
    assertThat(exchange.order(OTHER, 10)).isPresent();
    cancelAll(ALL);
    assertThat(exchange.order(OTHER, 10)).isPresent();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 993, 7));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itIsTakenWhereACancelIs(Topology topology) {
    start(topology);
    for (SymbolState state : SymbolState.values()) {
      ok(bid(1, 10, 100, 3));
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, state));
      }
      ResultCode code =
          state == SymbolState.CLOSED ? ResultCode.NOT_ALLOWED_IN_STATE : ResultCode.OK;
      answered(code, c -> Commands.massCancel(c, ALL, PAIR));
      answered(code, c -> Commands.massCancel(c, 1, PAIR));
      assertThat(isLive(10)).as("%s", state).isEqualTo(code != ResultCode.OK);
      if (state != SymbolState.CONTINUOUS) {
        ok(c -> Commands.setState(c, PAIR, SymbolState.CONTINUOUS));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsWrongIsSaid(Topology topology) {
    start(topology);
    ok(bid(1, 10, 100, 3));
    for (byte side : new byte[] {3, 127, -1}) {
      answered(
          ResultCode.INVALID_SIDE,
          c -> {
            Commands.massCancel(c, 77, 9);
            c.side = side;
          });
    }
    answered(ResultCode.UNKNOWN_USER, c -> Commands.massCancel(c, 77, 9));
    answered(ResultCode.UNKNOWN_USER, c -> Commands.massCancel(c, -1, PAIR));
    answered(ResultCode.UNKNOWN_SYMBOL, c -> Commands.massCancel(c, 1, 9));
    answered(ResultCode.UNKNOWN_SYMBOL, c -> Commands.massCancel(c, ALL, 9));
    assertThat(isLive(10)).isTrue();
    // A user who may not trade may cancel.
    ok(c -> Commands.suspendUser(c, 1));
    cancelAll(1);
    assertThat(isLive(10)).isFalse();
  }

  /** The trap: an id that is used again by an order that no time ends. */
  @ParameterizedTest
  @MethodSource("topologies")
  void anOrderThatATimeWouldEndIsForgotten(Topology topology) {
    start(topology);
    ok(place(RICH, 10, Side.BUY, TimeInForce.DAY, 10, 1));
    ok(
        place(RICH, 11, Side.BUY, TimeInForce.GTD, 10, 1)
            .andThen(c -> Commands.expireTime(c, Long.MAX_VALUE)));
    cancelAll(RICH);
    ok(bid(RICH, 10, 10, 1));
    ok(place(RICH, 11, Side.BUY, TimeInForce.DAY, 10, 1));
    ok(c -> Commands.endSession(c, PAIR));
    assertThat(isLive(10)).isTrue();
    assertThat(isLive(11)).isFalse();
  }

  /** What comes back is spent by a command that came before it was settled. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatComesBackIsThereForTheNextCommand(Topology topology) {
    start(topology);
    ok(bid(1, 10, 100, 10));
    for (int i = 0; i < 50; i++) {
      CommandPublisher publisher = exchange.publisher();
      publisher.massCancel(1, PAIR);
      publisher.submit(bid(1, 11 + i, 500, 2));
    }
    exchange.awaitAnswered();
    assertThat(isLive(60)).isTrue();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 0, 1_000));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void marketDataSeesThemLeave(Topology topology) {
    List<Long> gone = new ArrayList<>();
    MarketListener listener =
        new MarketListener() {
          @Override
          public void order(OrderChange change, int side, long id, long price, long quantity) {
            if (change == OrderChange.REMOVED) {
              gone.add(id);
            }
          }
        };
    MarketData market = new MarketData(listener);
    start(builder(topology).marketData(market));
    ok(bid(RICH, 10, 10, 1));
    ok(stop(RICH, 11, Side.BUY, 50));
    ok(bid(1, 12, 9, 1));
    cancelAll(RICH);
    cancelAll(RICH);
    exchange.awaitAnswered();
    assertThat(gone).containsExactly(10L);
    assertThat(market.book(PAIR).view().bestPrice(Side.BUY.code())).isEqualTo(9);
    // The two orders and one cancel; the second one changed nothing.
    assertThat(market.book(PAIR).sequence()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void itIsReplayedFromTheLog(Topology topology, @TempDir Path directory) {
    start(builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)));
    for (long order = 1; order <= MOST + 2; order++) {
      ok(bid(RICH, order, 200 - order, 1));
    }
    exchange.snapshot();
    assertThat(cancelAll(RICH).openQuantity()).isEqualTo(2);
    long hash = exchange.stateHash();
    long events = exchange.eventHash();
    exchange.close();
    exchange =
        builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)).start();
    assertThat(exchange.stateHash()).isEqualTo(hash);
    assertThat(exchange.eventHash()).isEqualTo(events);
    assertThat(exchange.orders(RICH)).hasSize(2);
  }

  @Test
  void aHundredThousandOrdersLeaveInParts() {
    start(Topology.fused());
    int count = 100_000;
    for (long order = 1; order <= count; order++) {
      exchange.publisher().submit(bid(RICH, order, 1 + order % 7, 1));
    }
    ok(bid(1, count + 1L, 3, 1));
    assertThat(exchange.orders(RICH)).hasSize(count);
    long left = count;
    int commands = 0;
    while (left > 0) {
      long now = cancelAll(RICH).openQuantity();
      assertThat(now).isEqualTo(Math.max(0, left - MOST));
      left = now;
      commands++;
    }
    assertThat(commands).isEqualTo((count + MOST - 1) / MOST);
    assertThat(removed).hasSize(count).doesNotHaveDuplicates();
    assertThat(cash(RICH)).isEqualTo(new Balance(CASH, 1_000_000, 0));
    assertThat(isLive(count + 1L)).isTrue();
  }
}
