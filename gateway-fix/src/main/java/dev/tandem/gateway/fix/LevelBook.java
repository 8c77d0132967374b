package dev.tandem.gateway.fix;

import dev.tandem.core.api.BookView;
import dev.tandem.core.command.Side;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The price levels of a symbol, and which of them have changed lately. On the thread of FIX. */
final class LevelBook {

  /**
   * A price level.
   *
   * @param quantity lots that its orders show
   */
  record Level(long price, long quantity, int orders) {}

  /**
   * How a level has changed.
   *
   * @param before null if it is new
   * @param now null if it is gone
   */
  record Change(Side side, Level before, Level now) {

    /** The price of it. */
    long price() {
      return now == null ? before.price() : now.price();
    }
  }

  private final TreeMap<Long, Level> bids = new TreeMap<>(Collections.reverseOrder());
  private final TreeMap<Long, Level> asks = new TreeMap<>();

  /** Levels as they were, by price; null where there was none. */
  private final Map<Long, Level> changedBids = new HashMap<>();

  private final Map<Long, Level> changedAsks = new HashMap<>();

  private Map<Long, Level> levels(Side side) {
    return side == Side.BUY ? bids : asks;
  }

  private Map<Long, Level> changed(Side side) {
    return side == Side.BUY ? changedBids : changedAsks;
  }

  /** Begins anew with these levels, rows as a {@link BookView} has them. */
  void begin(long[] bidRows, long[] askRows) {
    for (Side side : Side.values()) {
      Map<Long, Level> levels = levels(side);
      levels.clear();
      long[] rows = side == Side.BUY ? bidRows : askRows;
      for (int i = 0; i < rows.length; i += BookView.LEVEL_WORDS) {
        levels.put(rows[i], new Level(rows[i], rows[i + 1], (int) rows[i + 2]));
      }
    }
    settle();
  }

  /** A level as it is now; without lots it is gone. */
  void set(Side side, long price, long quantity, int orders) {
    Map<Long, Level> levels = levels(side);
    Level before =
        quantity == 0
            ? levels.remove(price)
            : levels.put(price, new Level(price, quantity, orders));
    Map<Long, Level> changed = changed(side);
    // The first one counts, also where there was none.
    if (!changed.containsKey(price)) {
      changed.put(price, before);
    }
  }

  /** What has changed is known now. */
  void settle() {
    changedBids.clear();
    changedAsks.clear();
  }

  /** The best levels of a side, best first; with depth 0 all. */
  List<Level> best(Side side, int depth) {
    List<Level> best = new ArrayList<>();
    for (Level level : levels(side).values()) {
      if (depth != 0 && best.size() == depth) {
        break;
      }
      best.add(level);
    }
    return best;
  }

  /** How a side has changed since {@link #settle}. */
  List<Change> changes(Side side) {
    List<Change> changes = new ArrayList<>();
    changed(side).forEach((price, before) -> add(changes, side, before, levels(side).get(price)));
    return changes;
  }

  /** How one list of best levels comes to another; what is gone first. */
  static List<Change> changes(Side side, List<Level> before, List<Level> now) {
    Map<Long, Level> left = new HashMap<>();
    before.forEach(level -> left.put(level.price(), level));
    List<Change> changes = new ArrayList<>();
    for (Level level : now) {
      add(changes, side, left.remove(level.price()), level);
    }
    List<Change> all = new ArrayList<>();
    for (Level level : before) {
      if (left.containsKey(level.price())) {
        all.add(new Change(side, level, null));
      }
    }
    all.addAll(changes);
    return all;
  }

  private static void add(List<Change> to, Side side, Level before, Level now) {
    boolean isSame = before == null ? now == null : before.equals(now);
    if (!isSame) {
      to.add(new Change(side, before, now));
    }
  }
}
