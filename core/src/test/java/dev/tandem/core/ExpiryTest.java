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

/** Orders that expire, and the time of the stream, rule by rule, by hand. */
@Timeout(300)
class ExpiryTest extends PairSetup {

  private static final int MOST = 64;

  private final List<Long> expired = new ArrayList<>();
  private final List<Long> times = new ArrayList<>();

  private ExchangeBuilder builder(Topology topology) {
    return builder(
        topology,
        record -> {
          if (record.kind() == Kind.RELEASE && record.reason() == ReleaseReason.EXPIRY) {
            expired.add(record.orderId());
          } else if (record.kind() == Kind.RESULT) {
            times.add(record.timestampNs());
          }
        });
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(at(1, c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH))));
    for (long user : new long[] {1, RICH}) {
      long money = user == 1 ? 1_000 : 1_000_000;
      ok(at(1, c -> Commands.addUser(c, user)));
      ok(at(1, c -> Commands.adjustBalance(c, user, CASH, money, 1)));
      ok(at(1, c -> Commands.adjustBalance(c, user, COIN, 1_000, 2)));
    }
    times.clear();
  }

  private void start(Topology topology) {
    start(builder(topology));
  }

  private static Consumer<Command> at(long time, Consumer<Command> filler) {
    return filler.andThen(c -> c.timestampNs = time);
  }

  private static Consumer<Command> bid(long user, long order, long price, long lots, long until) {
    Consumer<Command> bid =
        c -> Commands.place(c, user, PAIR, order, Side.BUY, TimeInForce.GTD, price, lots);
    return bid.andThen(c -> Commands.expireTime(c, until));
  }

  private static Consumer<Command> ask(long order, long price, long lots) {
    return c -> Commands.place(c, RICH, PAIR, order, Side.SELL, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> cancel(long order) {
    return c -> Commands.cancel(c, RICH, PAIR, order);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(at(10, bid(1, 10, 100, 3, 50)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 700, 300));
    ok(at(49, ask(20, 120, 1)));
    assertThat(expired).isEmpty();
    CommandResult sold = ok(at(50, ask(21, 100, 3)));
    assertThat(sold.filledQuantity()).isZero();
    assertThat(expired).containsExactly(10L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theyExpireByTimeThenByEntryAlsoWhatSleeps(Topology topology) {
    start(topology);
    ok(at(2, bid(RICH, 10, 90, 1, 60)));
    ok(at(2, bid(RICH, 11, 91, 1, 50)));
    Consumer<Command> stop =
        c ->
            Commands.placeStop(
                c, RICH, PAIR, 12, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTD, 130, 1, 120);
    ok(at(2, stop.andThen(c -> Commands.expireTime(c, 50))));
    ok(at(2, bid(RICH, 13, 95, 1, 50)));
    // A move keeps the place.
    ok(at(3, c -> Commands.move(c, RICH, PAIR, 11, 80, 0)));
    ok(at(60, ask(20, 200, 1)));
    assertThat(expired).containsExactly(11L, 12L, 13L, 10L);
    assertThat(exchange.orders(RICH)).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aRefusedCommandRemovesThemToo(Topology topology) {
    start(topology);
    ok(at(2, bid(1, 10, 10, 1, 50)));
    ok(at(2, bid(1, 11, 10, 1, 51)));
    ok(at(2, bid(1, 12, 10, 1, 52)));
    ok(at(2, bid(1, 13, 10, 1, 53)));
    // By the book, by risk, by its form; its own order has expired.
    answered(ResultCode.UNKNOWN_ORDER, at(50, cancel(99)));
    assertThat(expired).containsExactly(10L);
    answered(ResultCode.INSUFFICIENT_FUNDS, at(51, bid(1, 20, 1_000, 5, 99)));
    assertThat(expired).containsExactly(10L, 11L);
    answered(ResultCode.INVALID_ORDER_ID, at(52, cancel(0)));
    assertThat(expired).containsExactly(10L, 11L, 12L);
    answered(ResultCode.UNKNOWN_ORDER, at(53, c -> Commands.move(c, 1, PAIR, 13, 11, 0)));
    assertThat(expired).containsExactly(10L, 11L, 12L, 13L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
  }

  /** What comes back can be spent from the next command on, at any speed. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatAnExpiryReleasesIsForTheNextCommand(Topology topology) {
    start(topology);
    ok(at(2, bid(1, 10, 100, 10, 50)));
    answered(ResultCode.INSUFFICIENT_FUNDS, at(50, bid(1, 11, 100, 10, 99)));
    ok(at(50, bid(1, 11, 100, 10, 99)));
    exchange.publisher().submit(at(99, cancel(1)));
    ok(at(99, bid(1, 12, 100, 10, 999)));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void soManyExpireInOneCommand(Topology topology) {
    start(topology);
    for (long order = 1; order <= MOST + 3; order++) {
      ok(at(2, bid(RICH, order, 10, 1, 50)));
    }
    answered(ResultCode.UNKNOWN_ORDER, at(50, cancel(999)));
    assertThat(expired).hasSize(MOST);
    answered(ResultCode.UNKNOWN_ORDER, at(50, cancel(999)));
    assertThat(expired).hasSize(MOST + 3).isSorted();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aTickRemovesWhatIsDueAndSaysHowManyAreLeft(Topology topology) {
    start(topology);
    Consumer<Command> tick = c -> Commands.tick(c, PAIR);
    ok(at(10, bid(1, 1_000, 100, 3, 50)));
    assertThat(ok(at(49, tick)).openQuantity()).isZero();
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 700, 300));
    assertThat(ok(at(50, tick)).openQuantity()).isZero();
    assertThat(expired).containsExactly(1_000L);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    for (long order = 1; order <= 2 * MOST + 3; order++) {
      ok(at(51, bid(RICH, order, 10, 1, 60 + order % 2)));
    }
    ok(at(51, bid(RICH, 999, 10, 1, 62)));
    assertThat(ok(at(61, tick)).openQuantity()).isEqualTo(MOST + 3);
    assertThat(ok(at(61, tick)).openQuantity()).isEqualTo(3);
    assertThat(ok(at(61, tick)).openQuantity()).isZero();
    assertThat(expired).hasSize(1 + 2 * MOST + 3);
    answered(ResultCode.UNKNOWN_SYMBOL, at(61, c -> Commands.tick(c, PAIR + 1)));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void timeNeverFalls(Topology topology) {
    start(topology);
    ok(at(2, bid(RICH, 10, 10, 1, 50)));
    ok(at(40, ask(20, 100, 1)));
    // It was given an earlier time, at which the order would not have expired.
    answered(ResultCode.ALREADY_EXPIRED, at(3, bid(RICH, 11, 10, 1, 40)));
    ok(at(-7, ask(21, 100, 1)));
    ok(at(50, ask(22, 100, 1)));
    assertThat(times).containsExactly(2L, 40L, 40L, 40L, 50L);
    assertThat(expired).containsExactly(10L);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatCannotBeIsRefused(Topology topology) {
    start(topology);
    for (long time : new long[] {0, -1, Long.MIN_VALUE}) {
      answered(ResultCode.INVALID_EXPIRE_TIME, at(9, bid(1, 10, 10, 1, time)));
    }
    for (long time : new long[] {1, 8, 9}) {
      answered(ResultCode.ALREADY_EXPIRED, at(9, bid(1, 10, 10, 1, time)));
    }
    for (TimeInForce time : TimeInForce.values()) {
      if (time != TimeInForce.GTD) {
        Consumer<Command> other = c -> Commands.place(c, 1, PAIR, 10, Side.BUY, time, 10, 1);
        answered(
            ResultCode.INVALID_EXPIRE_TIME, at(9, other.andThen(c -> Commands.expireTime(c, 99))));
      }
    }
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        at(9, bid(1, 10, 10, 1, 99).andThen(c -> Commands.postOnly(c, PostOnly.REJECT)))
            .andThen(c -> Commands.minQuantity(c, 1)));
    ok(at(9, bid(1, 10, 10, 1, 10)));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 990, 10));
  }

  /** The trap: the id is used again by an order that does not expire. */
  @ParameterizedTest
  @MethodSource("topologies")
  void anIdThatIsUsedAgainIsAnotherOrder(Topology topology) {
    start(topology);
    ok(at(2, bid(RICH, 10, 10, 1, 50)));
    ok(at(3, cancel(10)));
    ok(at(4, bid(RICH, 10, 10, 1, 90)));
    ok(at(60, ask(20, 100, 1)));
    assertThat(expired).isEmpty();
    // Its id is in use for the command by which it expires, and free for the next one.
    Consumer<Command> again =
        c -> Commands.place(c, RICH, PAIR, 10, Side.BUY, TimeInForce.GTC, 9, 2);
    answered(ResultCode.DUPLICATE_ORDER_ID, at(90, again));
    assertThat(expired).containsExactly(10L);
    ok(at(90, again));
    ok(at(91, ask(21, 100, 1)));
    assertThat(exchange.order(PAIR, 10).orElseThrow().quantity()).isEqualTo(2);
  }

  /** The trap: a command that does nothing to the book itself, but by which an order expires. */
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
    for (long order = 10; order < 14; order++) {
      ok(at(2, bid(RICH, order, 10, 1, 40 + order)));
    }
    Consumer<Command> stop =
        c ->
            Commands.placeStop(
                c, RICH, PAIR, 5, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 90, 1, 90);
    ok(at(50, stop));
    ok(at(51, c -> Commands.move(c, RICH, PAIR, 5, 91, 0)));
    ok(at(52, cancel(5)));
    answered(ResultCode.UNKNOWN_ORDER, at(53, cancel(5)));
    exchange.awaitAnswered();
    assertThat(removed).containsExactly(10L, 11L, 12L, 13L);
    assertThat(market.book(PAIR).view().bestPrice(Side.BUY.code())).isZero();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void timeAndExpiryAreKeptOverARestart(Topology topology, @TempDir Path directory) {
    start(builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)));
    ok(at(2, bid(RICH, 10, 10, 1, 70)));
    ok(at(3, bid(RICH, 11, 11, 1, 60)));
    ok(at(40, ask(20, 100, 1)));
    exchange.snapshot();
    long hash = exchange.stateHash();
    exchange.close();
    exchange =
        builder(topology).journal(JournalOptions.in(directory).segmentBytes(1 << 20)).start();
    assertThat(exchange.stateHash()).isEqualTo(hash);
    times.clear();
    ok(at(5, ask(21, 100, 1)));
    assertThat(times).containsExactly(40L);
    ok(at(70, ask(22, 100, 1)));
    assertThat(expired).containsExactly(11L, 10L);
  }
}
