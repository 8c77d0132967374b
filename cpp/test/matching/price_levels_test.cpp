#include "tandem/matching/price_levels.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <random>

namespace tandem::matching {
namespace {

/** Against a map: prices that stand, walk, jump and lie at the ends of the numbers. */
void compare(u32 seed, i64 start, i64 range, i64 step) {
  std::mt19937_64 random(seed);
  const auto below = [&](i64 n) { return static_cast<i64>(random() % static_cast<u64>(n)); };
  PriceLevels levels;
  std::map<i64, u32> model;
  i64 middle = start;
  for (int i = 0; i < 15'000; i++) {
    i64 next;
    if (__builtin_add_overflow(middle, below(2 * step + 1) - step, &next)) {
      next = start;
    }
    middle = next;
    i64 key;
    if (__builtin_add_overflow(middle, below(range), &key) || key == FarLevels::kNone) {
      continue;
    }
    const auto found = model.find(key);
    ASSERT_EQ(levels.level(key), found == model.end() ? 0 : found->second);
    if (found == model.end()) {
      const i64 best = model.empty() ? 0 : model.begin()->first;
      const u32 level = static_cast<u32>(i + 1);
      levels.put(key, level, best);
      model[key] = level;
    } else {
      levels.remove(key);
      model.erase(found);
      if (model.empty() || key < model.begin()->first) {
        ASSERT_EQ(levels.firstAbove(key), model.empty() ? FarLevels::kNone : model.begin()->first);
      }
    }
    if (model.size() > 300) {
      const i64 worst = below(2) == 0 ? model.begin()->first : model.rbegin()->first;
      levels.remove(worst);
      model.erase(worst);
    }
    ASSERT_EQ(levels.size(), model.size());
    if (i % 500 == 0 && !model.empty()) {
      i64 at = model.begin()->first;
      for (const auto& [expected, level] : model) {
        ASSERT_EQ(at, expected);
        ASSERT_EQ(levels.level(at), level);
        at = levels.higher(at);
      }
      ASSERT_EQ(at, FarLevels::kNone);
    }
  }
}

TEST(PriceLevels, AreAMapOfDenseKeys) { compare(1, 100'000, 300, 2); }
TEST(PriceLevels, AreAMapOfWideKeys) { compare(2, -5'000'000, 4'000'000, 50); }
TEST(PriceLevels, AreAMapOfKeysAsDeepAsTheWindow) { compare(7, -5'000'000, 1'000'000, 0); }
TEST(PriceLevels, AreAMapOfKeysThatWalk) { compare(3, 10'000'000, 3'000, 300); }
TEST(PriceLevels, AreAMapOfKeysThatJump) { compare(4, -90'000'000, 2'000, 40'000); }
TEST(PriceLevels, AreAMapAtTheEndsOfTheNumbers) {
  compare(5, std::numeric_limits<i64>::max() - 5'000, 5'000, 20);
  compare(6, std::numeric_limits<i64>::min() + 200, 3'000, 1);
}

}  // namespace
}  // namespace tandem::matching
