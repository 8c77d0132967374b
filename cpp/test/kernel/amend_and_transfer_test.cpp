#include <gtest/gtest.h>

#include <string>

#include "tandem/kernel/polled_kernel.hpp"

/** AMEND and TRANSFER by hand, through all stages. */
namespace tandem::kernel {
namespace {

using command::Command;
using command::kBuy;
using command::kSell;
using command::ResultCode;
namespace type = command::type;

constexpr i32 kSymbol = 1;
constexpr i32 kCoin = 11;
constexpr i32 kCash = 12;
constexpr i64 kPayer = 1;
constexpr i64 kOther = 2;

/** An exchange of one symbol; both users have 1,000 of either currency. */
class AmendAndTransfer : public ::testing::Test {
 protected:
  AmendAndTransfer() : kernel_(statemachine::StagesOptions{}) {}

  void start(const command::LotLimits& limits = {}) {
    command::SymbolSpec spec{kSymbol, kCoin, kCash, 1, 1, 0, 0};
    spec.limits = limits;
    next(type::kAddSymbol, 0).spec = command::shared(spec);
    EXPECT_EQ(submit(), ResultCode::kOk);
    for (const i64 user : {kPayer, kOther}) {
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

  ResultCode order(u8 commandType, i64 user, i64 id, u8 side, i64 price, i64 lots) {
    Command& c = next(commandType, user);
    c.orderId = id;
    c.side = side;
    c.price = price;
    c.quantity = lots;
    return submit();
  }

  ResultCode place(i64 user, i64 id, u8 side, i64 price, i64 lots) {
    return order(type::kPlace, user, id, side, price, lots);
  }

  ResultCode amend(i64 user, i64 id, i64 price, i64 total) {
    return order(type::kAmend, user, id, kBuy, price, total);
  }

  /** Of the last command: lots that traded, are open, and left. */
  std::string lots() {
    const Command& c = kernel_.next();
    return std::to_string(c.filledQuantity) + " " + std::to_string(c.openQuantity) + " " +
           std::to_string(c.releasedQuantity);
  }

  /** The money of a user: available/held. */
  std::string cash(i64 user) {
    const auto state = kernel_.stages().risk(0).user(user);
    for (const auto& balance : state->balances) {
      if (balance.currency == kCash) {
        return std::to_string(balance.available) + "/" + std::to_string(balance.held);
      }
    }
    return "none";
  }

  ResultCode transfer(i64 from, i64 to, i64 amount, i64 id) {
    Command& c = next(type::kTransfer, from);
    c.orderId = to;
    c.currency = kCash;
    c.amount = amount;
    c.transactionId = id;
    return submit();
  }

 private:
  PolledKernel kernel_;
};

TEST_F(AmendAndTransfer, ATotalCountsWhatIsFilled) {
  start();
  EXPECT_EQ(place(kPayer, 10, kBuy, 50, 10), ResultCode::kOk);
  EXPECT_EQ(place(kOther, 20, kSell, 50, 6), ResultCode::kOk);
  EXPECT_EQ(amend(kPayer, 10, 50, 8), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 2 2");
  EXPECT_EQ(cash(kPayer), "600/100");
  EXPECT_EQ(amend(kPayer, 10, 40, 9), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 3 0");
  EXPECT_EQ(cash(kPayer), "580/120");
  EXPECT_EQ(amend(kPayer, 10, 40, 5), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 0 3");
  EXPECT_EQ(cash(kPayer), "700/0");
  EXPECT_EQ(amend(kPayer, 10, 40, 5), ResultCode::kUnknownOrder);
}

TEST_F(AmendAndTransfer, OneThatCrossesTakesAndOneThatFailsChangesNothing) {
  start();
  EXPECT_EQ(place(kOther, 20, kSell, 60, 4), ResultCode::kOk);
  EXPECT_EQ(place(kPayer, 10, kBuy, 50, 10), ResultCode::kOk);
  EXPECT_EQ(amend(kPayer, 10, 50, 0), ResultCode::kInvalidQuantity);
  EXPECT_EQ(amend(kPayer, 10, 50, 21), ResultCode::kInsufficientFunds);
  EXPECT_EQ(amend(kOther, 10, 50, 8), ResultCode::kUnknownOrder);
  EXPECT_EQ(cash(kPayer), "500/500");
  EXPECT_EQ(amend(kPayer, 10, 60, 7), ResultCode::kOk);
  EXPECT_EQ(lots(), "4 3 0");
  EXPECT_EQ(cash(kPayer), "580/180");
}

TEST_F(AmendAndTransfer, LimitsOfLotsJudgeOnlyATotalThatIsAnother) {
  start({0, 20, 0, 0});
  EXPECT_EQ(place(kPayer, 10, kBuy, 20, 25), ResultCode::kOk);
  EXPECT_EQ(amend(kPayer, 10, 20, 19), ResultCode::kQuantityTooSmall);
  EXPECT_EQ(order(type::kReduce, kPayer, 10, kBuy, 0, 23), ResultCode::kOk);
  EXPECT_EQ(amend(kPayer, 10, 21, 2), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 2 0");
  EXPECT_EQ(place(kOther, 20, kSell, 21, 20), ResultCode::kOk);
  EXPECT_EQ(place(kPayer, 11, kBuy, 20, 25), ResultCode::kOk);
  EXPECT_EQ(place(kOther, 21, kSell, 20, 20), ResultCode::kOk);
  EXPECT_EQ(amend(kPayer, 11, 20, 5), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 0 5");
}

TEST_F(AmendAndTransfer, AStopThatOnlyLosesLotsIsTakenWhereNothingTakes) {
  start();
  EXPECT_EQ(place(kOther, 20, kSell, 60, 4), ResultCode::kOk);
  Command& stop = next(type::kPlace, kPayer);
  stop.orderId = 10;
  stop.side = kBuy;
  stop.price = 65;
  stop.quantity = 5;
  stop.terms = static_cast<u8>(static_cast<u8>(command::OrderType::kStopLimit) << 4);
  stop.instructions.extend() = {};
  stop.instructions.extend().words[command::Instructions::kTriggerPrice] = 62;
  EXPECT_EQ(submit(), ResultCode::kOk);
  next(type::kSetState, 0).terms = static_cast<u8>(command::SymbolState::kPostOnly);
  EXPECT_EQ(submit(), ResultCode::kOk);
  EXPECT_EQ(amend(kPayer, 10, 65, 6), ResultCode::kWouldTake);
  EXPECT_EQ(amend(kPayer, 10, 66, 4), ResultCode::kWouldTake);
  EXPECT_EQ(amend(kPayer, 10, 65, 3), ResultCode::kOk);
  EXPECT_EQ(lots(), "0 3 2");
}

TEST_F(AmendAndTransfer, ATransferIsWholeOnceAndOfWhatIsAvailable) {
  start();
  EXPECT_EQ(place(kPayer, 10, kBuy, 50, 10), ResultCode::kOk);
  EXPECT_EQ(transfer(kPayer, kOther, 501, 30), ResultCode::kInsufficientFunds);
  EXPECT_EQ(transfer(kPayer, kOther, 200, 30), ResultCode::kOk);
  EXPECT_EQ(cash(kPayer), "300/500");
  EXPECT_EQ(cash(kOther), "1200/0");
  EXPECT_EQ(transfer(kPayer, kOther, 200, 30), ResultCode::kDuplicateTransaction);
  EXPECT_EQ(cash(kPayer), "300/500");
}

TEST_F(AmendAndTransfer, ATransferNamesTwoUsersAndAnAmount) {
  start();
  EXPECT_EQ(transfer(kPayer, kOther, 0, 30), ResultCode::kInvalidAmount);
  EXPECT_EQ(transfer(9, kOther, 1, 30), ResultCode::kUnknownUser);
  EXPECT_NE(transfer(kPayer, kPayer, 1, 30), ResultCode::kOk);
  EXPECT_NE(transfer(kPayer, 9, 1, 30), ResultCode::kOk);
  EXPECT_EQ(cash(kPayer), "1000/0");
  EXPECT_EQ(transfer(kOther, kPayer, 1'000, 30), ResultCode::kOk);
  EXPECT_EQ(cash(kOther), "none");
}

}  // namespace
}  // namespace tandem::kernel
