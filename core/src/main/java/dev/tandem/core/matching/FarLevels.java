package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The price levels outside the window: a sorted sequence of leaves of up to 128 levels, found by
 * binary search, first in the leaves' first keys and then in the leaf.
 *
 * <p>Reading the first key is O(1); the other operations cost O(log n) comparisons and the shift of
 * at most one leaf. Leaves are kept for use again.
 */
final class FarLevels {

  /** No key of a level, for prices are above 0. */
  static final long NONE = 0;

  private static final int LEAF = 128;

  private static final class Leaf {
    final long[] keys = new long[LEAF];
    final int[] levels = new int[LEAF];
    int size;
  }

  private Leaf[] leaves = new Leaf[4];
  private long[] firstKeys = new long[4];
  private int leafCount;
  private Leaf[] spare = new Leaf[4];
  private int spareCount;
  private int size;

  int size() {
    return size;
  }

  /** The lowest key, or {@link #NONE}. */
  long first() {
    return size == 0 ? NONE : firstKeys[0];
  }

  /** The level with this key, or 0. */
  int find(long key) {
    int l = leafOf(key);
    if (l < 0) {
      return 0;
    }
    Leaf leaf = leaves[l];
    int i = ceilingIn(leaf.keys, leaf.size, key);
    return i < leaf.size && leaf.keys[i] == key ? leaf.levels[i] : 0;
  }

  /** The lowest key that is not below {@code key}, or {@link #NONE}. */
  long ceiling(long key) {
    int l = leafOf(key);
    if (l < 0) {
      return first();
    }
    Leaf leaf = leaves[l];
    int i = ceilingIn(leaf.keys, leaf.size, key);
    if (i < leaf.size) {
      return leaf.keys[i];
    }
    return l + 1 < leafCount ? firstKeys[l + 1] : NONE;
  }

  /** The highest key below {@code key}, or {@link #NONE}. */
  long lower(long key) {
    int l = leafOf(key);
    if (l < 0) {
      return NONE;
    }
    Leaf leaf = leaves[l];
    int i = ceilingIn(leaf.keys, leaf.size, key);
    if (i > 0) {
      return leaf.keys[i - 1];
    }
    return l == 0 ? NONE : leaves[l - 1].keys[leaves[l - 1].size - 1];
  }

  /** Adds a level whose key is not there yet. */
  void insert(long key, int level) {
    if (leafCount == 0) {
      insertLeaf(0, newLeaf());
    }
    int l = Math.max(0, leafOf(key));
    Leaf leaf = leaves[l];
    if (leaf.size == LEAF) {
      Leaf right = newLeaf();
      int half = LEAF / 2;
      System.arraycopy(leaf.keys, half, right.keys, 0, LEAF - half);
      System.arraycopy(leaf.levels, half, right.levels, 0, LEAF - half);
      right.size = LEAF - half;
      leaf.size = half;
      insertLeaf(l + 1, right);
      if (key >= right.keys[0]) {
        leaf = right;
        l++;
      }
    }
    int i = ceilingIn(leaf.keys, leaf.size, key);
    System.arraycopy(leaf.keys, i, leaf.keys, i + 1, leaf.size - i);
    System.arraycopy(leaf.levels, i, leaf.levels, i + 1, leaf.size - i);
    leaf.keys[i] = key;
    leaf.levels[i] = level;
    leaf.size++;
    firstKeys[l] = leaf.keys[0];
    size++;
  }

  /** Removes the key of a level, which is there; answers the level. */
  int remove(long key) {
    int l = leafOf(key);
    Leaf leaf = leaves[l];
    int i = ceilingIn(leaf.keys, leaf.size, key);
    int level = leaf.levels[i];
    leaf.size--;
    System.arraycopy(leaf.keys, i + 1, leaf.keys, i, leaf.size - i);
    System.arraycopy(leaf.levels, i + 1, leaf.levels, i, leaf.size - i);
    if (leaf.size == 0) {
      removeLeaf(l);
    } else {
      firstKeys[l] = leaf.keys[0];
    }
    size--;
    return level;
  }

  /** Writes each level with a key of {@code from} to {@code to}, by rising key; where it ends. */
  int levels(long from, long to, int[] into, int at) {
    int end = at;
    for (int l = Math.max(0, leafOf(from)); l < leafCount && firstKeys[l] <= to; l++) {
      Leaf leaf = leaves[l];
      for (int i = ceilingIn(leaf.keys, leaf.size, from);
          i < leaf.size && leaf.keys[i] <= to;
          i++) {
        into[end++] = leaf.levels[i];
      }
    }
    return end;
  }

  /** The leaf whose keys enclose this one, -1 if the key is below all. */
  private int leafOf(long key) {
    int l = ceilingIn(firstKeys, leafCount, key);
    return l < leafCount && firstKeys[l] == key ? l : l - 1;
  }

  /** Index of the first of {@code size} rising keys that is not below {@code key}. */
  private static int ceilingIn(long[] keys, int size, long key) {
    int from = 0;
    int length = size;
    while (length > 1) {
      int half = length >>> 1;
      // A move, not a branch: the comparison is as random as the key.
      from = keys[from + half - 1] < key ? from + half : from;
      length -= half;
    }
    return from < size && keys[from] < key ? from + 1 : from;
  }

  private Leaf newLeaf() {
    return spareCount == 0 ? new Leaf() : spare[--spareCount];
  }

  private void insertLeaf(int l, Leaf leaf) {
    if (leafCount == leaves.length) {
      leaves = Arrays.copyOf(leaves, leafCount * 2);
      firstKeys = Arrays.copyOf(firstKeys, leafCount * 2);
    }
    System.arraycopy(leaves, l, leaves, l + 1, leafCount - l);
    System.arraycopy(firstKeys, l, firstKeys, l + 1, leafCount - l);
    leaves[l] = leaf;
    firstKeys[l] = leaf.size == 0 ? 0 : leaf.keys[0];
    leafCount++;
  }

  private void removeLeaf(int l) {
    if (spareCount == spare.length) {
      spare = Arrays.copyOf(spare, spareCount * 2);
    }
    spare[spareCount++] = leaves[l];
    leafCount--;
    System.arraycopy(leaves, l + 1, leaves, l, leafCount - l);
    System.arraycopy(firstKeys, l + 1, firstKeys, l, leafCount - l);
    leaves[leafCount] = null;
  }
}
