package dev.tandem.core.matching;

/**
 * The price levels of one side by key: a window of cells near the touch and a sorted store for all
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

  PriceLevels() {
    super(MIN_CAPACITY);
  }

  /** Number of levels. */
  final int size() {
    return near() + far.size();
  }

  /** The level with this key, or 0. */
  final int level(long key) {
    return covers(key) ? nearLevel(key) : far.find(key);
  }

  /**
   * Adds a level whose key is not there yet.
   *
   * @param best the lowest key of all levels; anything if there are none
   */
  final void put(long key, int level, long best) {
    if (covers(key)) {
      putNear(key, level);
    } else {
      putFar(key, level, best);
    }
  }

  private void putFar(long key, int level, long best) {
    reach(key, size() == 0 ? key : Math.min(key, best));
    if (covers(key)) {
      putNear(key, level);
    } else {
      far.insert(key, level);
    }
  }

  /** Removes the level with this key, which is there. */
  final void remove(long key) {
    if (covers(key)) {
      removeNear(key);
    } else {
      far.remove(key);
    }
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
   * Writes each level, by rising key.
   *
   * @param into has room for {@link #size} more
   * @return where it ends
   */
  final int levels(int[] into, int at) {
    if (near() == 0) {
      return far.levels(Long.MIN_VALUE, Long.MAX_VALUE, into, at);
    }
    // No far level lies within the window.
    int end = at;
    if (first() != Long.MIN_VALUE) {
      end = far.levels(Long.MIN_VALUE, first() - 1, into, end);
    }
    end = nearLevels(into, end);
    return last() == Long.MAX_VALUE ? end : far.levels(last() + 1, Long.MAX_VALUE, into, end);
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
      far.insert(key, nearLevel(key));
      removeNear(key);
    }
    if (moved != 0) {
      missed(moved);
    }
    return moved;
  }

  /** Moves the far levels of these keys, of one word, into the window. */
  private int pull(long from, long to) {
    int moved = 0;
    for (long key; (key = far.ceiling(from)) != FarLevels.NONE && key <= to; moved++) {
      putNear(key, far.remove(key));
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
