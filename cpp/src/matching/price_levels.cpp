#include "tandem/matching/price_levels.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace tandem::matching {

namespace {

constexpr i64 kLowest = std::numeric_limits<i64>::min();
constexpr i64 kHighest = std::numeric_limits<i64>::max();
constexpr i64 kWordKeys = PriceWindow::kWord;

/** The first key of the word of a key. */
i64 wordOf(i64 key) { return key & -kWordKeys; }

/** The last key of the word of a key. */
i64 wordEnd(i64 key) { return key | (kWordKeys - 1); }

i64 down(i64 key, i64 distance) {
  i64 result;
  return wordOf(__builtin_sub_overflow(key, distance, &result) ? kLowest : result);
}

i64 up(i64 key, i64 distance) {
  i64 result;
  return wordEnd(__builtin_add_overflow(key, distance, &result) ? kHighest : result);
}

/** How far a key is above another one. */
u64 above(i64 key, i64 from) { return bitsOf(key) - bitsOf(from); }

u64 threeQuarters(u32 capacity) { return capacity / 4 * u64{3}; }

}  // namespace

void PriceLevels::putFar(i64 key, u32 level, i64 best) {
  reach(key, size() == 0 ? key : std::min(key, best));
  if (window_.covers(key)) {
    window_.put(key, level);
  } else {
    far_.insert(key, level);
  }
}

i64 PriceLevels::firstAbove(i64 key) const {
  const i64 beyond = far_.first();
  if (window_.size() == 0) {
    return beyond;
  }
  const i64 near = window_.ceilingRound(window_.covers(key) ? key : window_.first());
  return beyond == FarLevels::kNone ? near : std::min(near, beyond);
}

i64 PriceLevels::higher(i64 key) const {
  if (key == kHighest) {
    return FarLevels::kNone;
  }
  const i64 from = key + 1;
  const i64 beyond = far_.ceiling(from);
  if (window_.size() != 0 && from <= window_.last()) {
    const i64 near = window_.ceilingRound(std::max(from, window_.first()));
    if (near >= from) {
      return beyond == FarLevels::kNone ? near : std::min(near, beyond);
    }
  }
  return beyond;
}

void PriceLevels::reach(i64 key, i64 best) {
  const i64 word = wordOf(key);
  if (window_.size() == 0) {
    seat(word);
  } else if (key < window_.first()) {
    reachDown(word);
  } else if (above(key, best) < threeQuarters(window_.capacity())) {
    reachUp(word);
  } else if (above(key, best) < threeQuarters(PriceWindow::kMaxCapacity)) {
    missed(1);
  }
}

void PriceLevels::missed(int count) {
  misses_ += count;
  if (misses_ >= kMissesToGrow) {
    misses_ = 0;
    if (window_.capacity() < PriceWindow::kMaxCapacity) {
      window_.grow(std::min(window_.capacity() * kGrowth, PriceWindow::kMaxCapacity));
    }
  }
}

void PriceLevels::seat(i64 word) {
  i64 first = down(word, window_.capacity() / 4);
  i64 last = up(first, i64{window_.capacity()} - 1);
  const i64 below = far_.lower(word);
  if (below != FarLevels::kNone && below >= first) {
    first = wordOf(below) + kWord;
  }
  const i64 end = wordEnd(word);
  const i64 beyond = end == kHighest ? FarLevels::kNone : far_.ceiling(end + 1);
  if (beyond != FarLevels::kNone && beyond <= last) {
    last = wordOf(beyond) - 1;
  }
  window_.cover(first, last - first + 1);
  pull(word, end);
}

void PriceLevels::reachDown(i64 word) {
  const i64 target = down(word, window_.capacity() / 8);
  int budget = kBudget;
  while (above(window_.last(), target) >= window_.capacity()) {
    if (window_.size() == 0) {
      seat(word);
      return;
    }
    if (budget <= 0) {
      return;
    }
    budget -= evict(wordOf(window_.last()));
    window_.cover(window_.first(), window_.length() - kWord);
  }
  while (window_.first() > target && budget > 0) {
    const i64 below = far_.lower(window_.first());
    const i64 from = below == FarLevels::kNone ? target : std::max(target, wordOf(below));
    const i64 last = window_.last();
    budget -= pull(from, std::min(from + (kWord - 1), window_.first() - 1));
    window_.cover(from, last - from + 1);
  }
}

void PriceLevels::reachUp(i64 word) {
  const i64 target = up(word, window_.capacity() / 8 + (kWord - 1));
  int budget = kBudget;
  while (above(target, window_.first()) >= window_.capacity()) {
    if (window_.size() == 0) {
      seat(word);
      return;
    }
    if (budget <= 0) {
      return;
    }
    budget -= evict(window_.first());
    window_.cover(window_.first() + kWord, window_.length() - kWord);
  }
  while (window_.last() < target && budget > 0) {
    const i64 beyond = far_.ceiling(window_.last() + 1);
    const i64 to = beyond == FarLevels::kNone ? target : std::min(target, wordEnd(beyond));
    budget -= pull(wordOf(to), to);
    window_.cover(window_.first(), to - window_.first() + 1);
  }
}

int PriceLevels::evict(i64 word) {
  int moved = 0;
  for (u64 bits; (bits = window_.word(word)) != 0; moved++) {
    const i64 key = word + std::countr_zero(bits);
    far_.insert(key, window_.level(key));
    window_.remove(key);
  }
  if (moved != 0) {
    missed(moved);
  }
  return moved;
}

int PriceLevels::pull(i64 from, i64 to) {
  int moved = 0;
  for (i64 key; (key = far_.ceiling(from)) != FarLevels::kNone && key <= to; moved++) {
    window_.put(key, far_.remove(key));
  }
  return moved;
}

}  // namespace tandem::matching
