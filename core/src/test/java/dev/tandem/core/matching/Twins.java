package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.util.ArrayList;
import java.util.List;

/** One book in an engine and its naive twin, fed with the same commands and compared. */
final class Twins {

  static final int SYMBOL = 7;

  final MatchingEngine engine = new MatchingEngine();
  final NaiveBook naive = new NaiveBook();

  /** The command to fill in; it is cleared by {@link #run}. */
  final Command c = new Command();

  private final Command copy = new Command();
  private int lastTrades;

  Twins() {
    c.clear();
    c.type = CommandType.ADD_SYMBOL;
    c.symbol = SYMBOL;
    c.payload = SymbolSpec.of(SYMBOL, 1, 2);
    engine.match(c);
    assertThat(c.result).isEqualTo(ResultCode.OK_CODE);
    c.clear();
  }

  OrderBook book() {
    return engine.book(SYMBOL);
  }

  /** Runs {@link #c} on both and fails on any difference; the result. */
  ResultCode run() {
    c.symbol = SYMBOL;
    copyInput(c, copy);
    engine.match(c);
    naive.answer(copy);
    String fast = outputs(c);
    String slow = outputs(copy);
    if (!fast.equals(slow)) {
      assertThat(fast).as("%s", copy).isEqualTo(slow);
    }
    ResultCode result = ResultCode.of(c.result);
    lastTrades = c.outcomes.trades();
    c.clear();
    return result;
  }

  /** Trades of the command that ran last. */
  int lastTrades() {
    return lastTrades;
  }

  private static void copyInput(Command from, Command to) {
    to.clear();
    to.userId = from.userId;
    to.orderId = from.orderId;
    to.price = from.price;
    to.quantity = from.quantity;
    to.symbol = from.symbol;
    to.type = from.type;
    to.side = from.side;
    to.terms = from.terms;
    to.holdTag = from.holdTag;
  }

  /** All that matching may write, as text. */
  static String outputs(Command c) {
    StringBuilder b = new StringBuilder(64);
    b.append(c.result).append(' ').append(c.foundTag).append(' ').append(c.orderSide);
    b.append(' ').append(c.orderPrice).append(' ').append(c.filledQuantity);
    b.append(' ').append(c.openQuantity).append(' ').append(c.releasedQuantity);
    for (int i = 0; i < c.outcomes.count(); i++) {
      b.append('\n').append(c.outcomes.takerOrderId(i)).append(' ');
      b.append(c.outcomes.makerOrderId(i)).append(' ').append(c.outcomes.takerUserId(i));
      b.append(' ').append(c.outcomes.makerUserId(i)).append(' ').append(c.outcomes.price(i));
      b.append(' ').append(c.outcomes.quantity(i)).append(' ').append(c.outcomes.takerTag(i));
      b.append(' ').append(c.outcomes.makerTag(i)).append(' ').append(c.outcomes.flags(i));
      b.append(' ').append(c.outcomes.kind(i)).append(' ').append(c.outcomes.side(i));
      b.append(' ').append(c.outcomes.symbol(i)).append(' ').append(c.outcomes.isAuction(i));
    }
    return b.toString();
  }

  /** All orders of a book in price-time order, as text. */
  static List<String> orders(OrderBook book) {
    List<String> rows = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      book.view()
          .forEachOrder(
              side,
              (s, price, id, user, quantity, tag) ->
                  rows.add(s + " " + price + " " + id + " " + user + " " + quantity + " " + tag));
    }
    return rows;
  }

  /** Fails unless both books hold the same orders, levels and totals. */
  void compareBooks() {
    List<String> expected = new ArrayList<>();
    for (byte side = 0; side < 2; side++) {
      List<NaiveBook.Order> orders = naive.orders(side);
      orders.forEach(o -> expected.add(o.toString()));
      BookView view = book().view();
      List<long[]> levels = naive.levels(side);
      assertThat(view.orders(side)).isEqualTo(orders.size());
      assertThat(view.quantity(side)).isEqualTo(orders.stream().mapToLong(o -> o.quantity).sum());
      assertThat(view.levels(side)).isEqualTo(levels.size());
      long[] rows = new long[BookView.LEVEL_WORDS * (levels.size() + 1)];
      assertThat(view.levels(side, levels.size() + 1, rows)).isEqualTo(levels.size());
      for (int i = 0; i < levels.size(); i++) {
        for (int w = 0; w < BookView.LEVEL_WORDS; w++) {
          assertThat(rows[i * BookView.LEVEL_WORDS + w]).isEqualTo(levels.get(i)[w]);
        }
      }
      assertThat(view.bestPrice(side)).isEqualTo(levels.isEmpty() ? 0 : levels.get(0)[0]);
      assertThat(view.bestQuantity(side)).isEqualTo(levels.isEmpty() ? 0 : levels.get(0)[1]);
    }
    assertThat(orders(book())).isEqualTo(expected);
  }
}
