package dev.tandem.core.command;

import java.util.Arrays;

/**
 * Numbers 64-bit ids 0, 1, 2, … in the order they are first seen, so that what belongs to an id can
 * live in arrays. Ids are never removed. Open addressing with linear probing; nothing is allocated
 * but when it grows. Not thread-safe.
 */
public final class IdIndex {

  /** What {@link #find} answers for an id that was never added. */
  public static final int ABSENT = -1;

  private static final int MAX_CAPACITY = 1 << 29;

  private long[] keys;
  // Index + 1; 0 is an empty place, so that every 64-bit id is allowed.
  private int[] places;
  private long[] ids;
  private int size;

  /** An empty index that holds {@code expected} ids before it grows. */
  public IdIndex(int expected) {
    int capacity = Integer.highestOneBit(Math.max(8, expected) * 2 - 1) * 2;
    keys = new long[capacity];
    places = new int[capacity];
    ids = new long[capacity / 2];
  }

  /** Spreads the bits of an id over the whole word (the finalizer of SplitMix64). */
  public static long mix(long id) {
    long h = (id ^ (id >>> 30)) * 0xBF58476D1CE4E5B9L;
    h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
    return h ^ (h >>> 31);
  }

  /** The number of an id, or {@link #ABSENT}. */
  public int find(long id) {
    int mask = places.length - 1;
    int at = (int) mix(id) & mask;
    int place;
    while ((place = places[at]) != 0) {
      if (keys[at] == id) {
        return place - 1;
      }
      at = (at + 1) & mask;
    }
    return ABSENT;
  }

  /** The number of an id, which gets the next one if it is new. */
  public int findOrAdd(long id) {
    int mask = places.length - 1;
    int at = (int) mix(id) & mask;
    int place;
    while ((place = places[at]) != 0) {
      if (keys[at] == id) {
        return place - 1;
      }
      at = (at + 1) & mask;
    }
    if (size == ids.length) {
      grow();
      insert(id, size + 1);
    } else {
      keys[at] = id;
      places[at] = size + 1;
    }
    ids[size] = id;
    return size++;
  }

  /** How many ids there are. */
  public int size() {
    return size;
  }

  /** The id with this number. */
  public long idAt(int index) {
    return ids[index];
  }

  /**
   * The ids so far, by number: an array whose first {@link #size} elements stay as they are, also
   * while the index grows, so that another thread may read them after a safe hand-over.
   */
  public long[] ids() {
    return ids;
  }

  /** The numbers of all ids, by rising id: the order in which state is reported. */
  public int[] sortedIndexes() {
    long[] sorted = Arrays.copyOf(ids, size);
    Arrays.sort(sorted);
    int[] indexes = new int[size];
    for (int i = 0; i < size; i++) {
      indexes[i] = find(sorted[i]);
    }
    return indexes;
  }

  private void grow() {
    if (places.length == MAX_CAPACITY) {
      throw new IllegalStateException("more than " + MAX_CAPACITY / 2 + " ids");
    }
    int capacity = places.length * 2;
    keys = new long[capacity];
    places = new int[capacity];
    ids = Arrays.copyOf(ids, capacity / 2);
    for (int i = 0; i < size; i++) {
      insert(ids[i], i + 1);
    }
  }

  private void insert(long id, int place) {
    int mask = places.length - 1;
    int at = (int) mix(id) & mask;
    while (places[at] != 0) {
      at = (at + 1) & mask;
    }
    keys[at] = id;
    places[at] = place;
  }
}
