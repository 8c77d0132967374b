package dev.tandem.core.matching;

import dev.tandem.core.command.Side;

/**
 * What rests in a book: its best prices, its totals, its levels (L2) and its orders, each in
 * price-time order. Reading allocates nothing. For the thread that owns the book; nothing may be
 * changed while a walk is under way.
 */
public final class BookView {

  /** Words of one row of {@link #levels(int, int, long[])}: price, open lots, nodes. */
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
    return s.best() == 0 ? 0 : s.key(s.bestKey());
  }

  /** Open lots at the best price of a side, 0 if the side is empty. O(1). */
  public long bestQuantity(int side) {
    BookSide s = book.side(side);
    return s.best() == 0 ? 0 : book.nodes().quantity(s.best());
  }

  /** Open lots of a side. O(1). */
  public long quantity(int side) {
    return book.side(side).quantity();
  }

  /** Orders of a side. O(1). */
  public int orders(int side) {
    return book.side(side).orders();
  }

  /** Price levels of a side. O(1). */
  public int levels(int side) {
    return book.side(side).levels();
  }

  /** Open lots of a side at a price in ticks, 0 if there are none. */
  public long quantityAt(int side, long price) {
    BookSide s = book.side(side);
    int level = s.level(s.key(price));
    return level == 0 ? 0 : book.nodes().quantity(level);
  }

  /**
   * Copies the best levels of a side, best first, as rows of {@value #LEVEL_WORDS} words.
   *
   * @param rows room for {@code max} rows
   * @return the number of rows written
   */
  public int levels(int side, int max, long[] rows) {
    BookSide s = book.side(side);
    NodeStore nodes = book.nodes();
    int n = 0;
    for (int l = s.best(); l != 0 && n < max; l = s.worse(l)) {
      int at = n * LEVEL_WORDS;
      rows[at] = s.key(nodes.key(l));
      rows[at + 1] = nodes.quantity(l);
      rows[at + 2] = nodes.count(l);
      n++;
    }
    return n;
  }

  /** Shows all orders of a side, best price first, oldest first. */
  public void forEachOrder(int side, OrderVisitor visitor) {
    BookSide s = book.side(side);
    NodeStore nodes = book.nodes();
    for (int l = s.best(); l != 0; l = s.worse(l)) {
      long price = s.key(nodes.key(l));
      for (int o = nodes.next(l); o != l; o = nodes.next(o)) {
        visitor.order(side, price, nodes.id(o), nodes.user(o), nodes.quantity(o), nodes.tag(o));
      }
    }
  }

  /** Shows one order; whether there is one with this id. */
  public boolean order(long orderId, OrderVisitor visitor) {
    int o = book.slotOf(orderId);
    if (o == 0) {
      return false;
    }
    int place = book.nodes().place(o);
    BookSide s = book.side(place);
    visitor.order(
        s.code,
        s.key(book.nodes().key(place >>> 1)),
        orderId,
        book.nodes().user(o),
        book.nodes().quantity(o),
        book.nodes().tag(o));
    return true;
  }
}
