package dev.tandem.core.matching;

/**
 * The price levels near the touch of one side: a ring of one cell per tick, with a three-level
 * bitmap of 64-ary nodes over the cells that hold a level.
 *
 * <p>The window covers the keys from {@link #first()} to {@link #last()}, both on the bounds of 64
 * keys, and at most {@link #capacity()} of them. A key lives in the cell of its low bits, so the
 * window slides without moving a level. Finding the next level is at most five word reads.
 */
final class PriceWindow {

  /** Keys of one word of the lowest bitmap; the ends of the window lie on its multiples. */
  static final int WORD = 64;

  static final int MIN_CAPACITY = 1 << 12;
  static final int MAX_CAPACITY = 1 << 18;

  private int[] cells;
  private long[] leaf;
  private long[] node;
  private long root;
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
    node = new long[capacity >>> 12];
    root = 0;
    mask = capacity - 1;
  }

  int capacity() {
    return mask + 1;
  }

  /** Number of levels. */
  int size() {
    return size;
  }

  /** Number of keys that are covered. */
  long length() {
    return length;
  }

  /** The lowest key covered, if {@link #length()} is not 0. */
  long first() {
    return first;
  }

  /** The highest key covered, if {@link #length()} is not 0. */
  long last() {
    return first + (length - 1);
  }

  boolean covers(long key) {
    return Long.compareUnsigned(key - first, length) < 0;
  }

  /** Slot of the level with this key, which is covered, or 0. */
  int get(long key) {
    return cells[(int) key & mask];
  }

  /** Adds a level; its key is covered and has none. */
  void put(long key, int slot) {
    int i = (int) key & mask;
    cells[i] = slot;
    leaf[i >>> 6] |= 1L << i;
    node[i >>> 12] |= 1L << (i >>> 6);
    root |= 1L << (i >>> 12);
    size++;
  }

  /** Removes the level with this key, which is there. */
  void remove(long key) {
    int i = (int) key & mask;
    cells[i] = 0;
    size--;
    if ((leaf[i >>> 6] &= ~(1L << i)) == 0 && (node[i >>> 12] &= ~(1L << (i >>> 6))) == 0) {
      root &= ~(1L << (i >>> 12));
    }
  }

  /**
   * Slot of the level with the lowest key that is not below {@code key}, going round the ring: the
   * caller knows that the window is not empty.
   */
  int ceilingRound(long key) {
    int i = (int) key & mask;
    long word = leaf[i >>> 6] & (-1L << i);
    if (word != 0) {
      return cells[(i & ~63) | Long.numberOfTrailingZeros(word)];
    }
    return cells[nextWord(i)];
  }

  /** The first cell in use after the word of {@code i}, going round the ring. */
  private int nextWord(int i) {
    int l = i >>> 6;
    // -2 << l has the bits above l, none for l = 63.
    long word = node[l >>> 6] & (-2L << l);
    int n = l & ~63;
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

  /** Whether no level lies in the 64 keys of this key's word. */
  boolean isWordEmpty(long key) {
    return leaf[((int) key & mask) >>> 6] == 0;
  }

  /** Slot of the lowest level in this key's word, or 0. */
  int firstOfWord(long key) {
    int i = (int) key & mask;
    long word = leaf[i >>> 6];
    return word == 0 ? 0 : cells[(i & ~63) | Long.numberOfTrailingZeros(word)];
  }

  /**
   * Covers these keys from now on. Levels stay where they are: the caller has moved those that are
   * no longer covered.
   */
  void cover(long newFirst, long newLength) {
    first = newFirst;
    length = newLength;
  }

  /** Makes the ring larger; the levels keep their keys. */
  void grow(int capacity, NodeStore nodes) {
    int[] oldCells = cells;
    long[] oldLeaf = leaf;
    allocate(capacity);
    size = 0;
    for (int w = 0; w < oldLeaf.length; w++) {
      for (long word = oldLeaf[w]; word != 0; word &= word - 1) {
        int slot = oldCells[(w << 6) | Long.numberOfTrailingZeros(word)];
        put(nodes.key(slot), slot);
      }
    }
  }
}
