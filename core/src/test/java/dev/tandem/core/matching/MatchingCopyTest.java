package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.SymbolRows;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The copy of a shard has the orders that the view walks, wherever their levels are kept. */
class MatchingCopyTest {

  private static final int SYMBOLS = 3;

  @Property(tries = 60)
  void hasTheOrdersOfTheView(@ForAll long seed) {
    Random random = new Random(seed);
    MatchingEngine engine = new MatchingEngine();
    Command c = new Command();
    for (int symbol = 0; symbol < SYMBOLS; symbol++) {
      c.clear();
      Commands.addSymbol(c, SymbolSpec.of(symbol * 100_000, 1, 2));
      engine.match(c);
    }
    try (MatchingCopy copy = new MatchingCopy()) {
      long middle = 1L << random.nextInt(50);
      for (int round = 0; round < 8; round++) {
        for (int i = 0; i < 400; i++) {
          c.clear();
          int symbol = random.nextInt(SYMBOLS) * 100_000;
          long order = 1L + random.nextInt(3_000);
          // Steps of all sizes: most levels near, some far, and the touch walks.
          long step = random.nextLong() >>> (20 + random.nextInt(44));
          long price = middle + (random.nextBoolean() ? step : -step);
          Side side = random.nextInt(10) == 0 == price > middle ? Side.BUY : Side.SELL;
          if (random.nextInt(4) == 0) {
            Commands.cancel(c, 1, symbol, order);
          } else {
            price = price <= 0 ? 1 + random.nextInt(5) : price;
            Commands.place(c, 1, symbol, order, side, TimeInForce.GTC, price, 1);
            if (random.nextInt(8) == 0) {
              Commands.postOnly(c, random.nextBoolean() ? PostOnly.SLIDE : PostOnly.REJECT);
            }
          }
          engine.match(c);
        }
        middle += random.nextInt(5_000) - 2_000;
        middle = Math.max(1, middle);
        if (round % 3 == 0) {
          copy.measure(engine);
          copy.reserve();
        }
        copy.take(engine);
        compare(engine, copy);
      }
    }
  }

  private static void compare(MatchingEngine engine, MatchingCopy copy) {
    try (StateImage image = new StateImage(0, 1)) {
      MatchingCopy.write(new MatchingCopy[] {copy}, image);
      Table symbols = image.table(TableKind.SYMBOLS);
      Table orders = image.table(TableKind.ORDERS);
      assertThat(symbols.rows()).isEqualTo(SYMBOLS);
      List<List<Long>> expected = new ArrayList<>();
      for (int row = 0; row < SYMBOLS; row++) {
        assertThat(SymbolRows.spec(symbols, row)).isEqualTo(engine.spec(row * 100_000));
        OrderBook book = engine.book(row * 100_000);
        BookView view = book.view();
        for (int side = 0; side < 2; side++) {
          assertThat(SymbolRows.orders(symbols, row, side)).isEqualTo(view.orders(side));
          view.forEachOrder(
              side,
              (code, price, orderId, userId, quantity, tag) ->
                  expected.add(
                      List.of(
                          orderId,
                          userId,
                          price,
                          quantity,
                          Instructions.modesOf(book.orders().postOnly(book.find(orderId)), 0),
                          LiveOrders.filledOf(book, orderId))));
        }
      }
      List<List<Long>> found = new ArrayList<>();
      for (long row = 0; row < orders.rows(); row++) {
        found.add(
            List.of(
                orders.word(row, 0),
                orders.word(row, 1),
                orders.word(row, 2),
                orders.word(row, 3),
                orders.word(row, 4),
                orders.word(row, 5)));
      }
      assertThat(found).isEqualTo(expected);
      assertThat(expected.size() < 100 || expected.stream().anyMatch(o -> o.get(4) != 0)).isTrue();
    }
  }
}
