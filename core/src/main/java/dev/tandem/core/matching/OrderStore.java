package dev.tandem.core.matching;

import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.state.WordCopy;
import java.util.Arrays;

/**
 * The memory of the books' orders: rows of six words, 48 bytes, in one array. An order is addressed
 * by the place of its row, above 0.
 *
 * <p>One array, and neighbours in one word, for the sake of the machine code: every further array
 * is a register and a bounds check more, and those are what a command costs.
 *
 * <p>Rows are given out last-in first-out, so that a busy book works on few cache lines. A full
 * array is copied to one of twice the size and never becomes smaller.
 */
final class OrderStore {

  private static final int WORDS = 6;

  /** The next younger order of the queue in the high half, the next older one in the low half. */
  private static final int LINKS = 0;

  private static final int QUANTITY = 1;
  private static final int ID = 2;
  private static final int USER = 3;
  private static final int KEY = 4;
  private static final int TAG = 5;

  private static final long YOUNGER = 0xffff_ffff_0000_0000L;
  private static final long OLDER = 0xffff_ffffL;

  private static final int MIN_ORDERS = 1 << 12;
  private static final int MAX_ORDERS = (Integer.MAX_VALUE - 8) / WORDS;

  private long[] rows;
  private int fresh = WORDS;
  private int free;

  OrderStore(int initialOrders) {
    rows = new long[WORDS * Math.min(MAX_ORDERS, Math.max(MIN_ORDERS, initialOrders) + 1)];
  }

  /** The place of a new order, in no queue yet. */
  int allocate(long id, long user, int tag) {
    int order = free;
    if (order != 0) {
      free = (int) rows[order + LINKS];
    } else {
      order = fresh;
      if (order == rows.length) {
        grow();
      }
      fresh = order + WORDS;
    }
    long[] r = rows;
    r[order + ID] = id;
    r[order + USER] = user;
    r[order + TAG] = tag;
    return order;
  }

  private void grow() {
    int orders = rows.length / WORDS;
    if (orders == MAX_ORDERS) {
      throw new OutOfMemoryError("more than " + MAX_ORDERS + " resting orders in one shard");
    }
    rows = Arrays.copyOf(rows, WORDS * (int) Math.min(MAX_ORDERS, orders * 2L));
  }

  /** Words in use, those of rows that were given back included. */
  int used() {
    return fresh;
  }

  /** Copies all rows as they are. */
  void copyTo(WordCopy copy) {
    copy.take(rows, fresh);
  }

  /**
   * Writes a queue of a copy as rows of {@link TableKind#ORDERS}.
   *
   * @param head the oldest order
   * @param flip turns a key into a price: -1 for buys, 0 for sells
   */
  static void writeQueue(WordCopy copy, int head, long flip, Table orders) {
    for (int o = head; o != 0; o = (int) (copy.get(o + LINKS) >>> 32)) {
      orders.add(
          copy.get(o + ID), copy.get(o + USER), copy.get(o + KEY) ^ flip, copy.get(o + QUANTITY));
    }
  }

  /** Gives an order's row back. */
  void release(int order) {
    rows[order + LINKS] = free;
    free = order;
  }

  long id(int order) {
    return rows[order + ID];
  }

  long user(int order) {
    return rows[order + USER];
  }

  int tag(int order) {
    return (int) rows[order + TAG];
  }

  /** The price of an order as a sort key of its side; see {@link BookSide}. */
  long key(int order) {
    return rows[order + KEY];
  }

  /** Open lots. */
  long quantity(int order) {
    return rows[order + QUANTITY];
  }

  void quantity(int order, long quantity) {
    rows[order + QUANTITY] = quantity;
  }

  /** The next younger order of the queue, 0 at its end. */
  int next(int order) {
    return (int) (rows[order + LINKS] >>> 32);
  }

  /** Makes an order the oldest of its queue; it may be 0. */
  void behead(int order) {
    rows[order + LINKS] &= YOUNGER;
  }

  /**
   * Takes an order out of its queue.
   *
   * @param ends the oldest order of the queue in the high half, the youngest in the low half
   * @return the same after the order has gone, 0 if it was the only one
   */
  long unlink(int order, long ends) {
    long[] r = rows;
    long links = r[order + LINKS];
    int younger = (int) (links >>> 32);
    int older = (int) links;
    // At an end of the queue row 0 takes the write, for nobody reads it: no branch.
    r[older] = (r[older] & OLDER) | (links & YOUNGER);
    r[younger] = (r[younger] & YOUNGER) | (links & OLDER);
    long oldest = (older == 0 ? links : ends) & YOUNGER;
    return oldest | ((younger == 0 ? links : ends) & OLDER);
  }

  /**
   * Makes an order the youngest of a queue.
   *
   * @param ends as in {@link #unlink}
   * @return the same with the order
   */
  long append(int order, long ends, long key, long lots) {
    long[] r = rows;
    int last = (int) ends;
    r[last] = (r[last] & OLDER) | (long) order << 32;
    r[order + LINKS] = last;
    r[order + QUANTITY] = lots;
    r[order + KEY] = key;
    return ((ends == 0 ? (long) order << 32 : ends) & YOUNGER) | order;
  }
}
