#include "tandem/risk/risk_engine.hpp"

#include <algorithm>
#include <stdexcept>

#include "tandem/command/held_price.hpp"
#include "tandem/risk/money.hpp"

namespace tandem::risk {

using command::Command;
using command::IdIndex;
using command::kBuy;
using command::ResultCode;
using command::SymbolSpec;
namespace type = command::type;

RiskEngine::RiskEngine(u32 shard, u32 shardCount, u32 expectedUsers, u32 expectedOrders,
                       bool indexed)
    : shard_(shard),
      users_(expectedUsers),
      accounts_(std::min(expectedUsers, ~u32{0} / 2) * 2),
      orders_(expectedOrders, indexed),
      settlement_(shard, shardCount, users_, accounts_, orders_, symbols_) {
  if (shard >= shardCount) {
    throw std::invalid_argument("a risk shard that is not one of its number");
  }
}

bool RiskEngine::hold(Command& c, bool settled) {
  switch (c.type) {
    case type::kPlace:
      return !isOurs(c) || holdPlace(c, settled);
    case type::kMove:
    case type::kAmend:
      return !isOurs(c) || holdMove(c, settled);
    case type::kCancel:
    case type::kReduce:
      if (isOurs(c)) {
        judgeLess(c);
      }
      return true;
    case type::kMassCancel:
      // No user is named where it is for the orders of all.
      if (c.userId != 0 && isOurs(c)) {
        judgeUser(c);
      }
      return true;
    case type::kAddUser:
    case type::kSuspendUser:
    case type::kResumeUser:
      if (isOurs(c)) {
        c.result = users_.apply(c.type, c.userId);
      } else if (c.type == type::kAddUser && !c.isRejectedAtEntry()) {
        users_.addOther(c.userId);
      }
      return true;
    case type::kSetSelfTradeGroup:
      if (isOurs(c)) {
        c.result = users_.group(c.userId, c.groupId());
      }
      return true;
    case type::kAdjustBalance:
      return c.isRejectedAtEntry() || funds_.adjust(c, owns(c.userId), settled);
    case type::kTransfer:
      return c.isRejectedAtEntry() ||
             funds_.transfer(c, owns(c.userId), owns(c.payeeId()), settled);
    case type::kWithdrawFees:
      return c.isRejectedAtEntry() || shard_ != 0 || funds_.withdrawFees(c, settled);
    case type::kAddSymbol:
    case type::kUpdateSymbol:
      specify(c);
      return true;
    default:
      // Not the risk stage's.
      return true;
  }
}

void RiskEngine::settle(Command& c) {
  switch (c.type) {
    case type::kPlace:
      return settlePlace(c);
    case type::kMove:
    case type::kAmend:
      return settleMove(c);
    case type::kCancel:
    case type::kReduce:
      return settleLess(c);
    case type::kAdjustBalance:
    case type::kWithdrawFees:
      return funds_.settle(c);
    case type::kTransfer:
      return funds_.settleTransfer(c, owns(c.payeeId()));
    default:
      return settleOutcomes(c);
  }
}

bool RiskEngine::holdPlace(Command& c, bool settled) {
  const u32 user = users_.find(c.userId);
  if (user == IdIndex::kAbsent) {
    c.reject(ResultCode::kUnknownUser);
    return true;
  }
  if (users_.isSuspended(user)) {
    c.reject(ResultCode::kUserSuspended);
    return true;
  }
  const u32 symbol = symbols_.find(c.symbol);
  if (symbol == IdIndex::kAbsent) {
    c.reject(ResultCode::kUnknownSymbol);
    return true;
  }
  return grantPlace(c, user, symbol, settled);
}

bool RiskEngine::grantPlace(Command& c, u32 user, u32 symbol, bool settled) {
  const SymbolSpec& spec = symbols_.spec(symbol);
  const bool buy = c.side == kBuy;
  const i64 price = command::held_price::of(c, spec);
  if (price < 0) {
    c.reject(ResultCode::kLimitRequired);
    return true;
  }
  i64 need = c.quantity != 0 ? money::requirement(spec, buy, price, c.quantity)
                             : money::withFee(spec, c.instructions.get()->budget());
  if (need == money::kOverflow) {
    c.reject(ResultCode::kOverflow);
    return true;
  }
  const bool known = find(c) != HeldOrders::kNone;
  const bool isLeg = c.instructions.get() != nullptr && c.instructions.get()->linkedOrder() != 0;
  if ((known || isLeg) && !settled) {
    return false;
  }
  const u32 other = isLeg ? findLeg(c) : HeldOrders::kNone;
  if (other != HeldOrders::kNone) {
    need = std::max(i64{0}, need - orders_.held(other));
  }
  const u32 account = accounts_.find(user, buy ? spec.quoteCurrency : spec.baseCurrency);
  if (account == IdIndex::kAbsent || accounts_.available(account) < need) {
    return refuseForFunds(c, account, need, settled);
  }
  if (known) {
    // It lives, so matching will refuse this one; there is nothing to hold.
    return true;
  }
  accounts_.hold(account, need);
  const u32 proceeds = accounts_.open(user, buy ? spec.baseCurrency : spec.quoteCurrency);
  const u32 order =
      orders_.add(c.userId, c.symbol, c.orderId, c.side, {user, symbol, account, proceeds});
  orders_.price(order, price);
  orders_.open(order, c.quantity);
  orders_.held(order, need);
  users_.countOrders(user, 1);
  accounts_.countPayers(proceeds, 1);
  c.holdTag = order;
  if (other != HeldOrders::kNone) {
    // If matching refuses it, it goes, and its pair ends.
    orders_.link(order, other);
  }
  return true;
}

/** The order that a PLACE names, if they may be a pair as far as is known here. */
u32 RiskEngine::findLeg(const Command& c) const {
  const u32 other = find(c.userId, c.symbol, c.instructions.get()->linkedOrder());
  const bool mayBe =
      other != HeldOrders::kNone && orders_.side(other) == c.side && !orders_.isLinked(other);
  return mayBe ? other : HeldOrders::kNone;
}

/** Refuses at once what no settlement of earlier commands could pay for. */
bool RiskEngine::refuseForFunds(Command& c, u32 account, i64 need, bool settled) {
  if (!settled && accounts_.mayReach(account, need)) {
    return false;
  }
  c.reject(ResultCode::kInsufficientFunds);
  return true;
}

bool RiskEngine::holdMove(Command& c, bool settled) {
  const u32 order = find(c);
  if (order == HeldOrders::kNone) {
    c.reject(whyNoOrder(c));
    return true;
  }
  if (users_.isSuspended(orders_.places(order).user)) {
    c.reject(ResultCode::kUserSuspended);
    return true;
  }
  if (orders_.isLinked(order)) {
    // The pair may end before it.
    if (settled) {
      c.reject(ResultCode::kOrderIsLinked);
    }
    return settled;
  }
  return holdMove(c, order, settled);
}

void RiskEngine::judgeLess(Command& c) const { judgeUser(c); }

void RiskEngine::judgeUser(Command& c) const {
  if (users_.find(c.userId) == IdIndex::kAbsent) {
    c.reject(ResultCode::kUnknownUser);
  }
}

bool RiskEngine::refuseOrWaitWithMove(Command& c, i64 need, bool settled) {
  if (settled) {
    c.reject(need == money::kOverflow ? ResultCode::kOverflow : ResultCode::kInsufficientFunds);
  }
  return settled;
}

/** What a move got wrong that names no order of its user. */
ResultCode RiskEngine::whyNoOrder(const Command& c) const {
  const u32 user = users_.find(c.userId);
  if (user == IdIndex::kAbsent) {
    return ResultCode::kUnknownUser;
  }
  if (users_.isSuspended(user)) {
    return ResultCode::kUserSuspended;
  }
  return symbols_.find(c.symbol) == IdIndex::kAbsent ? ResultCode::kUnknownSymbol
                                                     : ResultCode::kUnknownOrder;
}

/** Admission has judged it, so that no shard waits: what is held stays right in an update. */
void RiskEngine::specify(const Command& c) {
  if (c.isRejectedAtEntry()) {
    return;
  }
  if (c.type == type::kAddSymbol) {
    symbols_.add(*c.spec);
  } else {
    symbols_.update(*c.spec);
  }
}

void RiskEngine::settlePlace(const Command& c) {
  const u32 own = owns(c.userId) ? c.holdTag : HeldOrders::kNone;
  settlement_.beforeOwn(c, own);
  // If matching refused the order, nothing of it is open; if it slid, it rests at another price.
  // A budget names no lots, and nothing of it rests.
  const bool changes = ((c.openQuantity ^ c.quantity) | (c.orderPrice ^ c.price)) != 0;
  if (own != HeldOrders::kNone && (changes || c.quantity == 0)) {
    orders_.price(own, c.orderPrice);
    orders_.open(own, c.openQuantity);
    orders_.addFilled(own, c.filledQuantity);
    settlement_.release(own);
  }
  settlement_.afterOwn(c);
}

void RiskEngine::settleLess(const Command& c) {
  settlement_.beforeOwn(c, HeldOrders::kNone);
  if (c.result == ResultCode::kOk && owns(c.userId)) {
    orders_.open(c.foundTag, c.openQuantity);
    settlement_.release(c.foundTag);
  }
  settlement_.afterOwn(c);
}

void RiskEngine::settleOutcomes(const Command& c) {
  settlement_.beforeOwn(c, HeldOrders::kNone);
  settlement_.afterOwn(c);
}

}  // namespace tandem::risk
