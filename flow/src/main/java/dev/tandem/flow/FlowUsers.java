package dev.tandem.flow;

import java.util.Arrays;
import java.util.BitSet;
import java.util.TreeSet;

/** The users of a flow: a bit each, and those with large ids apart. Not thread-safe. */
final class FlowUsers {

  private static final int BITSET_USERS = 1 << 24;

  private final BitSet small = new BitSet();
  private final TreeSet<Long> large = new TreeSet<>();

  /** Takes note of a user; an id below 1 is none. */
  void add(long userId) {
    if (userId > 0) {
      if (userId < BITSET_USERS) {
        small.set((int) userId);
      } else {
        large.add(userId);
      }
    }
  }

  /** All of them, by rising id. */
  long[] ids() {
    int at = small.cardinality();
    long[] ids = Arrays.copyOf(small.stream().asLongStream().toArray(), at + large.size());
    for (long id : large) {
      ids[at++] = id;
    }
    return ids;
  }
}
