package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The price levels as records of four words, 32 bytes each, addressed by a slot number above 0: the
 * queue of the orders at one price of one side.
 *
 * <p>An order refers to its level by slot, so a level may change between window and far store
 * without a word to its orders. Slots are given out last-in first-out; memory comes in chunks that
 * never move.
 */
final class LevelStore {

  private static final int STRIDE_BITS = 2;
  private static final int KEY = 0;
  private static final int QUANTITY = 1;

  /** Head of the queue in the low half, tail in the high half. */
  private static final int ENDS = 2;

  private static final int COUNT = 3;

  private static final int CHUNK_BITS = 10;
  private static final int CHUNK_MASK = (1 << CHUNK_BITS) - 1;
  private static final long LOW = 0xffff_ffffL;

  private final OrderStore orders;
  private long[][] chunks = new long[8][];
  private int chunkCount;
  private int fresh = 1;
  private int free;

  LevelStore(OrderStore orders) {
    this.orders = orders;
    addChunk();
  }

  private void addChunk() {
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunkCount * 2);
    }
    chunks[chunkCount++] = new long[1 << (CHUNK_BITS + STRIDE_BITS)];
  }

  /** The slot of a new, empty level. */
  int allocate(long key) {
    int slot = free;
    if (slot != 0) {
      free = (int) chunks[slot >>> CHUNK_BITS][at(slot)];
    } else {
      slot = fresh;
      if (slot >>> CHUNK_BITS == chunkCount) {
        addChunk();
      }
      fresh = slot + 1;
    }
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot);
    c[at + KEY] = key;
    c[at + QUANTITY] = 0;
    c[at + ENDS] = 0;
    c[at + COUNT] = 0;
    return slot;
  }

  void release(int slot) {
    chunks[slot >>> CHUNK_BITS][at(slot)] = free;
    free = slot;
  }

  private static int at(int slot) {
    return (slot & CHUNK_MASK) << STRIDE_BITS;
  }

  /** The price as a sort key of its side; see {@link BookSide}. */
  long key(int slot) {
    return chunks[slot >>> CHUNK_BITS][at(slot) + KEY];
  }

  long quantity(int slot) {
    return chunks[slot >>> CHUNK_BITS][at(slot) + QUANTITY];
  }

  void addQuantity(int slot, long delta) {
    chunks[slot >>> CHUNK_BITS][at(slot) + QUANTITY] += delta;
  }

  /** Number of orders. */
  int count(int slot) {
    return (int) chunks[slot >>> CHUNK_BITS][at(slot) + COUNT];
  }

  int head(int slot) {
    return (int) chunks[slot >>> CHUNK_BITS][at(slot) + ENDS];
  }

  /** Puts an order at the end of the queue. */
  void append(int slot, int order, long quantity) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot);
    long ends = c[at + ENDS];
    int tail = (int) (ends >>> 32);
    if (tail == 0) {
      ends = order;
    } else {
      orders.next(tail, order);
    }
    orders.links(order, 0, tail);
    c[at + ENDS] = (ends & LOW) | ((long) order << 32);
    c[at + QUANTITY] += quantity;
    c[at + COUNT]++;
  }

  /**
   * Takes an order out of the queue.
   *
   * @return whether the queue is empty now
   */
  boolean unlink(int slot, int order, long quantity) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot);
    long links = orders.links(order);
    int next = (int) links;
    int previous = (int) (links >>> 32);
    if ((next | previous) == 0) {
      return true;
    }
    long ends = c[at + ENDS];
    if (previous == 0) {
      ends = (ends & ~LOW) | next;
    } else {
      orders.next(previous, next);
    }
    if (next == 0) {
      ends = (ends & LOW) | ((long) previous << 32);
    } else {
      orders.previous(next, previous);
    }
    c[at + ENDS] = ends;
    c[at + QUANTITY] -= quantity;
    c[at + COUNT]--;
    return false;
  }

  /** Makes {@code order} the head, after {@code count} orders before it have gone. */
  void dropHeads(int slot, int order, long quantity, int count) {
    long[] c = chunks[slot >>> CHUNK_BITS];
    int at = at(slot);
    if (count != 0) {
      c[at + ENDS] = (c[at + ENDS] & ~LOW) | order;
      orders.previous(order, 0);
      c[at + COUNT] -= count;
    }
    c[at + QUANTITY] -= quantity;
  }
}
