package dev.tandem.core.state;

import java.lang.foreign.Arena;

/**
 * Sorts many numbers by radix (least significant digit first; Knuth, volume 3, 5.2.5), outside the
 * heap.
 */
public final class SortedOrder {

  private static final int BITS = 11;
  private static final int DIGITS = 1 << BITS;

  private SortedOrder() {}

  /**
   * Where the keys come in rising order, signed: the lowest is at the place that is the first word
   * of the result. Equal keys keep their order. The keys are lost.
   *
   * @param arena gives the memory of the result, and as much again for the work
   */
  public static Words of(Words keys, int size, Arena arena) {
    Words order = new Words(arena, size);
    boolean sorted = true;
    long bits = 0;
    for (int i = 0; i < size; i++) {
      long key = keys.get(i);
      order.set(i, i);
      bits |= key ^ keys.get(0);
      sorted &= i == 0 || keys.get(i - 1) <= key;
    }
    if (sorted) {
      return order;
    }
    Words from = keys;
    Words to = new Words(arena, size);
    Words next = new Words(arena, size);
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      if ((bits >>> shift & (DIGITS - 1)) == 0) {
        continue;
      }
      int[] starts = starts(from, size, shift);
      for (int i = 0; i < size; i++) {
        long key = from.get(i);
        int at = starts[digit(key, shift)]++;
        to.set(at, key);
        next.set(at, order.get(i));
      }
      Words keysBefore = from;
      from = to;
      to = keysBefore;
      Words orderBefore = order;
      order = next;
      next = orderBefore;
    }
    return order;
  }

  private static int[] starts(Words keys, int size, int shift) {
    int[] starts = new int[DIGITS + 1];
    for (int i = 0; i < size; i++) {
      starts[digit(keys.get(i), shift) + 1]++;
    }
    for (int d = 0; d < DIGITS; d++) {
      starts[d + 1] += starts[d];
    }
    return starts;
  }

  private static int digit(long key, int shift) {
    // Signed order is the unsigned one with the sign turned over.
    return (int) ((key ^ Long.MIN_VALUE) >>> shift & (DIGITS - 1));
  }
}
