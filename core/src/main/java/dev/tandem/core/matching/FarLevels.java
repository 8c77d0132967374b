package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The price levels outside the window: a sorted sequence of leaves of up to 128 levels, found by
 * binary search, first in the leaves' first keys and then in the leaf.
 *
 * <p>Reading the first level is O(1); the other operations cost O(log n) comparisons and the shift
 * of at most one leaf. Leaves are kept for use again.
 */
final class FarLevels {

  private static final int LEAF = 128;

  private static final class Leaf {
    final long[] keys = new long[LEAF];
    final int[] slots = new int[LEAF];
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

  /** Slot of the level with the lowest key, 0 if there is none. */
  int first() {
    return size == 0 ? 0 : leaves[0].slots[0];
  }

  /** Slot of the level with this key, or 0. */
  int find(long key) {
    int l = leafOf(key);
    if (l < 0) {
      return 0;
    }
    Leaf leaf = leaves[l];
    int i = Arrays.binarySearch(leaf.keys, 0, leaf.size, key);
    return i < 0 ? 0 : leaf.slots[i];
  }

  /** Slot of the level with the lowest key that is not below {@code key}, or 0. */
  int ceiling(long key) {
    int l = leafOf(key);
    if (l < 0) {
      return first();
    }
    Leaf leaf = leaves[l];
    int i = Arrays.binarySearch(leaf.keys, 0, leaf.size, key);
    if (i < 0) {
      i = ~i;
    }
    if (i < leaf.size) {
      return leaf.slots[i];
    }
    return l + 1 < leafCount ? leaves[l + 1].slots[0] : 0;
  }

  /** Slot of the level with the highest key below {@code key}, or 0. */
  int lower(long key) {
    int l = leafOf(key);
    if (l < 0) {
      return 0;
    }
    Leaf leaf = leaves[l];
    int i = Arrays.binarySearch(leaf.keys, 0, leaf.size, key);
    if (i < 0) {
      i = ~i;
    }
    if (i > 0) {
      return leaf.slots[i - 1];
    }
    return l == 0 ? 0 : leaves[l - 1].slots[leaves[l - 1].size - 1];
  }

  /** Adds a level whose key is not there yet. */
  void insert(long key, int slot) {
    if (leafCount == 0) {
      insertLeaf(0, newLeaf());
    }
    int l = Math.max(0, leafOf(key));
    Leaf leaf = leaves[l];
    if (leaf.size == LEAF) {
      Leaf right = newLeaf();
      int half = LEAF / 2;
      System.arraycopy(leaf.keys, half, right.keys, 0, LEAF - half);
      System.arraycopy(leaf.slots, half, right.slots, 0, LEAF - half);
      right.size = LEAF - half;
      leaf.size = half;
      insertLeaf(l + 1, right);
      if (key >= right.keys[0]) {
        leaf = right;
        l++;
      }
    }
    int i = ~Arrays.binarySearch(leaf.keys, 0, leaf.size, key);
    System.arraycopy(leaf.keys, i, leaf.keys, i + 1, leaf.size - i);
    System.arraycopy(leaf.slots, i, leaf.slots, i + 1, leaf.size - i);
    leaf.keys[i] = key;
    leaf.slots[i] = slot;
    leaf.size++;
    firstKeys[l] = leaf.keys[0];
    size++;
  }

  /** Removes the level with this key, which is there. */
  void remove(long key) {
    int l = leafOf(key);
    Leaf leaf = leaves[l];
    int i = Arrays.binarySearch(leaf.keys, 0, leaf.size, key);
    leaf.size--;
    System.arraycopy(leaf.keys, i + 1, leaf.keys, i, leaf.size - i);
    System.arraycopy(leaf.slots, i + 1, leaf.slots, i, leaf.size - i);
    if (leaf.size == 0) {
      removeLeaf(l);
    } else {
      firstKeys[l] = leaf.keys[0];
    }
    size--;
  }

  /** The leaf whose keys enclose this one, -1 if the key is below all. */
  private int leafOf(long key) {
    int l = Arrays.binarySearch(firstKeys, 0, leafCount, key);
    return l >= 0 ? l : ~l - 1;
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
