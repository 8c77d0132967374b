#include "tandem/matching/order_book.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "naive_book.hpp"
#include "tandem/matching/matching_engine.hpp"
#include "tandem/matching/post_only_rule.hpp"

namespace tandem::matching::test {
namespace {

using command::kBuy;
using command::kSell;
using command::Outcome;
using command::Outcomes;
using command::ResultCode;
using command::SymbolState;

constexpr i64 kMost = std::numeric_limits<i64>::max();

struct Book {
  OrderStore orders{0};
  LevelStore levels{orders};
  OrderBook book{orders, levels};
  Outcomes outcomes;

  i64 place(u8 side, i64 price, i64 lots, i64 id, u8 terms = command::kGtc) {
    return book.place({side, terms, static_cast<u32>(id), price, lots, id, id % 5}, outcomes);
  }
};

i64 refusal(ResultCode code) { return -static_cast<i64>(code); }

void expectEqual(const BookView& view, const NaiveBook& model) {
  for (const u8 side : {kBuy, kSell}) {
    const auto expected = model.side(side);
    std::size_t i = 0;
    view.forEachOrder(side, [&](const OrderView& order) {
      ASSERT_LT(i, expected.size());
      ASSERT_EQ(order.orderId, expected[i].id);
      ASSERT_EQ(order.price, expected[i].price);
      ASSERT_EQ(order.quantity, expected[i].open);
      ASSERT_EQ(order.tag, static_cast<u32>(expected[i].id));
      i++;
    });
    ASSERT_EQ(i, expected.size());
    ASSERT_EQ(view.orders(side), static_cast<i64>(expected.size()));
    ASSERT_EQ(view.bestPrice(side), expected.empty() ? 0 : expected[0].price);
  }
}

/** Prices in a range around a middle that walks, so that levels go in and out of the window. */
void compareWithNaive(u32 seed, i64 range, i64 step) {
  std::mt19937_64 random(seed);
  const auto below = [&](i64 n) { return static_cast<i64>(random() % static_cast<u64>(n)); };
  Book twin;
  NaiveBook model;
  i64 middle = 1'000'000;
  i64 nextId = 1;
  for (int i = 0; i < 6'000; i++) {
    middle += below(2 * step + 1) - step;
    twin.outcomes.clear();
    std::vector<Outcome> expected;
    const i64 id = nextId > 1 ? nextId - 1 - below(std::min<i64>(nextId - 1, 200)) : 1;
    const i64 user = id % 5;
    NaiveBook::Order* live = model.find(id);
    const i64 price = std::max<i64>(1, middle + below(range) - range / 2);
    const i64 lots = 1 + below(50);
    switch (below(model.size() > 150 ? 6 : 4)) {
      case 0:
      case 1:
      case 2: {
        const u8 side = static_cast<u8>(below(2));
        const u8 terms = below(6) == 0 ? static_cast<u8>(1 + below(2)) : command::kGtc;
        const i64 rest = twin.place(side, price, lots, nextId, terms);
        ASSERT_EQ(rest, model.place({side, price, nextId, nextId % 5, lots}, terms, expected));
        nextId++;
        break;
      }
      case 3: {
        const i64 open = twin.book.move(id, user, price, below(2) * lots, twin.outcomes);
        if (live == nullptr) {
          ASSERT_EQ(open, refusal(ResultCode::kUnknownOrder));
        } else {
          NaiveBook::Order moved = *live;
          moved.price = price;
          moved.open = twin.book.foundQuantity();
          model.take(id);
          ASSERT_EQ(open, model.place(moved, command::kGtc, expected));
        }
        break;
      }
      case 4:
        if (live == nullptr) {
          ASSERT_EQ(twin.book.cancel(id, user), refusal(ResultCode::kUnknownOrder));
        } else {
          ASSERT_EQ(twin.book.cancel(id, user), live->open);
          model.take(id);
        }
        break;
      default:
        if (live != nullptr) {
          ASSERT_EQ(twin.book.reduce(id, user, lots), std::max<i64>(0, live->open - lots));
          live->open -= lots;
          if (live->open <= 0) {
            model.take(id);
          }
        }
    }
    ASSERT_EQ(twin.outcomes.count(), expected.size());
    for (std::size_t t = 0; t < expected.size(); t++) {
      ASSERT_EQ(twin.outcomes[t].makerOrderId, expected[t].makerOrderId);
      ASSERT_EQ(twin.outcomes[t].price, expected[t].price);
      ASSERT_EQ(twin.outcomes[t].quantity, expected[t].quantity);
    }
    if (i % 50 == 0) {
      expectEqual(twin.book.view(), model);
    }
  }
}

TEST(OrderBook, IsANaiveBookOnPricesNearEachOther) { compareWithNaive(1, 20, 1); }
TEST(OrderBook, IsANaiveBookOnPricesFarApart) { compareWithNaive(2, 1'900'000, 1); }
TEST(OrderBook, IsANaiveBookOnPricesThatWalk) { compareWithNaive(3, 3'000, 400); }
TEST(OrderBook, IsANaiveBookOnPricesThatJump) { compareWithNaive(4, 500, 5'000); }

TEST(OrderBook, RefusesInTheOrderOfItsContract) {
  Book b;
  EXPECT_EQ(b.place(kBuy, 10, 5, 1), 5);
  EXPECT_EQ(b.place(kBuy, 10, 5, 1), refusal(ResultCode::kDuplicateOrderId));
  EXPECT_EQ(b.place(kBuy, 10, kMost, 2), refusal(ResultCode::kOverflow));
  EXPECT_EQ(b.book.cancel(1, 2), refusal(ResultCode::kUnknownOrder));
  EXPECT_EQ(b.book.setState(SymbolState::kAuction), ResultCode::kOk);
  EXPECT_EQ(b.book.setState(SymbolState::kAuction), ResultCode::kAlreadyInState);
  EXPECT_EQ(b.book.uncross(b.outcomes), ResultCode::kOk);
  EXPECT_EQ(b.book.uncross(b.outcomes), ResultCode::kNotInAuction);
  EXPECT_THROW(b.place(kBuy, 0, 5, 3), std::invalid_argument);
  EXPECT_THROW(b.place(2, 1, 5, 3), std::invalid_argument);
  EXPECT_FALSE(b.book.view().order(0).has_value());
}

TEST(OrderBook, InsertsAnOrderWhateverTheOtherSideHolds) {
  Book b;
  EXPECT_EQ(b.place(kSell, 10, 5, 1), 5);
  const NewOrder order{kBuy, command::kGtc, 7, 12, 3, 2, 1};
  EXPECT_EQ(b.book.insert({kSell, command::kGtc, 0, 9, 1, 1, 1}),
            refusal(ResultCode::kDuplicateOrderId));
  EXPECT_EQ(b.book.insert({kSell, command::kGtc, 0, 9, kMost, 3, 1}),
            refusal(ResultCode::kOverflow));
  EXPECT_THROW(static_cast<void>(b.book.insert({kSell, command::kGtc, 0, 0, 1, 3, 1})),
               std::invalid_argument);
  EXPECT_FALSE(b.book.isCrossed());
  EXPECT_EQ(b.book.insert(order), 3);
  EXPECT_EQ(b.outcomes.count(), 0u);
  EXPECT_TRUE(b.book.isCrossed());
  EXPECT_EQ(b.book.tagOf(2, 1), 7u);
  EXPECT_EQ(b.book.cancel(2, 1), 3);
}

TEST(OrderBook, AMovedOrderThatIsPostOnlyIsRefusedOrSlides) {
  Book b;
  EXPECT_EQ(b.place(kSell, 10, 5, 1), 5);
  EXPECT_EQ(b.place(kBuy, 5, 1, 2), 1);
  EXPECT_EQ(b.place(kBuy, 4, 1, 3), 1);
  b.book.modes(2, static_cast<u8>(command::PostOnly::kReject), command::SelfTrade::kNone);
  b.book.modes(3, command::kSlide, command::SelfTrade::kNone);
  EXPECT_EQ(b.book.move(2, 2, 10, 7, b.outcomes), refusal(ResultCode::kWouldTake));
  EXPECT_EQ(b.book.move(3, 3, 12, 7, b.outcomes), 7);
  EXPECT_EQ(b.book.foundPrice(), 9);
  EXPECT_EQ(b.book.move(2, 2, 9, 0, b.outcomes), 1);
  EXPECT_EQ(b.outcomes.count(), 0u);
  // It keeps that wherever it goes, and the row of its order does not.
  EXPECT_EQ(b.book.move(2, 2, 11, 0, b.outcomes), refusal(ResultCode::kWouldTake));
  EXPECT_EQ(b.book.cancel(2, 2), 1);
  EXPECT_EQ(b.place(kBuy, 5, 1, 4), 1);
  EXPECT_EQ(b.book.move(4, 4, 10, 0, b.outcomes), 0);
}

TEST(OrderBook, AnOrderSlidesToPricesOnly) {
  Book b;
  EXPECT_EQ(b.place(kSell, 1, 1, 1), 1);
  const BookSide& asks = b.book.side(kSell);
  const BookSide& bids = b.book.side(kBuy);
  EXPECT_EQ(post_only_rule::priceOf(command::kSlide, 1, asks, b.book.spec()),
            refusal(ResultCode::kWouldTake));
  EXPECT_EQ(b.book.cancel(1, 1), 1);
  EXPECT_EQ(b.place(kBuy, kMost, 1, 1), 1);
  EXPECT_EQ(post_only_rule::priceOf(command::kSlide, 1, bids, b.book.spec()),
            refusal(ResultCode::kWouldTake));
  EXPECT_EQ(b.book.move(1, 1, kMost - 1, 0, b.outcomes), 1);
  EXPECT_EQ(post_only_rule::priceOf(command::kSlide, 1, bids, b.book.spec()), kMost);
  EXPECT_EQ(post_only_rule::priceOf(command::kSlide, 2, bids, b.book.spec()),
            refusal(ResultCode::kOverflow));
}

// Who gets the stages to read must not be able to cancel orders behind the risk stage's back.
static_assert(
    std::is_same_v<decltype(std::declval<const MatchingEngine&>().book(1)), const OrderBook*>);
static_assert(std::is_same_v<decltype(std::declval<const BookTable&>().book(0)), const OrderBook&>);
static_assert(std::is_same_v<decltype(std::declval<const BookTable&>().get(0)), const OrderBook*>);
static_assert(!std::is_invocable_v<decltype(&OrderBook::tagOf), const OrderBook&, i64, i64>);
static_assert(
    !std::is_invocable_v<decltype(&MatchingEngine::tagOf), const MatchingEngine&, i64, i32, i64>);

TEST(OrderBook, WhatTradesDoesNotOverflowItsSide) {
  Book b;
  EXPECT_EQ(b.place(kSell, 10, 5, 1), 5);
  EXPECT_EQ(b.place(kBuy, 5, kMost - 3, 2), kMost - 3);
  EXPECT_EQ(b.place(kBuy, 9, 4, 3), refusal(ResultCode::kOverflow));
  // All but three of these trade.
  EXPECT_EQ(b.place(kBuy, 10, 8, 3), 3);
  EXPECT_EQ(b.book.view().quantity(kBuy), kMost);
}

TEST(OrderBook, UncrossesAtTheMiddleOfTheBestPrices) {
  Book b;
  EXPECT_EQ(b.book.setState(SymbolState::kAuction), ResultCode::kOk);
  b.place(kBuy, 110, 10, 1);
  b.place(kBuy, 105, 10, 2);
  b.place(kSell, 100, 10, 3);
  EXPECT_EQ(b.book.uncross(b.outcomes), ResultCode::kOk);
  // Ten lots trade from 100 to 110; at 110 alone nobody else bids.
  EXPECT_EQ(b.book.foundPrice(), 110);
  EXPECT_EQ(b.book.foundQuantity(), 10);
  ASSERT_EQ(b.outcomes.count(), 1u);
  EXPECT_EQ(b.outcomes[0].takerOrderId, 1);
  EXPECT_EQ(b.outcomes[0].makerOrderId, 3);
  EXPECT_EQ(b.outcomes[0].flags, Outcome::kMakerDone | Outcome::kTakerDone | Outcome::kAuction);
}

TEST(OrderBook, ItsViewKnowsTwoSidesOnly) {
  Book b;
  EXPECT_EQ(b.place(kSell, 10, 5, 1), 5);
  EXPECT_THROW(b.book.view().bestPrice(3), std::invalid_argument);
  EXPECT_THROW(b.book.view().forEachOrder(2, [](const OrderView&) {}), std::invalid_argument);
}

TEST(OrderBook, TakesTheHighestPriceThereIs) {
  Book b;
  EXPECT_EQ(b.place(kSell, kMost, 5, 1), 5);
  EXPECT_EQ(b.place(kBuy, 1, 5, 2), 5);
  EXPECT_EQ(b.book.view().bestPrice(kSell), kMost);
  EXPECT_EQ(b.place(kBuy, kMost, 6, 3), 1);
  EXPECT_EQ(b.book.view().bestPrice(kSell), 0);
  EXPECT_EQ(b.book.view().bestPrice(kBuy), kMost);
  EXPECT_EQ(b.book.cancel(3, 3), 1);
  EXPECT_EQ(b.book.view().bestPrice(kBuy), 1);
}

}  // namespace
}  // namespace tandem::matching::test
