package dev.tandem.core.matching;

/**
 * The operations on one price level: a row of {@value #WORDS} words in an array of its owner, who
 * knows its key. A row of zeros is a level without orders.
 *
 * <p>The queue is a list through the orders, with both ends in the row's first word; then come the
 * open lots and the number of the orders. An order does not refer to its row, so rows may move.
 */
final class Level {

  static final int WORDS = 3;

  /** The oldest order's place in the high half, the youngest one's in the low half. */
  private static final int ENDS = 0;

  private static final int QUANTITY = 1;
  private static final int COUNT = 2;

  private Level() {}

  /** Place of the oldest order, 0 if there is none. */
  static int head(long[] rows, int at) {
    return (int) (rows[at + ENDS] >>> 32);
  }

  /** Open lots. */
  static long quantity(long[] rows, int at) {
    return rows[at + QUANTITY];
  }

  /** Number of orders. */
  static int count(long[] rows, int at) {
    return (int) rows[at + COUNT];
  }

  /** Takes lots off, of an order that stays. */
  static void reduce(long[] rows, int at, long lots) {
    rows[at + QUANTITY] -= lots;
  }

  /**
   * Puts an order with these open lots at the end of the queue.
   *
   * @return 1 if it is the only one, else 0
   */
  static long append(long[] rows, int at, OrderStore orders, int order, long key, long lots) {
    long ends = rows[at + ENDS];
    rows[at + ENDS] = orders.append(order, ends, key, lots);
    rows[at + QUANTITY] += lots;
    rows[at + COUNT]++;
    return isZero(ends);
  }

  /**
   * Takes an order with these open lots out of the queue.
   *
   * @return 1 if none is left, else 0
   */
  static long unlink(long[] rows, int at, OrderStore orders, int order, long lots) {
    long ends = orders.unlink(order, rows[at + ENDS]);
    rows[at + ENDS] = ends;
    rows[at + QUANTITY] -= lots;
    rows[at + COUNT]--;
    return isZero(ends);
  }

  /**
   * Makes {@code head} the oldest order, or the level empty if it is 0, after {@code gone} older
   * orders have gone and {@code lots} lots with them.
   *
   * @return whether none is left
   */
  static boolean behead(long[] rows, int at, OrderStore orders, int head, int gone, long lots) {
    orders.behead(head);
    rows[at + ENDS] = head == 0 ? 0 : (long) head << 32 | (rows[at + ENDS] & 0xffff_ffffL);
    rows[at + QUANTITY] -= lots;
    rows[at + COUNT] -= gone;
    return head == 0;
  }

  /** Moves a row to another place; the old one becomes a level without orders. */
  static void move(long[] from, int at, long[] to, int toAt) {
    for (int i = 0; i < WORDS; i++) {
      to[toAt + i] = from[at + i];
      from[at + i] = 0;
    }
  }

  /** 1 for 0, else 0, without a branch. */
  static long isZero(long word) {
    return ~(word | -word) >>> 63;
  }
}
