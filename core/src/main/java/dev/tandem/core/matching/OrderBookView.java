package dev.tandem.core.matching;

import dev.tandem.core.api.BookView;

/** The {@link BookView} of an {@link OrderBook}. */
final class OrderBookView implements BookView {

  private final OrderBook book;

  OrderBookView(OrderBook book) {
    this.book = book;
  }

  @Override
  public long bestPrice(int side) {
    BookSide s = book.side(side);
    return s.isEmpty() ? 0 : s.key(s.bestKey());
  }

  @Override
  public long bestQuantity(int side) {
    BookSide s = book.side(side);
    return s.isEmpty() ? 0 : s.quantity(s.bestKey());
  }

  @Override
  public long quantity(int side) {
    return book.side(side).quantity();
  }

  @Override
  public int orders(int side) {
    return book.side(side).count();
  }

  @Override
  public int levels(int side) {
    return book.side(side).size();
  }

  @Override
  public long quantityAt(int side, long price) {
    BookSide s = book.side(side);
    return s.quantity(s.key(price));
  }

  @Override
  public int ordersAt(int side, long price) {
    BookSide s = book.side(side);
    return s.count(s.key(price));
  }

  @Override
  public int levels(int side, int max, long[] rows) {
    BookSide s = book.side(side);
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
    BookSide s = book.side(side);
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
