#pragma once

#include <cstddef>

#include "tandem/command/integers.hpp"
#include "tandem/matching/far_levels.hpp"
#include "tandem/matching/price_window.hpp"

namespace tandem::matching {

/**
 * The price levels of one side by key: a window of cells near the touch and a sorted store for all
 * others.
 *
 * Wherever the window lies, every operation is correct; its place only decides the speed. It
 * follows the prices at which levels are created, and each creation moves at most 32 levels, and
 * those of one more word, between the two stores. So neither a walking market nor a jump nor a
 * return from an auction stalls the book. The window becomes larger when levels near the touch keep
 * missing it. For one thread at a time.
 */
class PriceLevels {
 public:
  PriceLevels() : window_(PriceWindow::kMinCapacity) {}

  /** Number of levels. */
  std::size_t size() const { return window_.size() + far_.size(); }

  /** Fetches where a key's level is looked up, if the window covers it. */
  [[gnu::always_inline]] void touch(i64 key) const { window_.touch(key); }

  /** The level with this key, or 0. */
  u32 level(i64 key) const { return window_.covers(key) ? window_.level(key) : far_.find(key); }

  /**
   * Adds a level whose key is not there yet, or if it is not new leaves it there. best is the
   * lowest key of all levels, and may be anything if there are none.
   */
  void put(i64 key, u32 level, i64 best, bool isNew = true) {
    if (window_.covers(key)) {
      window_.put(key, level, isNew);
    } else if (isNew) {
      putFar(key, level, best);
    }
  }

  /** Removes the level with this key, which is there, if it is empty. */
  void remove(i64 key, bool empty = true) {
    if (window_.covers(key)) {
      window_.remove(key, empty);
    } else if (empty) {
      far_.remove(key);
    }
  }

  /** The lowest key, which is known to be above this one; FarLevels::kNone if there is none. */
  i64 firstAbove(i64 key) const;

  /** The lowest key above this one, or FarLevels::kNone; for views. */
  i64 higher(i64 key) const;

 private:
  static constexpr i64 kWord = PriceWindow::kWord;
  static constexpr int kBudget = 32;
  static constexpr int kMissesToGrow = 256;
  static constexpr u32 kGrowth = 4;

  void putFar(i64 key, u32 level, i64 best);
  /** Slides the window towards a key that it does not cover, as far as the budget allows. */
  void reach(i64 key, i64 best);
  void reachDown(i64 word);
  void reachUp(i64 word);
  /** Lays an empty window around a word, as wide as no far level is in the way. */
  void seat(i64 word);
  void missed(int count);
  /** Moves the levels of one word to the far store; how many. */
  int evict(i64 word);
  /** Moves the far levels of these keys, of one word, into the window; how many. */
  int pull(i64 from, i64 to);

  PriceWindow window_;
  FarLevels far_;
  int misses_ = 0;
};

}  // namespace tandem::matching
