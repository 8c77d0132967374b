#include "tandem/command/id_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tandem/command/client_window.hpp"

namespace tandem::command {
namespace {

constexpr i64 kLowest = std::numeric_limits<i64>::min();
constexpr i64 kHighest = std::numeric_limits<i64>::max();

TEST(IdIndex, NumbersIdsInTheOrderTheyCome) {
  std::mt19937_64 random(3);
  IdIndex index(2);
  std::map<i64, u32> model;
  for (int i = 0; i < 20'000; i++) {
    // Few ids near 0 and near each other, so that many are found again.
    const i64 id = static_cast<i64>(random() % 8'000) - 4'000;
    const u32 next = static_cast<u32>(model.size());
    ASSERT_EQ(index.find(id), model.contains(id) ? model.at(id) : IdIndex::kAbsent);
    ASSERT_EQ(index.findOrAdd(id), model.try_emplace(id, next).first->second);
  }
  ASSERT_EQ(index.size(), model.size());
  auto expected = model.begin();
  for (const u32 number : index.sortedIndexes()) {
    ASSERT_EQ(index.idAt(number), expected->first);
    ASSERT_EQ(number, (expected++)->second);
  }
}

TEST(IdIndex, AllowsEveryId) {
  IdIndex index(1);
  EXPECT_EQ(index.find(0), IdIndex::kAbsent);
  EXPECT_EQ(index.findOrAdd(0), 0u);
  EXPECT_EQ(index.findOrAdd(kLowest), 1u);
  EXPECT_EQ(index.findOrAdd(kHighest), 2u);
  EXPECT_EQ(index.find(0), 0u);
}

TEST(ClientWindow, GoesRoundAtTheEndsOfTheNumbers) {
  EXPECT_FALSE(client_window::isStale(kHighest - 255, kHighest));
  EXPECT_TRUE(client_window::isStale(kHighest - 256, kHighest));
  EXPECT_TRUE(client_window::isStale(kLowest, kHighest));
  EXPECT_EQ(client_window::place(-1), 255u);
  EXPECT_EQ(client_window::skipped(5, 6), 0u);
  EXPECT_EQ(client_window::skipped(5, 261), 255u);
  EXPECT_EQ(client_window::skipped(kLowest, kHighest), 255u);
}

}  // namespace
}  // namespace tandem::command
