#include "tandem/risk/money.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "tandem/risk/transaction_window.hpp"

namespace tandem::risk {
namespace {

using command::ResultCode;
using command::SymbolSpec;

__extension__ using i128 = __int128;

constexpr i64 kMost = std::numeric_limits<i64>::max();

/** Numbers of all sizes, the ends included. */
i64 anyAmount(std::mt19937_64& random) {
  switch (random() % 8) {
    case 0:
      return kMost;
    case 1:
      return 0;
    default:
      return static_cast<i64>((random() >> 1) >> random() % 63);
  }
}

i64 fitting(i128 exact) { return exact > kMost ? money::kOverflow : static_cast<i64>(exact); }

TEST(Money, IsExactOrOverflow) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 200'000; i++) {
    const i64 a = anyAmount(random);
    const i64 b = anyAmount(random);
    const i64 ppm = static_cast<i64>(random() % 4 == 0 ? SymbolSpec::kPpm : random() % 1'000'001);
    ASSERT_EQ(money::multiply(a, b), fitting(i128{a} * b));
    ASSERT_EQ(money::add(a, b), fitting(i128{a} + b));
    ASSERT_EQ(money::feeDown(a, ppm), static_cast<i64>(i128{a} * ppm / SymbolSpec::kPpm));
    ASSERT_EQ(money::feeUp(a, ppm),
              static_cast<i64>((i128{a} * ppm + SymbolSpec::kPpm - 1) / SymbolSpec::kPpm));
  }
  EXPECT_EQ(money::multiply(money::kOverflow, 3), money::kOverflow);
  EXPECT_EQ(money::add(5, money::kOverflow), money::kOverflow);
}

TEST(Money, WhatIsReservedCoversEverySplit) {
  std::mt19937_64 random(10);
  const SymbolSpec spec{1, 1, 2, 3, 7, 1'234, 4'321};
  for (int i = 0; i < 20'000; i++) {
    const i64 price = 1 + static_cast<i64>(random() % 1'000);
    const i64 lots = 1 + static_cast<i64>(random() % 100);
    i64 spent = 0;
    for (i64 left = lots; left > 0;) {
      const i64 part = 1 + static_cast<i64>(random() % static_cast<u64>(left));
      const i64 paid = money::notional(spec, price, part);
      spent += paid + money::feeDown(paid, random() % 2 == 0 ? 1'234 : 4'321);
      left -= part;
    }
    ASSERT_LE(spent, money::requirement(spec, true, price, lots));
  }
  EXPECT_EQ(money::requirement(spec, false, 2, 5), 15);
  EXPECT_EQ(money::requirement(spec, false, kMost, 2), money::kOverflow);
}

TEST(TransactionWindow, KnowsTheLastSixtyFour) {
  TransactionWindow window;
  EXPECT_EQ(window.check(std::numeric_limits<i64>::min()), ResultCode::kPending);
  window.add(-5);
  EXPECT_EQ(window.check(-5), ResultCode::kDuplicateTransaction);
  EXPECT_EQ(window.check(-68), ResultCode::kPending);
  EXPECT_EQ(window.check(-69), ResultCode::kStaleTransaction);
  window.add(-8);
  EXPECT_EQ(window.bits, 9u);
  window.add(-4);
  EXPECT_EQ(window.check(-8), ResultCode::kDuplicateTransaction);
  EXPECT_EQ(window.check(-7), ResultCode::kPending);
  window.add(kMost);
  EXPECT_EQ(window.bits, 1u);
  EXPECT_EQ(window.check(-4), ResultCode::kStaleTransaction);
}

}  // namespace
}  // namespace tandem::risk
