package dev.tandem.core.matching;

import dev.tandem.core.command.Side;

/**
 * What rests in a book: its best prices, its totals, its levels (L2) and its orders, each in
 * price-time order. Reading allocates nothing. For the thread that owns the book; nothing may be
 * changed while a walk is under way.
 */
public final class BookView {

  /** Words of one row of {@link #levels(int, int, long[])}: price, open lots, orders. */
  public static final int LEVEL_WORDS = 3;

  /** Is shown orders, one by one. */
  @FunctionalInterface
  public interface OrderVisitor {
    /**
     * One order.
     *
     * @param side code of a {@link Side}
     */
    void order(int side, long price, long orderId, long userId, long quantity, int tag);
  }

  private final OrderBook book;

  BookView(OrderBook book) {
    this.book = book;
  }

  /** Best price of a side in ticks, 0 if the side is empty. O(1). */
  public long bestPrice(int side) {
    BookSide s = book.side(side);
    return s.isEmpty() ? 0 : s.key(s.bestKey());
  }

  /** Open lots at the best price of a side, 0 if the side is empty. O(1). */
  public long bestQuantity(int side) {
    BookSide s = book.side(side);
    return s.isEmpty() ? 0 : s.quantity(s.bestKey());
  }

  /** Open lots of a side. O(1). */
  public long quantity(int side) {
    return book.side(side).quantity();
  }

  /** Orders of a side. O(1). */
  public int orders(int side) {
    return book.side(side).count();
  }

  /** Price levels of a side. O(1). */
  public int levels(int side) {
    return book.side(side).size();
  }

  /** Open lots of a side at a price in ticks, 0 if there are none. */
  public long quantityAt(int side, long price) {
    BookSide s = book.side(side);
    return s.quantity(s.key(price));
  }

  /** Orders of a side at a price in ticks, 0 if there are none. */
  public int ordersAt(int side, long price) {
    BookSide s = book.side(side);
    return s.count(s.key(price));
  }

  /**
   * Copies the best levels of a side, best first, as rows of {@value #LEVEL_WORDS} words.
   *
   * @param rows room for {@code max} rows
   * @return the number of rows written
   */
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

  /** Shows all orders of a side, best price first, oldest first. */
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

  /** Shows one order; whether there is one with this id. */
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
