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

/** Orders that are good for the auction, rule by rule, by hand. */
@Timeout(300)
class AuctionOrdersTest extends PairSetup {

  private final List<Long> ended = new ArrayList<>();

  private ExchangeBuilder builder(Topology topology) {
    return builder(
        topology,
        record -> {
          if (record.kind() == Kind.RELEASE && record.reason() == ReleaseReason.AUCTION_END) {
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

  private void startAuction(Topology topology) {
    start(builder(topology));
    setState(SymbolState.AUCTION);
  }

  private static Consumer<Command> bid(long user, long order, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, Side.BUY, TimeInForce.AT_AUCTION, price, lots);
  }

  private static Consumer<Command> ask(long order, TimeInForce time, long price, long lots) {
    return c -> Commands.place(c, RICH, PAIR, order, Side.SELL, time, price, lots);
  }

  private void setState(SymbolState state) {
    ok(c -> Commands.setState(c, PAIR, state));
  }

  private CommandResult uncross() {
    return ok(c -> Commands.uncross(c, PAIR));
  }

  private boolean isLive(long order) {
    return exchange.order(PAIR, order).isPresent();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    startAuction(topology);
    ok(bid(1, 10, 101, 5));
    ok(bid(1, 11, 95, 2));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 305, 695));
    ok(ask(20, TimeInForce.GTC, 100, 3));
    CommandResult uncrossed = uncross();
    assertThat(uncrossed.filledQuantity()).isEqualTo(3);
    assertThat(ended).containsExactly(10L, 11L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 700, 0));
    assertThat(isLive(10) || isLive(11) || isLive(20)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theyAreTakenInAnAuctionAlone(Topology topology) {
    start(builder(topology));
    // A book that nothing has touched yet, and one that limits or stops have a say in.
    answered(ResultCode.NOT_IN_AUCTION, bid(1, 10, 10, 1));
    ok(
        c ->
            Commands.placeStop(
                c, RICH, PAIR, 5, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 90, 1, 90));
    answered(ResultCode.NOT_IN_AUCTION, bid(1, 10, 10, 1));
    for (SymbolState state : SymbolState.values()) {
      if (state != SymbolState.AUCTION && state != SymbolState.CONTINUOUS) {
        setState(state);
        answered(ResultCode.NOT_IN_AUCTION, bid(1, 10, 10, 1));
      }
    }
    setState(SymbolState.AUCTION);
    ok(bid(1, 10, 10, 1));
    answered(ResultCode.DUPLICATE_ORDER_ID, bid(1, 10, 10, 1));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 990, 10));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theySayNothingElse(Topology topology) {
    startAuction(topology);
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        bid(1, 10, 10, 1).andThen(c -> Commands.postOnly(c, PostOnly.SLIDE)));
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        bid(1, 10, 10, 2).andThen(c -> Commands.minQuantity(c, 1)));
    for (OrderType type : OrderType.values()) {
      if (type != OrderType.LIMIT) {
        Consumer<Command> other =
            c -> {
              TimeInForce time = TimeInForce.AT_AUCTION;
              Commands.place(c, 1, PAIR, 10, Side.BUY, type, time, 10, 1);
              if (type == OrderType.TRAILING_STOP) {
                Commands.trailing(c, 5, false);
              } else if (type.hasTrigger()) {
                Commands.placeStop(c, 1, PAIR, 10, Side.BUY, type, time, 10, 1, 10);
              }
            };
        answered(ResultCode.CONTRADICTORY_INSTRUCTION, other);
      }
    }
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  /** The trap: one that was moved, reduced, filled or cancelled before the auction ends. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsLeftLeavesInTheOrderOfEntry(Topology topology) {
    startAuction(topology);
    for (long order = 10; order < 15; order++) {
      ok(bid(RICH, order, 50 + order, 4));
    }
    ok(c -> Commands.move(c, RICH, PAIR, 10, 40, 0));
    ok(c -> Commands.reduce(c, RICH, PAIR, 11, 1));
    ok(c -> Commands.cancel(c, RICH, PAIR, 12));
    ok(ask(20, TimeInForce.AT_AUCTION, 64, 4));
    ok(ask(21, TimeInForce.AT_AUCTION, 90, 4));
    assertThat(uncross().filledQuantity()).isEqualTo(4);
    assertThat(ended).containsExactly(10L, 11L, 13L, 21L);
    assertThat(cash(RICH)).isEqualTo(new Balance(CASH, 1_000_000, 0));
    assertThat(exchange.orders(RICH)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anyEndOfTheAuctionRemovesThemAll(Topology topology) {
    start(builder(topology));
    for (SymbolState state : SymbolState.values()) {
      if (state == SymbolState.AUCTION) {
        continue;
      }
      setState(SymbolState.AUCTION);
      for (long order = 100; order < 230; order++) {
        ok(bid(RICH, order, 1 + order % 7, 1));
      }
      ok(c -> Commands.place(c, 1, PAIR, 10, Side.BUY, TimeInForce.GTC, 5, 1));
      ok(ask(20, TimeInForce.GTC, 6, 1));
      // They are judged as they are there, and then they cross the offer.
      if (!state.mayCross()) {
        answered(ResultCode.BOOK_CROSSED, c -> Commands.setState(c, PAIR, state));
        assertThat(ended).isEmpty();
      }
      ok(c -> Commands.cancel(c, RICH, PAIR, 20));
      setState(state);
      assertThat(ended).hasSize(130).isSorted();
      assertThat(cash(RICH).held()).isZero();
      setState(state == SymbolState.CONTINUOUS ? SymbolState.POST_ONLY : SymbolState.CONTINUOUS);
      ok(c -> Commands.cancel(c, 1, PAIR, 10));
      ended.clear();
    }
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anIdThatIsUsedAgainIsAnotherOrder(Topology topology) {
    startAuction(topology);
    ok(bid(RICH, 10, 10, 1));
    ok(c -> Commands.cancel(c, RICH, PAIR, 10));
    ok(c -> Commands.place(c, RICH, PAIR, 10, Side.BUY, TimeInForce.GTC, 10, 1));
    uncross();
    assertThat(ended).isEmpty();
    assertThat(isLive(10)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void marketDataSeesThemLeave(Topology topology) {
    List<Long> removed = new ArrayList<>();
    MarketData market =
        new MarketData(
            new MarketListener() {
              @Override
              public void order(OrderChange change, int side, long id, long price, long lots) {
                if (change == OrderChange.REMOVED) {
                  removed.add(id);
                }
              }
            });
    start(builder(topology).marketData(market));
    setState(SymbolState.AUCTION);
    ok(bid(RICH, 10, 101, 5));
    ok(bid(RICH, 11, 95, 2));
    ok(ask(20, TimeInForce.GTC, 100, 3));
    uncross();
    exchange.awaitAnswered();
    assertThat(removed).containsExactly(20L, 10L, 11L);
    assertThat(market.book(PAIR).view().bestPrice(Side.BUY.code())).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theyAreKeptOverARestart(Topology topology, @TempDir Path directory) {
    start(builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)));
    setState(SymbolState.AUCTION);
    ok(bid(RICH, 10, 10, 1));
    ok(c -> Commands.place(c, RICH, PAIR, 11, Side.BUY, TimeInForce.DAY, 10, 1));
    ok(bid(RICH, 12, 9, 1));
    exchange.snapshot();
    long hash = exchange.stateHash();
    exchange.close();
    exchange =
        builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)).start();
    assertThat(exchange.stateHash()).isEqualTo(hash);
    uncross();
    assertThat(ended).containsExactly(10L, 12L);
    assertThat(isLive(11)).isTrue();
  }
}
