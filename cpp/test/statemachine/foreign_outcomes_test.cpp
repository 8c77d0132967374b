#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tandem/command/command.hpp"
#include "tandem/risk/one_pass_risk.hpp"
#include "tandem/risk/sharded_risk.hpp"
#include "tandem/statemachine/event_records.hpp"

/**
 * A command with outcomes of orders that are not its own, as no command of today leaves them: an
 * order that expires before it, an order that sleeps in the risk stage alone and then takes the
 * command's own order, and comes to rest, and one that shrinks. Money and records follow.
 */
namespace tandem::statemachine {
namespace {

using command::Command;
using command::kBuy;
using command::kSell;
using command::Outcome;
using command::ResultCode;
namespace type = command::type;

constexpr i64 kOwn = 1;
constexpr i64 kSleeper = 2;
constexpr i64 kMaker = 4;
constexpr i64 kBidder = 6;

class Finder final : public risk::OrderFinder {
 public:
  u32 tagOf(i64, i32, i64) const override { return 0; }
};

class Shards {
 public:
  /** 0: the only shard of one pass. */
  explicit Shards(u32 count) {
    if (count == 0) {
      risk_.push_back(std::make_unique<risk::OnePassRisk>(4, 8, finder_));
    }
    for (u32 i = 0; i < count; i++) {
      risk_.push_back(
          std::make_unique<risk::ShardedRisk>(risk::ShardedRisk::Options{i, count, 4, 8}));
    }
    Command symbol = of(type::kAddSymbol, 0);
    symbol.spec = command::shared({1, 1, 2, 1, 1, 10'000, 20'000});
    hold(symbol);
    for (const i64 user : {kOwn, kSleeper, kMaker, kBidder}) {
      Command added = of(type::kAddUser, user);
      hold(added);
      for (i32 currency = 1; currency <= 2; currency++) {
        Command adjusted = of(type::kAdjustBalance, user);
        adjusted.currency = currency;
        adjusted.amount = 10'000;
        adjusted.transactionId = currency;
        hold(adjusted);
        settle(adjusted);
      }
    }
  }

  static Command of(u8 commandType, i64 user) {
    Command c;
    c.type = commandType;
    c.symbol = 1;
    c.userId = user;
    return c;
  }

  void hold(Command& c) {
    for (const auto& shard : risk_) {
      ASSERT_TRUE(shard->hold(c, true));
    }
  }

  void settle(Command& c) {
    for (const auto& shard : risk_) {
      shard->settle(c);
    }
  }

  Command place(i64 user, i64 order, u8 side, i64 price, i64 lots) {
    Command c = of(type::kPlace, user);
    c.orderId = order;
    c.side = side;
    c.price = price;
    c.quantity = lots;
    hold(c);
    return c;
  }

  std::string money(i64 user) const {
    for (const auto& shard : risk_) {
      if (const auto state = shard->user(user)) {
        std::string text = std::to_string(state->openOrders);
        for (const auto& balance : state->balances) {
          text += " " + std::to_string(balance.available) + "/" + std::to_string(balance.held);
        }
        return text;
      }
    }
    return "nobody";
  }

  /** A buy of 4 takes one lot, and its rest is taken by an order that it has set off. */
  Command cascade() {
    // Its handle is that of the own order if each is the first of its shard.
    const u32 sleeper = place(kSleeper, 31, kSell, 99, 5).holdTag;
    const u32 expired = place(kMaker, 21, kSell, 101, 5).holdTag;
    const u32 maker = place(kMaker, 22, kSell, 100, 1).holdTag;
    const u32 bid = place(kBidder, 41, kBuy, 98, 10).holdTag;
    Command c = place(kOwn, 10, kBuy, 100, 4);
    c.result = ResultCode::kOk;
    c.timestampNs = 5;
    c.number = 3;
    c.orderSide = kBuy;
    c.orderPrice = 100;
    c.filledQuantity = 1;
    c.openQuantity = 3;
    c.outcomes.change(
        Outcome::change(Outcome::kRelease, 1, kSell, 7, 21, kMaker, 101, 5, 0, expired));
    c.outcomes.trade({10, 22, kOwn, kMaker, 100, 1, c.holdTag, maker, Outcome::kTrade,
                      Outcome::kMakerDone, kBuy, 0, 1});
    c.outcomes.endOwn();
    c.outcomes.trade({31, 10, kSleeper, kOwn, 100, 3, sleeper, c.holdTag, Outcome::kTrade,
                      Outcome::kMakerDone, kSell, 0, 1});
    c.outcomes.change(
        Outcome::change(Outcome::kRest, 1, kSell, 0, 31, kSleeper, 99, 0, 2, sleeper));
    c.outcomes.change(Outcome::change(Outcome::kRelease, 1, kBuy, 9, 41, kBidder, 98, 4, 6, bid));
    return c;
  }

 private:
  Finder finder_;
  std::vector<std::unique_ptr<risk::RiskEngine>> risk_;
};

TEST(ForeignOutcomes, MoneyFollowsEachOrder) {
  for (u32 count = 0; count <= 3; count++) {
    Shards shards(count);
    Command c = shards.cascade();
    shards.settle(c);
    // 1 lot as a taker for 102, 3 as a maker for 303.
    EXPECT_EQ(shards.money(kOwn), "0 10004/0 9595/0") << count;
    EXPECT_EQ(shards.money(kSleeper), "1 9995/2 10294/0") << count;
    EXPECT_EQ(shards.money(kMaker), "0 9999/0 10099/0") << count;
    EXPECT_EQ(shards.money(kBidder), "1 10000/0 9400/600") << count;
  }
}

TEST(ForeignOutcomes, LeaveARecordEachInItsPlace) {
  Shards shards(1);
  Command c = shards.cascade();
  c.releasedQuantity = 8;
  std::vector<std::vector<u64>> records;
  writeEventRecords(c, [&](const event::EventRecord& record) {
    records.emplace_back(record.begin(), record.end());
  });
  const u64 symbol = u64{1} << 32;
  const std::vector<std::vector<u64>> expected{
      {symbol | 7 << 16 | 1 << 8 | 3, 3, 5, 4, 21, 101, 5, 0},
      {symbol | 1 << 8 | 2, 3, 10, 22, 1, 4, 100, 1},
      {symbol | 3, 3, 5, 1, 10, 100, 8, 3},
      {symbol | 1 << 8 | 2, 3, 31, 10, 2, 1, 100, 3},
      {symbol | 1 << 8 | 4, 3, 5, 2, 31, 99, 0, 2},
      {symbol | 9 << 16 | 3, 3, 5, 6, 41, 98, 4, 6}};
  ASSERT_EQ(records.size(), 7u);
  EXPECT_EQ(std::vector(records.begin() + 1, records.end()), expected);
  EXPECT_EQ(c.outcomes.trades(), 2u);
}

}  // namespace
}  // namespace tandem::statemachine
