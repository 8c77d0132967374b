package dev.tandem.core.matching;

import java.util.Arrays;

/**
 * The memory of a shard's orders that trail: beside the row of each in {@link StopStore} its offset
 * and its place in a group, and the groups; see {@link TrailingSide}. 25 bytes an order and 36 a
 * group, of which there are no more than orders.
 *
 * <p>A group that is merged into another one remains as long as an order has its number, so that
 * merging renames no orders: the group of an order is found in as many steps as the logarithm of
 * the groups that are merged in it.
 */
final class TrailingStore {

  private final StopStore stops;
  private long[] offsets = new long[1 << 6];
  private int[] groupOf = new int[1 << 6];

  private long[] bests = new long[1 << 6];

  /** The first order of each group; of a free number the next free one. */
  private int[] firsts = new int[1 << 6];

  /** The group that one is merged into, or 0. */
  private int[] mergedInto = new int[1 << 6];

  /** Orders that have the number of the group, and groups that are merged into it. */
  private int[] references = new int[1 << 6];

  /** How many steps it takes to the group from any that is merged in it. */
  private byte[] depths = new byte[1 << 6];

  private boolean[] rise = new boolean[1 << 6];
  private boolean[] inPpm = new boolean[1 << 6];
  private int fresh = 1;
  private int free;

  /** The orders of a group: of one best price the lower offset is reached first. */
  private final LeftistHeap orders =
      new LeftistHeap() {
        @Override
        boolean precedes(int order, int other) {
          long more = offsets[order] - offsets[other];
          return more == 0 ? stops.isOlder(order, other) : more < 0;
        }
      };

  /** Groups by the trigger of their first order. */
  private final LeftistHeap groups =
      new LeftistHeap() {
        @Override
        boolean precedes(int group, int other) {
          int order = TriggerPrice.compare(base(group), factor(group), base(other), factor(other));
          boolean isFirst = rise[group] ? order < 0 : order > 0;
          return order == 0 ? stops.isOlder(firsts[group], firsts[other]) : isFirst;
        }
      };

  TrailingStore(StopStore stops) {
    this.stops = stops;
  }

  LeftistHeap groups() {
    return groups;
  }

  /** The number of a new group without orders. */
  int open(boolean isRise, boolean isInPpm, long best) {
    int group = free;
    if (group != 0) {
      free = firsts[group];
    } else {
      group = fresh++;
      if (group == bests.length) {
        bests = Arrays.copyOf(bests, group * 2);
        firsts = Arrays.copyOf(firsts, group * 2);
        mergedInto = Arrays.copyOf(mergedInto, group * 2);
        references = Arrays.copyOf(references, group * 2);
        depths = Arrays.copyOf(depths, group * 2);
        rise = Arrays.copyOf(rise, group * 2);
        inPpm = Arrays.copyOf(inPpm, group * 2);
      }
    }
    bests[group] = best;
    firsts[group] = 0;
    mergedInto[group] = 0;
    references[group] = 0;
    depths[group] = 0;
    rise[group] = isRise;
    inPpm[group] = isInPpm;
    return group;
  }

  /** Puts an order, which has its row, into a group. */
  void add(int order, long offset, int group) {
    if (order >= offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.max(order + 1, offsets.length * 2));
      groupOf = Arrays.copyOf(groupOf, offsets.length);
    }
    offsets[order] = offset;
    groupOf[order] = group;
    references[group]++;
    orders.single(order);
    firsts[group] = orders.meld(firsts[group], order);
  }

  /** Takes an order out of its group, whose number is free if it was the last one. */
  void remove(int order, int group) {
    firsts[group] = orders.remove(firsts[group], order);
    for (int each = groupOf[order]; each != 0 && --references[each] == 0; ) {
      int next = mergedInto[each];
      firsts[each] = free;
      free = each;
      each = next;
    }
  }

  /** Makes one group of two of the same kind; the number of one of them. */
  int merge(int one, int two) {
    int group = depths[one] < depths[two] ? two : one;
    int other = group == one ? two : one;
    if (depths[group] == depths[other]) {
      depths[group]++;
    }
    mergedInto[other] = group;
    references[group]++;
    firsts[group] = orders.meld(firsts[group], firsts[other]);
    return group;
  }

  /** Whether the first order of a group is its only one. */
  boolean isAlone(int group) {
    return orders.isAlone(firsts[group]);
  }

  /** The group of an order. */
  int group(int order) {
    int group = groupOf[order];
    while (mergedInto[group] != 0) {
      group = mergedInto[group];
    }
    return group;
  }

  /** The order of a group that is triggered first; 0 if it has none. */
  int first(int group) {
    return firsts[group];
  }

  long best(int group) {
    return bests[group];
  }

  void best(int group, long price) {
    bests[group] = price;
  }

  boolean isInPpm(int group) {
    return inPpm[group];
  }

  long offset(int order) {
    return offsets[order];
  }

  /** First factor of the {@link TriggerPrice} of a group's first order. */
  long base(int group) {
    return TriggerPrice.base(rise[group], bests[group], offsets[firsts[group]], inPpm[group]);
  }

  /** Second factor of it. */
  long factor(int group) {
    return TriggerPrice.factor(rise[group], offsets[firsts[group]], inPpm[group]);
  }
}
