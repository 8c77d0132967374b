package dev.tandem.core.api;

/**
 * What rests in a book: its best prices, its totals, its levels (L2) and its orders, each in
 * price-time order. Reading allocates nothing. For the thread that owns the book; nothing may be
 * changed while a walk is under way.
 *
 * <p>Lots are those that orders show; what an iceberg hides is in no number here.
 *
 * <p>A side is named by its code, {@code Side.code()}; any other number is an {@link
 * IllegalArgumentException}.
 */
public interface BookView {

  /** Words of one row of {@link #levels(int, int, long[])}: price, shown lots, orders. */
  int LEVEL_WORDS = 3;

  /** Is shown orders, one by one. */
  @FunctionalInterface
  interface OrderVisitor {
    /**
     * One order.
     *
     * @param side code of a side
     * @param quantity open lots that it shows
     */
    void order(int side, long price, long orderId, long userId, long quantity, int tag);
  }

  /** Best price of a side in ticks, 0 if the side is empty. O(1). */
  long bestPrice(int side);

  /** Shown lots at the best price of a side, 0 if the side is empty. O(1). */
  long bestQuantity(int side);

  /** Shown lots of a side. O(1). */
  long quantity(int side);

  /** Orders of a side. O(1). */
  int orders(int side);

  /** Price levels of a side. O(1). */
  int levels(int side);

  /** Shown lots of a side at a price in ticks, 0 if there are none. */
  long quantityAt(int side, long price);

  /** Orders of a side at a price in ticks, 0 if there are none. */
  int ordersAt(int side, long price);

  /**
   * Copies the best levels of a side, best first, as rows of {@value #LEVEL_WORDS} words.
   *
   * @param rows room for {@code max} rows
   * @return the number of rows written
   */
  int levels(int side, int max, long[] rows);

  /** Shows all orders of a side, best price first, oldest first. */
  void forEachOrder(int side, OrderVisitor visitor);

  /** Shows one order; whether there is one with this id. */
  boolean order(long orderId, OrderVisitor visitor);
}
