package dev.tandem.core.matching;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Side;

/** The {@link BookView} of an {@link OrderBook}. */
final class OrderBookView implements BookView {

  private final OrderBook book;

  OrderBookView(OrderBook book) {
    this.book = book;
  }

  private BookSide side(int code) {
    if (code != Side.BUY_CODE && code != Side.SELL_CODE) {
      throw new IllegalArgumentException("side " + code + ", expected 0 (buy) or 1 (sell)");
    }
    return book.side(code);
  }

  @Override
  public long bestPrice(int side) {
    BookSide s = side(side);
    return s.isEmpty() ? 0 : s.key(s.bestKey());
  }

  @Override
  public long bestQuantity(int side) {
    BookSide s = side(side);
    return s.isEmpty() ? 0 : s.quantity(s.bestKey());
  }

  @Override
  public long quantity(int side) {
    return side(side).quantity();
  }

  @Override
  public int orders(int side) {
    return side(side).count();
  }

  @Override
  public int levels(int side) {
    return side(side).size();
  }

  @Override
  public long quantityAt(int side, long price) {
    BookSide s = side(side);
    return s.quantity(s.key(price));
  }

  @Override
  public int ordersAt(int side, long price) {
    BookSide s = side(side);
    return s.count(s.key(price));
  }

  @Override
  public int levels(int side, int max, long[] rows) {
    BookSide s = side(side);
    int n = 0;
    for (long key = s.firstKey(); key != FarLevels.NONE && n < max; key = s.higher(key)) {
      int at = n * LEVEL_WORDS;
      rows[at] = s.key(key);
      rows[at + 1] = s.quantity(key);
      rows[at + 2] = s.count(key);
      n++;
    }
    return n;
  }

  @Override
  public void forEachOrder(int side, OrderVisitor visitor) {
    BookSide s = side(side);
    OrderStore orders = book.orders();
    for (long key = s.firstKey(); key != FarLevels.NONE; key = s.higher(key)) {
      long price = s.key(key);
      for (int o = s.head(key); o != 0; o = orders.next(o)) {
        visitor.order(side, price, orders.id(o), orders.user(o), orders.quantity(o), orders.tag(o));
      }
    }
  }

  @Override
  public boolean order(long orderId, OrderVisitor visitor) {
    int o = book.find(orderId);
    if (o == 0) {
      return false;
    }
    OrderStore orders = book.orders();
    long key = book.levels().key(orders.level(o));
    BookSide s = book.side(BookSide.codeOf(key));
    visitor.order(s.code, s.key(key), orderId, orders.user(o), orders.quantity(o), orders.tag(o));
    return true;
  }
}
