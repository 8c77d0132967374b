package dev.tandem.core.matching;

/**
 * The price levels near the touch of one side: a ring of one cell per tick, with a three-level
 * bitmap of 64-ary nodes over the cells that have a level. A cell is the number of the level, and
 * is read only where the bitmap's bit is set.
 *
 * <p>The window covers the keys from {@link #first()} to {@link #last()}, both on the bounds of 64
 * keys, and at most {@link #capacity()} of them. A key lives in the cell of its low bits, so the
 * window slides without moving a level, and a level comes and goes with a bit: nothing is
 * allocated. Finding the next level is at most twelve word reads.
 */
class PriceWindow {

  /** Keys of one word of the lowest bitmap; the ends of the window lie on its multiples. */
  static final int WORD = 64;

  static final int MIN_CAPACITY = 1 << 10;

  /** Wide enough for a side a million ticks deep, of which a quarter is kept for the walk. */
  static final int MAX_CAPACITY = 1 << 21;

  private int[] cells;
  private long[] leaf;
  private long[] node;
  private long[] root;
  private int mask;

  private long first;
  private long length;
  private int size;

  PriceWindow(int capacity) {
    allocate(capacity);
  }

  private void allocate(int capacity) {
    cells = new int[capacity];
    leaf = new long[capacity >>> 6];
    node = new long[Math.max(1, capacity >>> 12)];
    root = new long[Math.max(1, capacity >>> 18)];
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

  /** Loads the place of a key, which is another one's if this one is not covered. */
  final long touch(long key) {
    int i = (int) key & mask;
    return leaf[i >>> 6] ^ cells[i];
  }

  /** The level of a covered key, or 0. */
  final int nearLevel(long key) {
    int i = (int) key & mask;
    return (leaf[i >>> 6] >>> i & 1) == 0 ? 0 : cells[i];
  }

  /** Puts a level in, whose key is covered and has none. */
  final void putNear(long key, int level) {
    int i = (int) key & mask;
    cells[i] = level;
    leaf[i >>> 6] |= 1L << i;
    node[i >>> 12] |= 1L << (i >>> 6);
    root[i >>> 18] |= 1L << (i >>> 12);
    size++;
  }

  /** Takes the level of a covered key out. */
  final void removeNear(long key) {
    int i = (int) key & mask;
    size--;
    long l = leaf[i >>> 6] & ~(1L << i);
    leaf[i >>> 6] = l;
    if (l == 0) {
      long n = node[i >>> 12] & ~(1L << (i >>> 6));
      node[i >>> 12] = n;
      if (n == 0) {
        root[i >>> 18] &= ~(1L << (i >>> 12));
      }
    }
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

  /** The first cell in use after the word of {@code i}, going round the ring. */
  private int nextWord(int i) {
    int l = i >>> 6;
    // -2 << l has the bits above l, none for l = 63.
    long word = node[l >>> 6] & (-2L << l);
    int n = l & -64;
    if (word == 0) {
      int m = nextNode(l >>> 6);
      n = m << 6;
      word = node[m];
    }
    int w = n | Long.numberOfTrailingZeros(word);
    return (w << 6) | Long.numberOfTrailingZeros(leaf[w]);
  }

  /** The first node in use after this one, going round the ring. */
  private int nextNode(int m) {
    int r = m >>> 6;
    long up = root[r] & (-2L << m);
    while (up == 0) {
      r = (r + 1) & (root.length - 1);
      up = root[r];
    }
    return (r << 6) | Long.numberOfTrailingZeros(up);
  }

  /** Writes each level, by rising key; where it ends. */
  final int nearLevels(int[] into, int at) {
    int end = at;
    int w = ((int) first & mask) >>> 6;
    for (long left = length; left > 0; left -= WORD) {
      for (long word = leaf[w]; word != 0; word &= word - 1) {
        into[end++] = cells[(w << 6) | Long.numberOfTrailingZeros(word)];
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
    int[] oldCells = cells;
    long[] oldLeaf = leaf;
    int oldMask = mask;
    allocate(capacity);
    size = 0;
    for (int w = 0; w < oldLeaf.length; w++) {
      for (long word = oldLeaf[w]; word != 0; word &= word - 1) {
        int i = (w << 6) | Long.numberOfTrailingZeros(word);
        putNear(first + ((i - (int) first) & oldMask), oldCells[i]);
      }
    }
  }
}
