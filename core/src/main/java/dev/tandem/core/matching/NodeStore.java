package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The memory of the books: orders and price levels as nodes of one kind, addressed by a slot number
 * above 0. A node is 40 bytes: four ints and three longs, in two arrays.
 *
 * <p>The queue of a level is a ring: level, oldest order, ..., newest order, level. So an order is
 * linked and unlinked without a case for the ends. An order refers to its level by slot, so a level
 * may change between window and far store without a word to its orders.
 *
 * <p>Slots are given out last-in first-out, so that a busy book works on few cache lines. Memory
 * comes in chunks that never move and are never given back: growing costs one chunk, whatever the
 * number of nodes.
 */
final class NodeStore {

  private static final int CHUNK_BITS = 12;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int CHUNK_MASK = CHUNK - 1;

  private static final int INTS = 4;
  private static final int NEXT = 0;
  private static final int PREVIOUS = 1;

  /** Of an order: the slot of its level and its side. */
  private static final int PLACE = 2;

  /** Of a level: the number of its orders. */
  private static final int COUNT = 2;

  private static final int TAG = 3;

  private static final int LONGS = 3;

  /** Lots: open ones of an order, the sum of them of a level. */
  private static final int QUANTITY = 0;

  private static final int ID = 1;
  private static final int KEY = 1;
  private static final int USER = 2;

  private int[][] links = new int[8][];
  private long[][] values = new long[8][];
  private int chunks;
  private int fresh = 1;
  private int free;

  NodeStore(int initialNodes) {
    do {
      addChunk();
    } while ((long) chunks * CHUNK <= initialNodes);
  }

  private void addChunk() {
    if (chunks == links.length) {
      links = Arrays.copyOf(links, chunks * 2);
      values = Arrays.copyOf(values, chunks * 2);
    }
    links[chunks] = new int[CHUNK * INTS];
    values[chunks] = new long[CHUNK * LONGS];
    chunks++;
  }

  private int allocate() {
    int slot = free;
    if (slot != 0) {
      free = links(slot)[i(slot) + NEXT];
      return slot;
    }
    slot = fresh;
    if (slot >>> CHUNK_BITS == chunks) {
      addChunk();
    }
    fresh = slot + 1;
    return slot;
  }

  /** Gives an order or a level back. */
  void release(int slot) {
    links(slot)[i(slot) + NEXT] = free;
    free = slot;
  }

  private int[] links(int slot) {
    return links[slot >>> CHUNK_BITS];
  }

  private long[] values(int slot) {
    return values[slot >>> CHUNK_BITS];
  }

  private static int i(int slot) {
    return (slot & CHUNK_MASK) * INTS;
  }

  private static int l(int slot) {
    return (slot & CHUNK_MASK) * LONGS;
  }

  /** The slot of a new order, in no queue yet. */
  int newOrder(long id, long user, int tag) {
    int slot = allocate();
    links(slot)[i(slot) + TAG] = tag;
    long[] v = values(slot);
    int at = l(slot);
    v[at + ID] = id;
    v[at + USER] = user;
    return slot;
  }

  /** The slot of a new level without orders. */
  int newLevel(long key) {
    int slot = allocate();
    int[] n = links(slot);
    int i = i(slot);
    n[i + NEXT] = slot;
    n[i + PREVIOUS] = slot;
    n[i + COUNT] = 0;
    long[] v = values(slot);
    int at = l(slot);
    v[at + QUANTITY] = 0;
    v[at + KEY] = key;
    return slot;
  }

  long id(int order) {
    return values(order)[l(order) + ID];
  }

  long user(int order) {
    return values(order)[l(order) + USER];
  }

  int tag(int order) {
    return links(order)[i(order) + TAG];
  }

  /** The slot of the order's level, doubled, plus its side. */
  int place(int order) {
    return links(order)[i(order) + PLACE];
  }

  /** Lots of an order or a level. */
  long quantity(int node) {
    return values(node)[l(node) + QUANTITY];
  }

  void quantity(int order, long quantity) {
    values(order)[l(order) + QUANTITY] = quantity;
  }

  void addQuantity(int level, long delta) {
    values(level)[l(level) + QUANTITY] += delta;
  }

  /** The price of a level as a sort key of its side; see {@link BookSide}. */
  long key(int level) {
    return values(level)[l(level) + KEY];
  }

  /** Number of orders of a level. */
  int count(int level) {
    return links(level)[i(level) + COUNT];
  }

  /** The oldest order of a level, or the next one of an order; the level itself at the end. */
  int next(int node) {
    return links(node)[i(node) + NEXT];
  }

  /** Puts an order with these open lots at the end of a level's queue. */
  void append(int level, int side, int order, long lots) {
    int[] n = links(level);
    int i = i(level);
    int last = n[i + PREVIOUS];
    n[i + PREVIOUS] = order;
    n[i + COUNT]++;
    links(last)[i(last) + NEXT] = order;
    int[] o = links(order);
    int j = i(order);
    o[j + NEXT] = level;
    o[j + PREVIOUS] = last;
    o[j + PLACE] = (level << 1) | side;
    values(order)[l(order) + QUANTITY] = lots;
    values(level)[l(level) + QUANTITY] += lots;
  }

  /**
   * Takes an order with these open lots out of its level's queue.
   *
   * @return the number of orders that are left
   */
  int unlink(int level, int order, long lots) {
    int[] o = links(order);
    int j = i(order);
    int next = o[j + NEXT];
    int previous = o[j + PREVIOUS];
    links(previous)[i(previous) + NEXT] = next;
    links(next)[i(next) + PREVIOUS] = previous;
    values(level)[l(level) + QUANTITY] -= lots;
    return --links(level)[i(level) + COUNT];
  }

  /**
   * Makes {@code head} the oldest order of a level, or the level itself, after {@code gone} older
   * orders have gone and {@code lots} lots with them.
   *
   * @return the number of orders that are left
   */
  int behead(int level, int head, int gone, long lots) {
    int[] n = links(level);
    int i = i(level);
    n[i + NEXT] = head;
    links(head)[i(head) + PREVIOUS] = level;
    values(level)[l(level) + QUANTITY] -= lots;
    return n[i + COUNT] -= gone;
  }
}
