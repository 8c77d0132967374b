package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * From order id to slot, for any 64-bit ids but 0.
 *
 * <p>Extendible hashing (Fagin, Nievergelt, Pippenger, Strong 1979) over small tables with open
 * addressing, linear probing and backshift deletion (Knuth, volume 3, 6.4, algorithm R). A table
 * that fills up is split in two, so growing never costs more than one table. Four neighbouring ids
 * share one group of 64 bytes, so dense ids hit few cache lines. An entry is 16 bytes, a table is
 * 31 to 62 % full.
 */
final class HashedIds {

  private static final int INITIAL_ENTRIES = 1 << 10;

  /** Beyond this, ids collide on purpose: tables grow instead of splitting. */
  private static final int MAX_DEPTH = 18;

  private static final int MASK = 0;
  private static final int COUNT = 1;
  private static final int DEPTH = 2;
  private static final int HEADER = 4;

  private long[][] directory;
  private int depth = 1;
  private int size;

  HashedIds() {
    long[] table = newTable(INITIAL_ENTRIES, 0);
    directory = new long[][] {table, table};
  }

  private static long[] newTable(int entries, int depth) {
    long[] t = new long[HEADER + 2 * entries];
    t[MASK] = entries - 1L;
    t[DEPTH] = depth;
    return t;
  }

  private static long hash(long id) {
    long group = id >>> 2;
    return (group * 0x9E3779B97F4A7C15L) ^ Math.unsignedMultiplyHigh(group, 0x9E3779B97F4A7C15L);
  }

  private long[] table(long hash) {
    return directory[(int) (hash >>> -depth)];
  }

  private static int home(long hash, long id, int mask) {
    return (((int) hash << 2) | ((int) id & 3)) & mask;
  }

  /** Number of ids. */
  int size() {
    return size;
  }

  /** The slot of this id, or 0. */
  int get(long id) {
    long h = hash(id);
    long[] t = table(h);
    int mask = (int) t[MASK];
    for (int i = home(h, id, mask); ; i = (i + 1) & mask) {
      long k = t[HEADER + 2 * i];
      if (k == id) {
        return (int) t[HEADER + 2 * i + 1];
      }
      if (k == 0) {
        return 0;
      }
    }
  }

  /** Adds an id that is not there. */
  void put(long id, int slot) {
    long h = hash(id);
    long[] t = table(h);
    while (t[COUNT] * 8 >= (t[MASK] + 1) * 5) {
      makeRoom(t, h);
      t = table(h);
    }
    insert(t, h, id, slot);
    size++;
  }

  private static void insert(long[] t, long h, long id, long slot) {
    int mask = (int) t[MASK];
    int i = home(h, id, mask);
    while (t[HEADER + 2 * i] != 0) {
      i = (i + 1) & mask;
    }
    t[HEADER + 2 * i] = id;
    t[HEADER + 2 * i + 1] = slot;
    t[COUNT]++;
  }

  /** Removes an id that is there. */
  void remove(long id) {
    size--;
    long h = hash(id);
    long[] t = table(h);
    int mask = (int) t[MASK];
    int i = home(h, id, mask);
    while (t[HEADER + 2 * i] != id) {
      i = (i + 1) & mask;
    }
    int j = i;
    while (true) {
      j = (j + 1) & mask;
      long k = t[HEADER + 2 * j];
      if (k == 0) {
        break;
      }
      // An entry may fill the hole if its home is not between the hole and itself.
      if (((j - home(hash(k), k, mask)) & mask) >= ((j - i) & mask)) {
        t[HEADER + 2 * i] = k;
        t[HEADER + 2 * i + 1] = t[HEADER + 2 * j + 1];
        i = j;
      }
    }
    t[HEADER + 2 * i] = 0;
    t[COUNT]--;
  }

  private void makeRoom(long[] t, long h) {
    int tableDepth = (int) t[DEPTH];
    int entries = (int) t[MASK] + 1;
    if (tableDepth == MAX_DEPTH) {
      replace(t, h, tableDepth, newTable(entries * 2, tableDepth), null);
      return;
    }
    if (tableDepth == depth) {
      long[][] wider = new long[directory.length * 2][];
      for (int i = 0; i < wider.length; i++) {
        wider[i] = directory[i >>> 1];
      }
      directory = wider;
      depth++;
    }
    replace(t, h, tableDepth, newTable(entries, tableDepth + 1), newTable(entries, tableDepth + 1));
  }

  /**
   * Puts one or two tables in the place of {@code t}, whose ids share the first bits of {@code h}.
   */
  private void replace(long[] t, long h, int tableDepth, long[] low, long[] high) {
    for (int e = HEADER; e < t.length; e += 2) {
      if (t[e] != 0) {
        long eh = hash(t[e]);
        boolean up = high != null && (eh << tableDepth) < 0;
        insert(up ? high : low, eh, t[e], t[e + 1]);
      }
    }
    int span = 1 << (depth - tableDepth);
    int from = (int) (h >>> -depth) & -span;
    Arrays.fill(directory, from, from + span, low);
    if (high != null) {
      Arrays.fill(directory, from + span / 2, from + span, high);
    }
  }
}
