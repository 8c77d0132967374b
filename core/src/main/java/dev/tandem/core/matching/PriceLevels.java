package dev.tandem.core.matching;

/**
 * The price levels of one side by key: a window of cells near the touch and a sorted store for all
 * others.
 *
 * <p>Wherever the window lies, every operation is correct; its place only decides the speed. It
 * follows the prices at which levels are created, and each creation moves at most {@value #BUDGET}
 * levels, and those of one more word, between the two stores. So neither a walking market nor a
 * jump nor a return from an auction stalls the book. The window becomes larger when levels near the
 * touch keep missing it.
 */
final class PriceLevels {

  private static final int BUDGET = 32;
  private static final int MISSES_TO_GROW = 256;
  private static final int GROWTH = 8;

  private final NodeStore nodes;
  private final PriceWindow window = new PriceWindow(PriceWindow.MIN_CAPACITY);
  private final FarLevels far = new FarLevels();
  private int misses;

  PriceLevels(NodeStore nodes) {
    this.nodes = nodes;
  }

  int size() {
    return window.size() + far.size();
  }

  /** Slot of the level with this key, or 0. */
  int get(long key) {
    return window.covers(key) ? window.get(key) : far.find(key);
  }

  /**
   * Slot of the level with this key, which is created if there is none.
   *
   * @param best the lowest key of all levels; anything if there are none
   */
  int getOrAdd(long key, long best) {
    if (window.covers(key)) {
      int slot = window.get(key);
      if (slot == 0) {
        slot = nodes.newLevel(key);
        window.put(key, slot);
      }
      return slot;
    }
    return getOrAddFar(key, best);
  }

  private int getOrAddFar(long key, long best) {
    int slot = far.find(key);
    if (slot != 0) {
      return slot;
    }
    reach(key, size() == 0 ? key : Math.min(key, best));
    slot = nodes.newLevel(key);
    if (window.covers(key)) {
      window.put(key, slot);
    } else {
      far.insert(key, slot);
    }
    return slot;
  }

  /** Removes the level with this key, which is there. */
  void remove(long key) {
    if (window.covers(key)) {
      window.remove(key);
    } else {
      far.remove(key);
    }
  }

  /** Slot of the level with the lowest key, which is known to be above {@code key}, or 0. */
  int firstAbove(long key) {
    int near = 0;
    if (window.size() != 0) {
      near = window.ceilingRound(window.covers(key) ? key : window.first());
    }
    int beyond = far.first();
    if (beyond == 0) {
      return near;
    }
    return near == 0 || nodes.key(beyond) < nodes.key(near) ? beyond : near;
  }

  /** Slot of the level with the lowest key above {@code key}, or 0; for views. */
  int higher(long key) {
    if (key == Long.MAX_VALUE) {
      return 0;
    }
    long from = key + 1;
    int near = 0;
    if (window.size() != 0 && from <= window.last()) {
      near = window.ceilingRound(Math.max(from, window.first()));
      if (nodes.key(near) < from) {
        near = 0;
      }
    }
    int beyond = far.ceiling(from);
    if (beyond == 0) {
      return near;
    }
    return near == 0 || nodes.key(beyond) < nodes.key(near) ? beyond : near;
  }

  /** Slides the window towards a key that it does not cover, as far as the budget allows. */
  private void reach(long key, long best) {
    long word = key & -PriceWindow.WORD;
    if (window.size() == 0) {
      seat(word);
    } else if (key < window.first()) {
      reachDown(word);
    } else if (Long.compareUnsigned(key - best, threeQuarters(window.capacity())) < 0) {
      reachUp(word);
    } else if (Long.compareUnsigned(key - best, threeQuarters(PriceWindow.MAX_CAPACITY)) < 0) {
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
      int capacity = window.capacity();
      if (capacity < PriceWindow.MAX_CAPACITY) {
        window.grow(capacity * GROWTH, nodes);
      }
    }
  }

  /** Lays an empty window around a word, as wide as no far level is in the way. */
  private void seat(long word) {
    long first = down(word, window.capacity() / 4);
    long last = up(first, window.capacity() - 1L);
    int below = far.lower(word);
    if (below != 0 && nodes.key(below) >= first) {
      first = (nodes.key(below) & -PriceWindow.WORD) + PriceWindow.WORD;
    }
    long wordEnd = word + (PriceWindow.WORD - 1);
    int above = wordEnd == Long.MAX_VALUE ? 0 : far.ceiling(wordEnd + 1);
    if (above != 0 && nodes.key(above) <= last) {
      last = (nodes.key(above) & -PriceWindow.WORD) - 1;
    }
    window.cover(first, last - first + 1);
    pull(word, wordEnd);
  }

  private void reachDown(long word) {
    long target = down(word, window.capacity() / 8);
    int budget = BUDGET;
    while (Long.compareUnsigned(window.last() - target, window.capacity()) >= 0) {
      if (window.size() == 0) {
        seat(word);
        return;
      }
      if (budget <= 0) {
        return;
      }
      long end = window.last() & -PriceWindow.WORD;
      budget -= evict(end);
      window.cover(window.first(), window.length() - PriceWindow.WORD);
    }
    while (window.first() > target && budget > 0) {
      int below = far.lower(window.first());
      long from = below == 0 ? target : Math.max(target, nodes.key(below) & -PriceWindow.WORD);
      long last = window.last();
      budget -= pull(from, Math.min(from + (PriceWindow.WORD - 1), window.first() - 1));
      window.cover(from, last - from + 1);
    }
  }

  private void reachUp(long word) {
    long target = up(word, window.capacity() / 8 + (PriceWindow.WORD - 1L));
    int budget = BUDGET;
    while (Long.compareUnsigned(target - window.first(), window.capacity()) >= 0) {
      if (window.size() == 0) {
        seat(word);
        return;
      }
      if (budget <= 0) {
        return;
      }
      budget -= evict(window.first());
      window.cover(window.first() + PriceWindow.WORD, window.length() - PriceWindow.WORD);
    }
    while (window.last() < target && budget > 0) {
      int above = far.ceiling(window.last() + 1);
      long to = above == 0 ? target : Math.min(target, nodes.key(above) | (PriceWindow.WORD - 1));
      budget -= pull(to & -PriceWindow.WORD, to);
      window.cover(window.first(), to - window.first() + 1);
    }
  }

  /** Moves the levels of one word to the far store. */
  private int evict(long word) {
    int moved = 0;
    for (int slot; (slot = window.firstOfWord(word)) != 0; moved++) {
      long key = nodes.key(slot);
      window.remove(key);
      far.insert(key, slot);
    }
    if (moved != 0) {
      missed(moved);
    }
    return moved;
  }

  /** Moves the far levels of these keys, of one word, to the window. */
  private int pull(long from, long to) {
    int moved = 0;
    for (int slot; (slot = far.ceiling(from)) != 0 && nodes.key(slot) <= to; moved++) {
      long key = nodes.key(slot);
      far.remove(key);
      window.put(key, slot);
    }
    return moved;
  }

  private static long down(long key, long distance) {
    long r = key - distance;
    return (r > key ? Long.MIN_VALUE : r) & -PriceWindow.WORD;
  }

  private static long up(long key, long distance) {
    long r = key + distance;
    return (r < key ? Long.MAX_VALUE : r) | (PriceWindow.WORD - 1);
  }
}
