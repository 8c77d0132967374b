package dev.tandem.core.matching;

/**
 * The price levels near the touch of one side: a ring of one row per tick, with a three-level
 * bitmap of 64-ary nodes over the rows that hold orders.
 *
 * <p>The window covers the keys from {@link #first()} to {@link #last()}, both on the bounds of 64
 * keys, and at most {@link #capacity()} of them. A key lives in the row of its low bits, so the
 * window slides without moving a level, and a level comes and goes with a bit: nothing is
 * allocated. Finding the next level is at most five word reads.
 */
class PriceWindow {

  /** Keys of one word of the lowest bitmap; the ends of the window lie on its multiples. */
  static final int WORD = 64;

  static final int MIN_CAPACITY = 1 << 10;
  static final int MAX_CAPACITY = 1 << 18;

  final OrderStore orders;

  private long[] rows;
  private long[] leaf;
  private long[] node;
  private long root;
  private int mask;

  private long first;
  private long length;
  private int size;

  PriceWindow(int capacity, OrderStore orders) {
    this.orders = orders;
    allocate(capacity);
  }

  private void allocate(int capacity) {
    rows = new long[capacity * Level.WORDS];
    leaf = new long[capacity >>> 6];
    node = new long[Math.max(1, capacity >>> 12)];
    root = 0;
    mask = capacity - 1;
  }

  final int capacity() {
    return mask + 1;
  }

  /** Number of levels in the window. */
  final int near() {
    return size;
  }

  /** Number of keys that are covered. */
  final long length() {
    return length;
  }

  /** The lowest key covered, if {@link #length()} is not 0. */
  final long first() {
    return first;
  }

  /** The highest key covered, if {@link #length()} is not 0. */
  final long last() {
    return first + (length - 1);
  }

  final boolean covers(long key) {
    return Long.compareUnsigned(key - first, length) < 0;
  }

  /** The array of the levels' rows, until the window grows. */
  final long[] rows() {
    return rows;
  }

  /** Where in {@link #rows()} the level of a covered key is. */
  final int at(long key) {
    return ((int) key & mask) * Level.WORDS;
  }

  /** Puts an order at the end of the queue of a covered key. */
  final void appendNear(long key, int order, long lots) {
    int i = (int) key & mask;
    mark(i, Level.append(rows, i * Level.WORDS, orders, order, key, lots));
  }

  /**
   * Takes an order out of the queue of a covered key.
   *
   * @return whether the level has gone with it
   */
  final boolean unlinkNear(long key, int order, long lots) {
    int i = (int) key & mask;
    long empty = Level.unlink(rows, i * Level.WORDS, orders, order, lots);
    unmark(i, empty);
    return empty != 0;
  }

  /**
   * Takes orders and lots off the head of the queue of a covered key; see {@link Level#behead}.
   *
   * @return whether the level has gone with them
   */
  final boolean beheadNear(long key, int head, int gone, long lots) {
    int i = (int) key & mask;
    boolean empty = Level.behead(rows, i * Level.WORDS, orders, head, gone, lots);
    if (empty) {
      unmark(i, 1);
    }
    return empty;
  }

  /** Sets the bits of a row with orders; {@code added} is 1 if it had none before, else 0. */
  private void mark(int i, long added) {
    leaf[i >>> 6] |= 1L << i;
    node[i >>> 12] |= 1L << (i >>> 6);
    root |= 1L << (i >>> 12);
    size += (int) added;
  }

  /**
   * Clears the bits of a row if {@code empty} is 1, does nothing if it is 0. Here, as in {@link
   * #mark}, is no branch, for whether a level comes or goes is as random as the prices.
   */
  private void unmark(int i, long empty) {
    size -= (int) empty;
    long l = leaf[i >>> 6] & ~(empty << i);
    leaf[i >>> 6] = l;
    long n = node[i >>> 12] & ~(Level.isZero(l) << (i >>> 6));
    node[i >>> 12] = n;
    root &= ~(Level.isZero(n) << (i >>> 12));
  }

  /** Takes over a level with its orders from another place; the key is covered and has none. */
  final void moveIn(long key, long[] from, int at) {
    Level.move(from, at, rows, at(key));
    mark((int) key & mask, 1);
  }

  /** Hands a level with its orders over to another place. */
  final void moveOut(long key, long[] to, int at) {
    Level.move(rows, at(key), to, at);
    unmark((int) key & mask, 1);
  }

  /**
   * The lowest key of a level that is not below {@code key}, going round the ring: the caller knows
   * that the window is not empty.
   */
  final long ceilingRound(long key) {
    int i = (int) key & mask;
    long word = leaf[i >>> 6] & (-1L << i);
    return keyOf(word != 0 ? (i & -WORD) | Long.numberOfTrailingZeros(word) : nextWord(i));
  }

  private long keyOf(int i) {
    return first + ((i - (int) first) & mask);
  }

  /** The first row in use after the word of {@code i}, going round the ring. */
  private int nextWord(int i) {
    int l = i >>> 6;
    // -2 << l has the bits above l, none for l = 63.
    long word = node[l >>> 6] & (-2L << l);
    int n = l & -64;
    if (word == 0) {
      int m = l >>> 6;
      long up = root & (-2L << m);
      if (up == 0) {
        up = root;
      }
      n = Long.numberOfTrailingZeros(up) << 6;
      word = node[n >>> 6];
    }
    int w = n | Long.numberOfTrailingZeros(word);
    return (w << 6) | Long.numberOfTrailingZeros(leaf[w]);
  }

  /** Writes the oldest order of each level, by rising key; where it ends. */
  final int nearHeads(int[] into, int at) {
    int end = at;
    long[] r = rows;
    int w = ((int) first & mask) >>> 6;
    for (long left = length; left > 0; left -= WORD) {
      for (long word = leaf[w]; word != 0; word &= word - 1) {
        into[end++] = Level.head(r, ((w << 6) | Long.numberOfTrailingZeros(word)) * Level.WORDS);
      }
      w = (w + 1) & (mask >>> 6);
    }
    return end;
  }

  /** The levels in this key's word of 64 keys, a bit for each. */
  final long word(long key) {
    return leaf[((int) key & mask) >>> 6];
  }

  /**
   * Covers these keys from now on. Levels stay where they are: the caller has moved those that are
   * no longer covered.
   */
  final void cover(long newFirst, long newLength) {
    first = newFirst;
    length = newLength;
  }

  /** Makes the ring larger; the levels keep their keys. */
  final void grow(int capacity) {
    long[] oldRows = rows;
    long[] oldLeaf = leaf;
    int oldMask = mask;
    allocate(capacity);
    size = 0;
    for (int w = 0; w < oldLeaf.length; w++) {
      for (long word = oldLeaf[w]; word != 0; word &= word - 1) {
        int i = (w << 6) | Long.numberOfTrailingZeros(word);
        moveIn(first + ((i - (int) first) & oldMask), oldRows, i * Level.WORDS);
      }
    }
  }
}
