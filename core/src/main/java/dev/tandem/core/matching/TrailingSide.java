package dev.tandem.core.matching;

import dev.tandem.core.command.OrderTerms;

/**
 * The orders of a symbol whose trigger trails its price: those that a rise wakes, whose best price
 * is the lowest since their entry, or those that a fall wakes, whose best is the highest.
 *
 * <p>Orders of one best price are a group, those with offsets in ticks and in ppm apart. A trade at
 * a better price than that of some groups makes one group of them; so does no other one change any.
 * In a group the lower offset is triggered first, whatever the best price, so a group is a heap by
 * offset and then by entry, which melds with another one. The groups are a heap by the trigger of
 * their first order, and lie in sorted sequences by their best price. So a trade looks at the first
 * of each. What it triggers, adds or removes costs time logarithmic in the orders, and so does each
 * group that it merges; an order opens one group at most, so merging costs that once an order.
 *
 * <p>One thread at a time. Allocates nothing once it has its size.
 */
final class TrailingSide {

  private final TrailingStore memory;
  private final boolean rise;

  /** Groups in ticks and in ppm by best price: in front the one that a better price meets first. */
  private final FarLevels[] byBest = {new FarLevels(), new FarLevels()};

  /** The group whose first order is triggered first; 0 if there is none. */
  private int next;

  TrailingSide(TrailingStore memory, boolean rise) {
    this.memory = memory;
    this.rise = rise;
  }

  /** Whether an order of the state has not been triggered by the last price of its symbol. */
  static boolean maySleep(StopView stop, long last) {
    if (last == 0 || stop.best == 0) {
      return last == stop.best;
    }
    boolean rise = OrderTerms.wakesOnRise(stop.terms, stop.side);
    int order =
        TriggerPrice.compare(
            last,
            TriggerPrice.PPM,
            TriggerPrice.base(rise, stop.best, stop.offset, stop.inPpm),
            TriggerPrice.factor(rise, stop.offset, stop.inPpm));
    return rise ? stop.best <= last && order < 0 : stop.best >= last && order > 0;
  }

  /** Rises with the groups of {@link #byBest}. Below 0, so no key is {@link FarLevels#NONE}. */
  private long key(long best) {
    return rise ? ~best : best ^ Long.MIN_VALUE;
  }

  /**
   * Puts an order in.
   *
   * @param best best price since its entry; 0 if nothing has traded yet
   */
  void add(int order, long best, long offset, boolean inPpm) {
    long from = rise && best == 0 ? Long.MAX_VALUE : best;
    FarLevels groups = byBest[inPpm ? 1 : 0];
    int group = groups.find(key(from));
    if (group == 0) {
      group = memory.open(rise, inPpm, from);
      groups.insert(key(from), group);
    } else {
      leave(group);
    }
    memory.add(order, offset, group);
    enter(group);
  }

  /** Takes an order out. */
  void remove(int order) {
    int group = memory.group(order);
    if (memory.first(group) != order) {
      memory.remove(order, group);
      return;
    }
    leave(group);
    if (memory.isAlone(group)) {
      byBest[memory.isInPpm(group) ? 1 : 0].remove(key(memory.best(group)));
      memory.remove(order, group);
    } else {
      memory.remove(order, group);
      enter(group);
    }
  }

  /** Best price since the entry of an order. */
  long best(int order) {
    return memory.best(memory.group(order));
  }

  boolean isInPpm(int order) {
    return memory.isInPpm(memory.group(order));
  }

  /** The price in ticks that triggers an order; 0: none does yet. */
  long trigger(int order) {
    long offset = memory.offset(order);
    boolean inPpm = isInPpm(order);
    return TriggerPrice.ticks(
        rise,
        TriggerPrice.base(rise, best(order), offset, inPpm),
        TriggerPrice.factor(rise, offset, inPpm));
  }

  private void enter(int group) {
    memory.groups().single(group);
    next = memory.groups().meld(next, group);
  }

  private void leave(int group) {
    next = memory.groups().remove(next, group);
  }

  /** The order that is triggered first of those that a trade at a price reaches; 0 if none is. */
  int reachedBy(long price) {
    if (next == 0) {
      return 0;
    }
    int order =
        TriggerPrice.compare(price, TriggerPrice.PPM, memory.base(next), memory.factor(next));
    return (rise ? order >= 0 : order <= 0) ? memory.first(next) : 0;
  }

  /**
   * Whether the order that is triggered first, which is there, is so before another one.
   *
   * @param trigger price in ticks of the other one, which does not trail
   */
  boolean precedes(int other, long trigger, StopStore stops) {
    int order =
        TriggerPrice.compare(memory.base(next), memory.factor(next), trigger, TriggerPrice.PPM);
    boolean isFirst = rise ? order < 0 : order > 0;
    return order == 0 ? stops.isOlder(memory.first(next), other) : isFirst;
  }

  /** Gives the orders whose best price a trade has bettered its price as best. */
  void advance(long price) {
    advance(byBest[0], price);
    advance(byBest[1], price);
  }

  private void advance(FarLevels groups, long price) {
    long key = key(price);
    if (groups.size() == 0 || groups.first() >= key) {
      return;
    }
    int merged = takeFirst(groups);
    while (groups.size() != 0 && groups.first() <= key) {
      merged = memory.merge(merged, takeFirst(groups));
    }
    memory.best(merged, price);
    groups.insert(key, merged);
    enter(merged);
  }

  private int takeFirst(FarLevels groups) {
    int group = groups.remove(groups.first());
    leave(group);
    return group;
  }
}
