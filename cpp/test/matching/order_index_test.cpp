#include "tandem/matching/order_index.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace tandem::matching {
namespace {

/** What was looked for last is forgotten with an id that is added or removed, and so is what it
 * was. */
TEST(OrderIndex, NothingHasTheIdZero) {
  OrderStore orders(0);
  OrderIndex index(orders);
  EXPECT_EQ(index.get(0), 0u);
  const u32 order = orders.allocate(7, 1, 0, 0);
  index.put(7, order);
  EXPECT_EQ(index.get(0), 0u);
  EXPECT_EQ(index.get(7), order);
  index.remove(7);
  EXPECT_EQ(index.get(0), 0u);
}

/** Against a map, growing and shrinking, with ids in blocks and scattered ones. */
TEST(OrderIndex, FindsWhatIsThere) {
  for (const u64 spread : {u64{1}, u64{0x9E3779B97F4A7C15}}) {
    std::mt19937_64 random(5);
    OrderStore orders(0);
    OrderIndex index(orders);
    std::map<i64, u32> model;
    for (int i = 0; i < 80'000; i++) {
      const i64 id = static_cast<i64>((1 + random() % 20'000) * spread);
      const auto found = model.find(id);
      ASSERT_EQ(std::as_const(index).find(id), found == model.end() ? 0 : found->second);
      ASSERT_EQ(index.get(id), found == model.end() ? 0 : found->second);
      if (found == model.end() && random() % 3 != 0) {
        const u32 order = orders.allocate(id, 0, 0, 0);
        index.put(id, order);
        model[id] = order;
      } else if (found != model.end()) {
        index.remove(id);
        orders.release(found->second);
        model.erase(found);
      }
    }
    ASSERT_EQ(std::as_const(index).find(0), 0u);
    ASSERT_EQ(index.get(0), 0u);
    ASSERT_GT(model.size(), 5'000u);
    for (const auto& [id, order] : model) {
      ASSERT_EQ(index.get(id), order);
    }
  }
}

}  // namespace
}  // namespace tandem::matching
