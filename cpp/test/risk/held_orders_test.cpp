#include "tandem/risk/held_orders.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

namespace tandem::risk {
namespace {

TEST(HeldOrders, AreFoundByUserSymbolAndId) {
  using Key = std::tuple<i64, i32, i64>;
  std::mt19937_64 random(11);
  HeldOrders orders(0, true);
  std::map<Key, u32> model;
  for (int i = 0; i < 40'000; i++) {
    const Key key{static_cast<i64>(random() % 3), static_cast<i32>(random() % 3) - 1,
                  static_cast<i64>(random() % 2'000) - 1'000};
    const auto& [user, symbol, id] = key;
    const auto found = model.find(key);
    ASSERT_EQ(orders.find(user, symbol, id), found == model.end() ? 0 : found->second);
    if (found == model.end()) {
      model[key] = orders.add(user, symbol, id, 1, {7, 8, 9, 10});
      ASSERT_EQ(orders.places(model[key]).proceedsAccount, 10u);
    } else if (random() % 2 == 0) {
      orders.remove(found->second);
      model.erase(found);
    }
    ASSERT_EQ(orders.size(), model.size());
  }
}

TEST(HeldOrders, CountMovesBesideSideAndSize) {
  HeldOrders orders(0, false);
  const u32 order = orders.add(1, 2, 3, 1, {});
  orders.open(order, 40);
  EXPECT_EQ(orders.mostOpen(order), 40);
  orders.startMove(order);
  orders.startMove(order);
  orders.resize(order, 90);
  EXPECT_EQ(orders.mostOpen(order), 90);
  EXPECT_EQ(orders.side(order), 1);
  orders.endMove(order);
  EXPECT_TRUE(orders.isMoving(order));
  orders.endMove(order);
  EXPECT_FALSE(orders.isMoving(order));
  orders.settle(order);
  EXPECT_EQ(orders.mostOpen(order), 40);
  orders.remove(order);
  EXPECT_EQ(orders.add(1, 2, 4, 0, {}), order);
  EXPECT_EQ(orders.side(order), 0);
  EXPECT_FALSE(orders.isMoving(order));
}

}  // namespace
}  // namespace tandem::risk
