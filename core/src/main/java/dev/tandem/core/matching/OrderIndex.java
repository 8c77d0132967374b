package dev.tandem.core.matching;

/**
 * From order id to order, for any 64-bit ids but 0: open addressing with linear probing and
 * backshift deletion (Knuth, volume 3, 6.4, algorithm R). An entry is 8 bytes, half of them of the
 * id's hash; whether the id is the right one is seen in the order's row, which is needed anyway.
 *
 * <p>Eight neighbouring ids share one group of 64 bytes, so dense ids hit few cache lines; the
 * groups are spread by a multiplicative hash (Knuth, 6.4), whose high bits depend on all bits of
 * the id. A small table is at most a quarter full, for a second probe costs a mispredicted branch;
 * one beyond {@value #SMALL} places at most half, for it costs cache misses. A full table is not
 * copied at once: a larger one takes its place, and each id that is added takes {@value #STEP}
 * places of the old one along; until that is done, both are searched.
 */
final class OrderIndex {

  private static final int INITIAL_PLACES = 1 << 9;
  private static final int SMALL = 1 << 14;
  private static final int GROUP_BITS = 3;
  private static final int GROUP = (1 << GROUP_BITS) - 1;
  private static final int STEP = 16;

  /** A place of the old table whose order has left it: not empty, but no order's. */
  private static final long LEFT = 1L << 63;

  private static final long[] NONE = {0};

  private final OrderStore orders;

  /** The hash in the high half, the order in the low half; 0 is an empty place. */
  private long[] table = new long[INITIAL_PLACES];

  private int shift = shift(INITIAL_PLACES);

  /** What is not yet taken along; without any, a table of one empty place. */
  private long[] old = NONE;

  /** The places of the old table below this one are taken along. */
  private int moved;

  /** Orders in the new table. */
  private int size;

  /**
   * The id of the last {@link #get}; 0 after a change. A second look-up of it does not search
   * again.
   */
  private long probedId;

  /** Where it ended in the new table. */
  private int probed;

  private int found;

  OrderIndex(OrderStore orders) {
    this.orders = orders;
  }

  /** The hash of the group above the place of the id in it. */
  private static int hash(long id) {
    long h = (id >>> GROUP_BITS) * 0x9E3779B97F4A7C15L;
    return ((int) (h >>> 32) & ~GROUP) | ((int) id & GROUP);
  }

  /** Where a search for this hash begins in a table with this shift. */
  private static int home(int hash, int shift) {
    return (hash >>> shift << GROUP_BITS) | (hash & GROUP);
  }

  /** What leaves of a hash the number of its group in a table of this length. */
  private static int shift(int length) {
    return Integer.numberOfLeadingZeros(length - 1) + GROUP_BITS;
  }

  /** The order with this id, or 0. */
  int get(long id) {
    return id == probedId ? found : search(id);
  }

  /** Loads where a search for this id begins. */
  long touch(long id) {
    return table[home(hash(id), shift)];
  }

  /** The order that most likely has this id, by its hash and without a look at its row; or 0. */
  int guess(long id) {
    int hash = hash(id);
    long[] t = table;
    int mask = t.length - 1;
    int at = home(hash, shift);
    long place;
    while ((place = t[at]) != 0 && (int) (place >>> 32) != hash) {
      at = (at + 1) & mask;
    }
    return (int) place;
  }

  private int search(long id) {
    int hash = hash(id);
    long[] t = table;
    int mask = t.length - 1;
    int at = home(hash, shift);
    long place;
    int order = 0;
    while ((place = t[at]) != 0) {
      if ((int) (place >>> 32) == hash && orders.id((int) place) == id) {
        order = (int) place;
        break;
      }
      at = (at + 1) & mask;
    }
    probedId = id;
    probed = at;
    if (order == 0 && old.length != 1) {
      order = (int) old[findOld(hash, id)];
    }
    found = order;
    return order;
  }

  /** The place of an id in the old table; if it is not there, one whose order is 0. */
  private int findOld(int hash, long id) {
    int mask = old.length - 1;
    // It is half as long as the new one.
    int at = home(hash, shift + 1);
    long place;
    while ((place = old[at]) != 0) {
      if ((int) (place >>> 32) == hash && orders.id((int) place) == id) {
        break;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  /** What was found moves; no order has the id 0, so that is found nowhere. */
  private void forgetProbe() {
    probedId = 0;
    found = 0;
  }

  /** Adds an id that is not there; the order's row has it. */
  void put(long id, int order) {
    int hash = hash(id);
    long place = (long) hash << 32 | order;
    if (old.length != 1) {
      takeAlong();
      insert(place);
    } else if (size >= table.length / (table.length <= SMALL ? 4 : 2)) {
      grow();
      insert(place);
    } else if (id == probedId) {
      table[probed] = place;
    } else {
      insert(place);
    }
    forgetProbe();
    size++;
  }

  private void insert(long place) {
    int mask = table.length - 1;
    int at = home((int) (place >>> 32), shift);
    while (table[at] != 0) {
      at = (at + 1) & mask;
    }
    table[at] = place;
  }

  private void grow() {
    if (table.length == 1 << 30) {
      throw new OutOfMemoryError("more than " + size + " resting orders in one book");
    }
    old = table;
    moved = 0;
    table = new long[old.length * 2];
    shift = shift(table.length);
    size = 0;
  }

  /** Brings some more of the old table into the new one. */
  private void takeAlong() {
    int end = moved + STEP;
    for (; moved < end; moved++) {
      long place = old[moved];
      if ((int) place != 0) {
        insert(place);
        size++;
        old[moved] = LEFT;
      }
    }
    if (moved == old.length) {
      old = NONE;
    }
  }

  /** Removes an id that is there. */
  void remove(long id) {
    get(id);
    forgetProbe();
    int gap = probed;
    if (table[gap] == 0) {
      old[findOld(hash(id), id)] = LEFT;
      return;
    }
    size--;
    long[] t = table;
    int mask = t.length - 1;
    int at = gap;
    while (true) {
      at = (at + 1) & mask;
      long place = t[at];
      if (place == 0) {
        break;
      }
      int home = home((int) (place >>> 32), shift);
      // An entry may fill the gap if its home is not between the gap and itself.
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        t[gap] = place;
        gap = at;
      }
    }
    t[gap] = 0;
  }
}
