package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders that must not take, rule by rule, by hand. */
@Timeout(300)
class PostOnlyTest extends PairSetup {

  private static final long MOST = Long.MAX_VALUE;

  private static ExchangeBuilder builder(Topology topology) {
    return Exchange.builder().topology(topology).daemon();
  }

  private void start(Topology topology) {
    start(builder(topology), SymbolSpec.of(PAIR, COIN, CASH));
  }

  private void start(ExchangeBuilder builder, SymbolSpec spec) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, spec));
    addUser(1, 1_000);
    addUser(RICH, 1_000_000);
  }

  private static Consumer<Command> order(long user, long order, Side side, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, order, side, TimeInForce.GTC, price, lots);
  }

  private static Consumer<Command> posted(
      PostOnly mode, long user, long order, Side side, long price, long lots) {
    return order(user, order, side, price, lots).andThen(c -> Commands.postOnly(c, mode));
  }

  private long priceOf(long order) {
    return exchange.order(PAIR, order).orElseThrow().price();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(order(RICH, 20, Side.SELL, 105, 5));
    answered(ResultCode.WOULD_TAKE, posted(PostOnly.REJECT, 1, 10, Side.BUY, 110, 3));
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 1_000, 0));
    CommandResult slid = ok(posted(PostOnly.SLIDE, 1, 10, Side.BUY, 110, 3));
    assertThat(slid.orderPrice()).isEqualTo(104);
    assertThat(slid.openQuantity()).isEqualTo(3);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 688, 312));
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 10, 120, 4)).orderPrice()).isEqualTo(104);
    assertThat(cash(1)).isEqualTo(new Balance(CASH, 584, 416));
    assertThat(exchange.balances().areConserved()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneThatWouldTakeIsRefusedAndNothingChanges(Topology topology) {
    start(topology);
    ok(order(1, 20, Side.SELL, 100, 5));
    long hash = exchange.stateHash();
    // The best price is enough, and the own order counts.
    answered(ResultCode.WOULD_TAKE, posted(PostOnly.REJECT, 1, 10, Side.BUY, 100, 1));
    assertThat(exchange.stateHash()).isEqualTo(hash);
    assertThat(ok(posted(PostOnly.REJECT, 1, 10, Side.BUY, 99, 1)).openQuantity()).isEqualTo(1);
    answered(ResultCode.DUPLICATE_ORDER_ID, posted(PostOnly.SLIDE, RICH, 10, Side.BUY, 200, 1));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aMoveKeepsIt(Topology topology) {
    start(topology);
    ok(order(RICH, 20, Side.SELL, 100, 5));
    ok(posted(PostOnly.REJECT, 1, 10, Side.BUY, 90, 1));
    ok(posted(PostOnly.SLIDE, 1, 11, Side.BUY, 91, 1));
    long hash = exchange.stateHash();
    answered(ResultCode.WOULD_TAKE, c -> Commands.move(c, 1, PAIR, 10, 100, 2));
    assertThat(exchange.stateHash()).isEqualTo(hash);
    ok(c -> Commands.move(c, 1, PAIR, 10, 99, 0));
    answered(ResultCode.WOULD_TAKE, c -> Commands.move(c, 1, PAIR, 10, 101, 0));
    assertThat(priceOf(10)).isEqualTo(99);
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 11, 150, 0)).orderPrice()).isEqualTo(99);
    // An order takes the row of one that is gone, but not its instruction.
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    ok(order(1, 12, Side.BUY, 90, 1));
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 12, 100, 0)).filledQuantity()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void aSellSlidesUp(Topology topology) {
    start(topology);
    ok(order(1, 20, Side.BUY, 100, 1));
    assertThat(ok(posted(PostOnly.SLIDE, 1, 10, Side.SELL, 7, 4)).orderPrice()).isEqualTo(101);
    assertThat(exchange.user(1).orElseThrow().balance(COIN)).isEqualTo(new Balance(COIN, 996, 4));
    // Once, as it enters: it does not follow the book.
    ok(c -> Commands.cancel(c, 1, PAIR, 20));
    assertThat(priceOf(10)).isEqualTo(101);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void oneThatHasNoPriceToSlideToIsRefused(Topology topology) {
    exchange = builder(topology).risk(false).start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    ok(order(1, 20, Side.SELL, 1, 1));
    answered(ResultCode.WOULD_TAKE, posted(PostOnly.SLIDE, 1, 10, Side.BUY, 5, 1));
    ok(c -> Commands.cancel(c, 1, PAIR, 20));
    ok(order(1, 20, Side.BUY, MOST, 1));
    answered(ResultCode.WOULD_TAKE, posted(PostOnly.SLIDE, 1, 10, Side.SELL, 5, 1));
    ok(c -> Commands.move(c, 1, PAIR, 20, MOST - 1, 1));
    assertThat(ok(posted(PostOnly.SLIDE, 1, 10, Side.SELL, 5, 1)).orderPrice()).isEqualTo(MOST);
    // Two lots are not worth a 63-bit number there.
    answered(ResultCode.OVERFLOW, posted(PostOnly.SLIDE, 1, 11, Side.SELL, 5, 2));
    answered(ResultCode.OVERFLOW, c -> Commands.move(c, 1, PAIR, 10, 5, 2));
    assertThat(priceOf(10)).isEqualTo(MOST);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void limitsHoldAtThePriceThatItSlidesTo(Topology topology) {
    start(builder(topology), SymbolSpec.of(PAIR, COIN, CASH).with(new LotLimits(0, 0, 0, 1_000)));
    ok(order(RICH, 20, Side.BUY, 99, 1));
    assertThat(ok(posted(PostOnly.SLIDE, 1, 10, Side.SELL, 50, 10)).orderPrice()).isEqualTo(100);
    answered(ResultCode.NOTIONAL_TOO_LARGE, posted(PostOnly.SLIDE, 1, 11, Side.SELL, 50, 11));
    answered(ResultCode.NOTIONAL_TOO_LARGE, c -> Commands.move(c, 1, PAIR, 10, 50, 11));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void auctionsTakeItAsItIsAndKeepIt(Topology topology) {
    start(topology);
    ok(c -> Commands.startAuction(c, PAIR));
    ok(order(RICH, 20, Side.SELL, 100, 2));
    assertThat(ok(posted(PostOnly.REJECT, 1, 10, Side.BUY, 105, 1)).orderPrice()).isEqualTo(105);
    ok(posted(PostOnly.SLIDE, 1, 11, Side.BUY, 98, 1));
    ok(c -> Commands.move(c, 1, PAIR, 11, 99, 2));
    assertThat(ok(c -> Commands.uncross(c, PAIR)).filledQuantity()).isEqualTo(1);
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 11, 100, 0)).orderPrice()).isEqualTo(99);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theStatePostOnlyLetsOneSlide(Topology topology) {
    start(topology);
    ok(order(RICH, 20, Side.SELL, 100, 2));
    ok(c -> Commands.setState(c, PAIR, SymbolState.POST_ONLY));
    answered(ResultCode.WOULD_TAKE, order(1, 10, Side.BUY, 100, 1));
    answered(ResultCode.WOULD_TAKE, posted(PostOnly.REJECT, 1, 10, Side.BUY, 100, 1));
    assertThat(ok(posted(PostOnly.SLIDE, 1, 10, Side.BUY, 100, 1)).orderPrice()).isEqualTo(99);
    assertThat(ok(c -> Commands.move(c, 1, PAIR, 10, 300, 0)).orderPrice()).isEqualTo(99);
    ok(posted(PostOnly.REJECT, 1, 11, Side.BUY, 98, 1));
    answered(ResultCode.WOULD_TAKE, c -> Commands.move(c, 1, PAIR, 11, 100, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatContradictsItIsRefused(Topology topology) {
    start(topology);
    for (TimeInForce time : List.of(TimeInForce.IOC, TimeInForce.FOK)) {
      answered(
          ResultCode.CONTRADICTORY_INSTRUCTION,
          c -> {
            Commands.place(c, 1, PAIR, 10, Side.BUY, time, 100, 1);
            Commands.postOnly(c, PostOnly.SLIDE);
          });
    }
    answered(
        ResultCode.CONTRADICTORY_INSTRUCTION,
        c -> {
          Commands.placeStop(
              c, 1, PAIR, 10, Side.BUY, OrderType.STOP_LIMIT, TimeInForce.GTC, 100, 1, 90);
          Commands.postOnly(c, PostOnly.REJECT);
        });
    answered(
        ResultCode.UNSUPPORTED_INSTRUCTION,
        order(1, 10, Side.BUY, 100, 1).andThen(c -> c.extend().word(0, 3L << 16)));
    answered(
        ResultCode.UNSUPPORTED_INSTRUCTION,
        c -> {
          Commands.move(c, 1, PAIR, 10, 100, 1);
          Commands.postOnly(c, PostOnly.REJECT);
        });
  }

  /** By the log alone, and by a snapshot. */
  @ParameterizedTest
  @MethodSource("topologies")
  void itComesBack(Topology topology, @TempDir Path directory) {
    JournalOptions journal = JournalOptions.in(directory).segmentBytes(1 << 20);
    start(builder(topology).journal(journal), SymbolSpec.of(PAIR, COIN, CASH));
    ok(order(RICH, 20, Side.SELL, 100, 5));
    ok(posted(PostOnly.REJECT, 1, 10, Side.BUY, 90, 1));
    ok(posted(PostOnly.SLIDE, 1, 11, Side.BUY, 100, 1));
    for (boolean snapshot : new boolean[] {false, true}) {
      long hash = exchange.stateHash();
      if (snapshot) {
        exchange.snapshot();
      }
      exchange.close();
      exchange = builder(topology).journal(journal).start();
      assertThat(exchange.stateHash()).isEqualTo(hash);
      answered(ResultCode.WOULD_TAKE, c -> Commands.move(c, 1, PAIR, 10, 100, 0));
      assertThat(ok(c -> Commands.move(c, 1, PAIR, 11, 100, 0)).orderPrice()).isEqualTo(99);
    }
  }
}
