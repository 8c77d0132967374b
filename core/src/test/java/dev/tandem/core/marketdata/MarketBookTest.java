package dev.tandem.core.marketdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers and copies that are not of this book are refused, and nothing continues behind them. */
class MarketBookTest {

  private static final int PLACE = 3;
  private static final int MOVE = 4;
  private static final int REDUCE = 5;
  private static final int CANCEL = 6;
  private static final int UNCROSS = 10;

  /** Changes one of the true answers. */
  record Lie(String what, int answer, Consumer<Command> change) {
    @Override
    public String toString() {
      return what;
    }
  }

  static List<Lie> lies() {
    return List.of(
        new Lie(
            "more traded than was open",
            PLACE,
            c -> trade(c, 6, c.outcomes.price(0), Outcomes.MAKER_DONE)),
        new Lie("maker is done", PLACE, c -> trade(c, 3, c.outcomes.price(0), Outcomes.MAKER_DONE)),
        new Lie("maker is not done", PLACE, c -> trade(c, 5, c.outcomes.price(0), 0)),
        new Lie("price of a trade", PLACE, c -> trade(c, 3, 9, 0)),
        new Lie("side of a taker", PLACE, c -> c.orderSide = Side.SELL_CODE),
        new Lie("lots of a move", MOVE, c -> c.openQuantity = 6),
        new Lie("side of a move", MOVE, c -> c.orderSide = Side.BUY_CODE),
        new Lie("more reduced than was open", REDUCE, c -> c.releasedQuantity = 8),
        new Lie("lots of a reduce", REDUCE, c -> c.openQuantity = 5),
        new Lie("price of a reduce", REDUCE, c -> c.orderPrice = 11),
        new Lie("lots of a cancel", CANCEL, c -> c.releasedQuantity = 7),
        new Lie("price of a cancel", CANCEL, c -> c.orderPrice = 11),
        new Lie("side of a cancel", CANCEL, c -> c.orderSide = Side.BUY_CODE),
        new Lie("not done in an auction", UNCROSS, c -> trade(c, 2, 10, Outcomes.MAKER_DONE)),
        new Lie(
            "more in an auction",
            UNCROSS,
            c -> trade(c, 5, 10, Outcomes.MAKER_DONE | Outcomes.TAKER_DONE)));
  }

  private static void trade(Command c, long lots, long price, int flags) {
    long taker = c.outcomes.takerOrderId(0);
    long maker = c.outcomes.makerOrderId(0);
    long takerUser = c.outcomes.takerUserId(0);
    long makerUser = c.outcomes.makerUserId(0);
    int side = c.outcomes.side(0);
    int auction = c.outcomes.isAuction(0) ? Outcomes.AUCTION : 0;
    c.outcomes.clear();
    c.outcomes.trade(
        1, side, flags | auction, taker, maker, takerUser, makerUser, price, lots, 0, 0);
  }

  private static List<Command> answers(Consumer<Exchange> commands) {
    List<Command> answers = new ArrayList<>();
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .daemon()
            .resultHandler(
                c -> {
                  Command copy = new Command();
                  copy.copyFrom(c);
                  answers.add(copy);
                })
            .start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      commands.accept(exchange);
      exchange.awaitAnswered();
    }
    return answers;
  }

  private static void day(Exchange exchange) {
    exchange.async().place(1, 1, 1, Side.SELL, TimeInForce.GTC, 10, 5).join();
    exchange.async().place(1, 1, 2, Side.SELL, TimeInForce.GTC, 11, 7).join();
    exchange.async().place(2, 1, 3, Side.BUY, TimeInForce.GTC, 10, 3).join();
    exchange.async().move(1, 1, 2, 12, 0).join();
    exchange.async().reduce(1, 1, 2, 1).join();
    exchange.async().cancel(1, 1, 2).join();
    exchange.async().startAuction(1).join();
    exchange.async().place(2, 1, 4, Side.BUY, TimeInForce.GTC, 10, 2).join();
    exchange.async().cancel(2, 1, 99).join();
    exchange.async().uncross(1).join();
  }

  @Test
  void aMissedCommandIsNoticed() {
    List<Command> answers =
        answers(
            exchange -> {
              exchange.async().place(1, 1, 1, Side.BUY, TimeInForce.GTC, 10, 5).join();
              exchange.async().place(2, 1, 2, Side.SELL, TimeInForce.GTC, 9, 3).join();
            });
    MarketData market = new MarketData(new MarketListener() {});
    market.apply(answers.get(0));
    assertThatThrownBy(() -> market.apply(answers.get(2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("symbol 1");
  }

  @ParameterizedTest
  @MethodSource("lies")
  void anAnswerThatDoesNotFitIsRefused(Lie lie) {
    List<Command> answers = answers(MarketBookTest::day);
    MarketData market = new MarketData(new MarketListener() {});
    answers.subList(0, lie.answer).forEach(market::apply);
    Command answer = answers.get(lie.answer);
    lie.change.accept(answer);
    assertThatThrownBy(() -> market.apply(answer))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("book of symbol 1");
    assertThatThrownBy(() -> market.apply(answer)).hasMessageContaining("has failed before");
    assertThatThrownBy(() -> market.book(1)).hasMessageContaining("has failed before");
  }

  @Test
  void theTrueAnswersFit() {
    MarketData market = new MarketData(new MarketListener() {});
    answers(MarketBookTest::day).forEach(market::apply);
    assertThat(market.book(1).view().orders(Side.SELL_CODE)).isZero();
    assertThat(market.book(1).view().orders(Side.BUY_CODE)).isZero();
  }

  /** What a listener throws leaves a change half told; nothing is built on that. */
  @Test
  void afterAListenerHasThrownNothingIsShown() {
    List<Command> answers = answers(MarketBookTest::day);
    IllegalArgumentException cause = new IllegalArgumentException("the listener");
    MarketData market =
        new MarketData(
            new MarketListener() {
              @Override
              public void level(int side, long price, long quantity, int orders) {
                throw cause;
              }
            });
    market.apply(answers.get(0));
    assertThatThrownBy(() -> market.apply(answers.get(1))).isSameAs(cause);
    for (Consumer<MarketData> call :
        List.<Consumer<MarketData>>of(
            m -> m.apply(answers.get(2)),
            m -> m.book(1),
            m -> m.expect(1),
            m -> m.number(1, 0),
            m -> m.join(MarketBook.of(copy(List.of(), false))))) {
      assertThatThrownBy(() -> call.accept(market))
          .isInstanceOf(IllegalStateException.class)
          .hasCause(cause);
    }
    market.release(1);
    market.leave(1);
  }

  private static BookSnapshot copy(List<BookSnapshot.Order> asks, boolean auction) {
    SymbolState state = auction ? SymbolState.AUCTION : SymbolState.CONTINUOUS;
    return new BookSnapshot(1, state, List.of(), asks, 5);
  }

  private static BookSnapshot.Order sell(long order, long price, long lots) {
    return new BookSnapshot.Order(Side.SELL, price, order, 1, lots);
  }

  @Test
  void aCopyThatIsNoBookIsRefused() {
    BookSnapshot crossed =
        new BookSnapshot(
            1,
            SymbolState.POST_ONLY,
            List.of(new BookSnapshot.Order(Side.BUY, 11, 1, 1, 1)),
            List.of(sell(2, 10, 1)),
            5);
    for (BookSnapshot copy :
        List.of(
            crossed,
            copy(List.of(sell(1, 10, 1), sell(1, 11, 1)), false),
            copy(List.of(sell(1, 10, Long.MAX_VALUE), sell(2, 10, 1)), true),
            copy(List.of(sell(1, 0, 1)), false),
            copy(List.of(sell(1, 10, 0)), false))) {
      assertThatThrownBy(() -> MarketBook.of(copy)).isInstanceOf(IllegalArgumentException.class);
      MarketData market = new MarketData(new MarketListener() {});
      market.expect(1);
      assertThatThrownBy(() -> market.join(copy)).isInstanceOf(IllegalArgumentException.class);
      // It is expected still.
      market.join(copy(List.of(sell(1, 10, 1)), false));
    }
  }

  /** What came between the copy and the call counts. */
  @Test
  void whatWasKeptIsNumbered() {
    List<Command> answers = answers(MarketBookTest::day);
    MarketData market = new MarketData(new MarketListener() {});
    market.expect(1);
    answers.subList(1, 5).forEach(market::apply);
    market.number(1, answers.get(2).eventNumber);
    market.expect(1);
    MarketBook book =
        market.join(
            new BookSnapshot(
                1, SymbolState.CONTINUOUS, List.of(), List.of(), answers.get(4).eventNumber));
    assertThat(book.sequence()).isEqualTo(2);
    assertThat(book.lastEvent()).isEqualTo(answers.get(4).eventNumber);
  }
}
