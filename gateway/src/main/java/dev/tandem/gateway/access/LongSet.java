package dev.tandem.gateway.access;

/** Numbers that are as good as random, in 11 to 22 bytes each. One thread. */
final class LongSet {

  private static final int FIRST = 16;

  /** Open addressing, a power of two; 0 is a free place. */
  private long[] places = new long[FIRST];

  private boolean hasZero;
  private int size;

  int size() {
    return size;
  }

  boolean contains(long number) {
    return number == 0 ? hasZero : places[place(places, number)] == number;
  }

  /** Adds it, if it is not there. */
  void add(long number) {
    if (contains(number)) {
      return;
    }
    size++;
    if (number == 0) {
      hasZero = true;
      return;
    }
    if (size > places.length / 4 * 3) {
      long[] more = new long[places.length * 2];
      for (long each : places) {
        if (each != 0) {
          more[place(more, each)] = each;
        }
      }
      places = more;
    }
    places[place(places, number)] = number;
  }

  /** Where it is, or would be. */
  private static int place(long[] places, long number) {
    int mask = places.length - 1;
    int at = (int) number & mask;
    while (places[at] != 0 && places[at] != number) {
      at = (at + 1) & mask;
    }
    return at;
  }
}
