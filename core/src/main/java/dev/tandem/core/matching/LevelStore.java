package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The memory of the books' price levels: rows of four words, 32 bytes, addressed by a number above
 * 0. Only levels with orders have one; numbers are given out last-in first-out. So however far the
 * prices are scattered, what is touched of levels is as much memory as there are levels.
 *
 * <p>A queue is a list through the orders, with both ends in the row's first word; then come the
 * open lots, the key (see {@link BookSide}) and the number of the orders. An order knows the number
 * of its level, so it is taken off without its price being looked up. Row 0 stays all zeros.
 */
final class LevelStore {

  private static final int WORDS = 4;

  /** The oldest order in the high half, the youngest one in the low half; or the next free row. */
  private static final int ENDS = 0;

  private static final int QUANTITY = 1;
  private static final int KEY = 2;
  private static final int COUNT = 3;

  private static final long LOW = 0xffff_ffffL;

  private final OrderStore orders;
  private long[] rows = new long[WORDS << 8];
  private int fresh = 1;
  private int free;

  LevelStore(OrderStore orders) {
    this.orders = orders;
  }

  /** The number of a new level with one order. */
  int open(long key, int order, long lots) {
    int level = free;
    if (level != 0) {
      free = (int) rows[level * WORDS + ENDS];
    } else {
      level = fresh;
      if (level * WORDS == rows.length) {
        grow();
      }
      fresh = level + 1;
    }
    long[] r = rows;
    int at = level * WORDS;
    r[at + ENDS] = orders.append(order, 0, level, lots);
    r[at + QUANTITY] = lots;
    r[at + KEY] = key;
    r[at + COUNT] = 1;
    return level;
  }

  private void grow() {
    // There is an order to each level, and orders are bounded.
    rows = Arrays.copyOf(rows, (int) Math.min((Integer.MAX_VALUE - 8) & -WORDS, rows.length * 2L));
  }

  /** Gives the row of a level without orders back. */
  void close(int level) {
    rows[level * WORDS + ENDS] = free;
    free = level;
  }

  /** Loads the row of a level that is or was, or of 0. */
  long touch(int level) {
    return rows[level * WORDS + ENDS];
  }

  /** The oldest order. */
  int head(int level) {
    return (int) (rows[level * WORDS + ENDS] >>> 32);
  }

  /** Open lots. */
  long quantity(int level) {
    return rows[level * WORDS + QUANTITY];
  }

  long key(int level) {
    return rows[level * WORDS + KEY];
  }

  /** Number of orders. */
  int count(int level) {
    return (int) rows[level * WORDS + COUNT];
  }

  /** Takes lots off, of an order that stays. */
  void reduce(int level, long lots) {
    rows[level * WORDS + QUANTITY] -= lots;
  }

  /** Puts an order with these open lots at the end of the queue. */
  void append(int level, int order, long lots) {
    long[] r = rows;
    int at = level * WORDS;
    r[at + ENDS] = orders.append(order, r[at + ENDS], level, lots);
    r[at + QUANTITY] += lots;
    r[at + COUNT]++;
  }

  /**
   * Takes an order with these open lots out of the queue.
   *
   * @return whether none is left
   */
  boolean unlink(int level, int order, long lots) {
    long[] r = rows;
    int at = level * WORDS;
    long ends = orders.unlink(order, r[at + ENDS]);
    r[at + ENDS] = ends;
    r[at + QUANTITY] -= lots;
    r[at + COUNT]--;
    return ends == 0;
  }

  /**
   * Makes {@code head} the oldest order after {@code gone} older orders have gone and {@code lots}
   * lots with them.
   *
   * @return whether none is left: {@code head} is 0
   */
  boolean behead(int level, int head, int gone, long lots) {
    long[] r = rows;
    int at = level * WORDS;
    orders.behead(head);
    r[at + ENDS] = (long) head << 32 | (r[at + ENDS] & LOW);
    r[at + QUANTITY] -= lots;
    r[at + COUNT] -= gone;
    return head == 0;
  }
}
