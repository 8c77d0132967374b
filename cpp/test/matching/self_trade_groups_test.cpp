#include <gtest/gtest.h>

#include <string>

#include "tandem/kernel/polled_kernel.hpp"

/** Users of one self-trade group, by hand, through all stages. */
namespace tandem::kernel::groups_test {
namespace {

using command::Command;
using command::kBuy;
using command::kSell;
using command::ResultCode;
using command::SelfTrade;
namespace type = command::type;

constexpr i32 kSymbol = 1;
constexpr i32 kCoin = 11;
constexpr i32 kCash = 12;
constexpr i64 kOwn = 1;
constexpr i64 kOther = 2;
constexpr i64 kMate = 3;

/** Users 1 and 3 are of the group 7; each user has 1,000 of either currency. */
class SelfTradeGroups : public ::testing::Test {
 protected:
  SelfTradeGroups() : kernel_(statemachine::StagesOptions{}) {
    next(type::kAddSymbol, 0).spec =
        command::shared(command::SymbolSpec{kSymbol, kCoin, kCash, 1, 1, 0, 0});
    EXPECT_EQ(submit(), ResultCode::kOk);
    for (const i64 user : {kOwn, kOther, kMate}) {
      next(type::kAddUser, user);
      EXPECT_EQ(submit(), ResultCode::kOk);
      for (const i32 currency : {kCoin, kCash}) {
        Command& c = next(type::kAdjustBalance, user);
        c.currency = currency;
        c.amount = 1'000;
        c.transactionId = currency;
        EXPECT_EQ(submit(), ResultCode::kOk);
      }
    }
    EXPECT_EQ(group(kOwn, 7), ResultCode::kOk);
    EXPECT_EQ(group(kMate, 7), ResultCode::kOk);
  }

  Command& next(u8 commandType, i64 user) {
    command::CommandInput in;
    in.type = commandType;
    in.userId = user;
    in.symbol = kSymbol;
    kernel_.next().input(in);
    return kernel_.next();
  }

  ResultCode submit() {
    kernel_.submit();
    return kernel_.next().result;
  }

  ResultCode group(i64 user, i64 group) {
    next(type::kSetSelfTradeGroup, user).orderId = group;
    return submit();
  }

  ResultCode place(i64 user, i64 id, u8 side, i64 price, i64 lots,
                   SelfTrade mode = SelfTrade::kNone) {
    Command& c = next(type::kPlace, user);
    c.orderId = id;
    c.side = side;
    c.price = price;
    c.quantity = lots;
    if (mode != SelfTrade::kNone) {
      command::Instructions& said = c.instructions.extend();
      said = {};
      said.words[command::Instructions::kModes] = command::Instructions::modesOf(0, mode);
    }
    return submit();
  }

  /** Of the last command: lots that traded and are open. */
  std::string lots() {
    return std::to_string(kernel_.next().filledQuantity) + " " +
           std::to_string(kernel_.next().openQuantity);
  }

  /** What is held of the mate's coins. */
  i64 held() {
    const auto mate = kernel_.stages().risk(0).user(kMate);
    for (const auto& balance : mate->balances) {
      if (balance.currency == kCoin) {
        return balance.held;
      }
    }
    return -1;
  }

  /** 2 lots of another user at 100, behind them 3 of the mate, and 5 of the other at 101. */
  std::string bid(SelfTrade mode) {
    EXPECT_EQ(place(kOther, 20, kSell, 100, 2), ResultCode::kOk);
    EXPECT_EQ(place(kMate, 31, kSell, 100, 3), ResultCode::kOk);
    EXPECT_EQ(place(kOther, 21, kSell, 101, 5), ResultCode::kOk);
    EXPECT_EQ(place(kOwn, 10, kBuy, 101, 6, mode), ResultCode::kOk);
    return lots() + ", " + std::to_string(held());
  }

  u64 stateHash() { return kernel_.stages().image().stateHash(); }

 private:
  PolledKernel kernel_;
};

TEST_F(SelfTradeGroups, TheyTradeWithoutAMode) { EXPECT_EQ(bid(SelfTrade::kNone), "6 0, 0"); }

TEST_F(SelfTradeGroups, TheNewestGoes) { EXPECT_EQ(bid(SelfTrade::kCancelNewest), "2 0, 3"); }

TEST_F(SelfTradeGroups, TheOldestGoes) { EXPECT_EQ(bid(SelfTrade::kCancelOldest), "6 0, 0"); }

TEST_F(SelfTradeGroups, BothGo) { EXPECT_EQ(bid(SelfTrade::kCancelBoth), "2 0, 0"); }

TEST_F(SelfTradeGroups, BothLoseLots) { EXPECT_EQ(bid(SelfTrade::kDecrement), "3 0, 0"); }

TEST_F(SelfTradeGroups, TheGroupsOfNowCount) {
  EXPECT_EQ(place(kMate, 31, kSell, 100, 3), ResultCode::kOk);
  EXPECT_EQ(group(kMate, 0), ResultCode::kOk);
  EXPECT_EQ(place(kOwn, 10, kBuy, 100, 1, SelfTrade::kCancelNewest), ResultCode::kOk);
  EXPECT_EQ(lots(), "1 0");
  EXPECT_EQ(group(kMate, 7), ResultCode::kOk);
  EXPECT_EQ(place(kOwn, 10, kBuy, 100, 1, SelfTrade::kCancelNewest), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 0");
}

TEST_F(SelfTradeGroups, AGroupIsOfAUserAndOfTheState) {
  const u64 hash = stateHash();
  EXPECT_EQ(group(99, 7), ResultCode::kUnknownUser);
  EXPECT_EQ(group(0, 7), ResultCode::kInvalidUserId);
  EXPECT_EQ(group(kOwn, 7), ResultCode::kOk);
  EXPECT_EQ(stateHash(), hash);
  EXPECT_EQ(group(kOwn, 8), ResultCode::kOk);
  EXPECT_NE(stateHash(), hash);
}

}  // namespace
}  // namespace tandem::kernel::groups_test
