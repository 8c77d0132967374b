package dev.tandem.core.matching;

/**
 * The price levels of one side by key: a window of rows near the touch and a sorted store for all
 * others. It is the window, with a store beside it, so that a command follows one reference.
 *
 * <p>Wherever the window lies, every operation is correct; its place only decides the speed. It
 * follows the prices at which levels are created, and each creation moves at most {@value #BUDGET}
 * levels, and those of one more word, between the two stores. So neither a walking market nor a
 * jump nor a return from an auction stalls the book. The window becomes larger when levels near the
 * touch keep missing it.
 */
class PriceLevels extends PriceWindow {

  private static final int BUDGET = 32;
  private static final int MISSES_TO_GROW = 256;
  private static final int GROWTH = 4;

  private final FarLevels far = new FarLevels();
  private int misses;

  PriceLevels(OrderStore orders) {
    super(MIN_CAPACITY, orders);
  }

  /** Number of levels. */
  final int size() {
    return near() + far.size();
  }

  /** Place of the oldest order at this key, 0 if there is no level. */
  final int head(long key) {
    if (covers(key)) {
      return Level.head(rows(), at(key));
    }
    int slot = far.find(key);
    return slot == 0 ? 0 : Level.head(far.rows(slot), FarLevels.at(slot));
  }

  /** Open lots at this key. */
  final long quantity(long key) {
    if (covers(key)) {
      return Level.quantity(rows(), at(key));
    }
    int slot = far.find(key);
    return slot == 0 ? 0 : Level.quantity(far.rows(slot), FarLevels.at(slot));
  }

  /** Number of orders at this key. */
  final int count(long key) {
    if (covers(key)) {
      return Level.count(rows(), at(key));
    }
    int slot = far.find(key);
    return slot == 0 ? 0 : Level.count(far.rows(slot), FarLevels.at(slot));
  }

  /** Takes lots off the level with this key, which is there, of an order that stays. */
  final void reduce(long key, long lots) {
    if (covers(key)) {
      Level.reduce(rows(), at(key), lots);
    } else {
      int slot = far.find(key);
      Level.reduce(far.rows(slot), FarLevels.at(slot), lots);
    }
  }

  /**
   * Puts an order at the end of the queue of this key.
   *
   * @param best the lowest key of all levels; anything if there are none
   */
  final void append(long key, int order, long lots, long best) {
    if (covers(key)) {
      appendNear(key, order, lots);
    } else {
      appendFar(key, order, lots, best);
    }
  }

  private void appendFar(long key, int order, long lots, long best) {
    int slot = far.find(key);
    if (slot == 0) {
      reach(key, size() == 0 ? key : Math.min(key, best));
      if (covers(key)) {
        appendNear(key, order, lots);
        return;
      }
      slot = far.insert(key);
    }
    Level.append(far.rows(slot), FarLevels.at(slot), orders, order, key, lots);
  }

  /**
   * Takes an order out of the queue of this key.
   *
   * @return whether the level has gone with it
   */
  final boolean unlink(long key, int order, long lots) {
    return covers(key) ? unlinkNear(key, order, lots) : unlinkFar(key, order, lots);
  }

  private boolean unlinkFar(long key, int order, long lots) {
    int slot = far.find(key);
    boolean empty = Level.unlink(far.rows(slot), FarLevels.at(slot), orders, order, lots) != 0;
    if (empty) {
      far.remove(key);
    }
    return empty;
  }

  /**
   * Takes orders and lots off the head of the queue of this key; see {@link Level#behead}.
   *
   * @return whether the level has gone with them
   */
  final boolean behead(long key, int head, int gone, long lots) {
    return covers(key) ? beheadNear(key, head, gone, lots) : beheadFar(key, head, gone, lots);
  }

  private boolean beheadFar(long key, int head, int gone, long lots) {
    int slot = far.find(key);
    boolean empty = Level.behead(far.rows(slot), FarLevels.at(slot), orders, head, gone, lots);
    if (empty) {
      far.remove(key);
    }
    return empty;
  }

  /** The lowest key, which is known to be above {@code key}; {@link FarLevels#NONE} if empty. */
  final long firstAbove(long key) {
    long beyond = far.first();
    if (near() == 0) {
      return beyond;
    }
    long near = ceilingRound(covers(key) ? key : first());
    return beyond == FarLevels.NONE ? near : Math.min(near, beyond);
  }

  /** The lowest key above {@code key}, or {@link FarLevels#NONE}; for views. */
  final long higher(long key) {
    if (key == Long.MAX_VALUE) {
      return FarLevels.NONE;
    }
    long from = key + 1;
    long beyond = far.ceiling(from);
    if (near() != 0 && from <= last()) {
      long near = ceilingRound(Math.max(from, first()));
      if (near >= from) {
        return beyond == FarLevels.NONE ? near : Math.min(near, beyond);
      }
    }
    return beyond;
  }

  /**
   * Writes the oldest order of each level, by rising key.
   *
   * @param into has room for {@link #size} more
   * @return where it ends
   */
  final int heads(int[] into, int at) {
    if (near() == 0) {
      return far.heads(Long.MIN_VALUE, Long.MAX_VALUE, into, at);
    }
    // No far level lies within the window.
    int end = at;
    if (first() != Long.MIN_VALUE) {
      end = far.heads(Long.MIN_VALUE, first() - 1, into, end);
    }
    end = nearHeads(into, end);
    return last() == Long.MAX_VALUE ? end : far.heads(last() + 1, Long.MAX_VALUE, into, end);
  }

  /** Slides the window towards a key that it does not cover, as far as the budget allows. */
  private void reach(long key, long best) {
    long word = key & -WORD;
    if (near() == 0) {
      seat(word);
    } else if (key < first()) {
      reachDown(word);
    } else if (Long.compareUnsigned(key - best, threeQuarters(capacity())) < 0) {
      reachUp(word);
    } else if (Long.compareUnsigned(key - best, threeQuarters(MAX_CAPACITY)) < 0) {
      missed(1);
    }
  }

  private static long threeQuarters(int capacity) {
    return (long) capacity / 4 * 3;
  }

  private void missed(int count) {
    misses += count;
    if (misses >= MISSES_TO_GROW) {
      misses = 0;
      int capacity = capacity();
      if (capacity < MAX_CAPACITY) {
        grow(Math.min(capacity * GROWTH, MAX_CAPACITY));
      }
    }
  }

  /** Lays an empty window around a word, as wide as no far level is in the way. */
  private void seat(long word) {
    long first = down(word, capacity() / 4);
    long last = up(first, capacity() - 1L);
    long below = far.lower(word);
    if (below != FarLevels.NONE && below >= first) {
      first = (below & -WORD) + WORD;
    }
    long wordEnd = word + (WORD - 1);
    long above = wordEnd == Long.MAX_VALUE ? FarLevels.NONE : far.ceiling(wordEnd + 1);
    if (above != FarLevels.NONE && above <= last) {
      last = (above & -WORD) - 1;
    }
    cover(first, last - first + 1);
    pull(word, wordEnd);
  }

  private void reachDown(long word) {
    long target = down(word, capacity() / 8);
    int budget = BUDGET;
    while (Long.compareUnsigned(last() - target, capacity()) >= 0) {
      if (near() == 0) {
        seat(word);
        return;
      }
      if (budget <= 0) {
        return;
      }
      long end = last() & -WORD;
      budget -= evict(end);
      cover(first(), length() - WORD);
    }
    while (first() > target && budget > 0) {
      long below = far.lower(first());
      long from = below == FarLevels.NONE ? target : Math.max(target, below & -WORD);
      long last = last();
      budget -= pull(from, Math.min(from + (WORD - 1), first() - 1));
      cover(from, last - from + 1);
    }
  }

  private void reachUp(long word) {
    long target = up(word, capacity() / 8 + (WORD - 1L));
    int budget = BUDGET;
    while (Long.compareUnsigned(target - first(), capacity()) >= 0) {
      if (near() == 0) {
        seat(word);
        return;
      }
      if (budget <= 0) {
        return;
      }
      budget -= evict(first());
      cover(first() + WORD, length() - WORD);
    }
    while (last() < target && budget > 0) {
      long above = far.ceiling(last() + 1);
      long to = above == FarLevels.NONE ? target : Math.min(target, above | (WORD - 1));
      budget -= pull(to & -WORD, to);
      cover(first(), to - first() + 1);
    }
  }

  /** Moves the levels of one word to the far store. */
  private int evict(long word) {
    int moved = 0;
    for (long bits; (bits = word(word)) != 0; moved++) {
      long key = word + Long.numberOfTrailingZeros(bits);
      int slot = far.insert(key);
      moveOut(key, far.rows(slot), FarLevels.at(slot));
    }
    if (moved != 0) {
      missed(moved);
    }
    return moved;
  }

  /** Moves the far levels of these keys, of one word, to the */
  private int pull(long from, long to) {
    int moved = 0;
    for (long key; (key = far.ceiling(from)) != FarLevels.NONE && key <= to; moved++) {
      int slot = far.find(key);
      moveIn(key, far.rows(slot), FarLevels.at(slot));
      far.remove(key);
    }
    return moved;
  }

  private static long down(long key, long distance) {
    long r = key - distance;
    return (r > key ? Long.MIN_VALUE : r) & -WORD;
  }

  private static long up(long key, long distance) {
    long r = key + distance;
    return (r < key ? Long.MAX_VALUE : r) | (WORD - 1);
  }
}
