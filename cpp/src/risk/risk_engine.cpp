#include "tandem/risk/risk_engine.hpp"

#include <algorithm>
#include <stdexcept>

#include "tandem/risk/money.hpp"

namespace tandem::risk {

using command::Command;
using command::IdIndex;
using command::kBuy;
using command::ResultCode;
using command::SymbolSpec;
namespace type = command::type;

RiskEngine::RiskEngine(const Options& options)
    : options_(options),
      users_(options.expectedUsers),
      accounts_(std::min(options.expectedUsers, ~u32{0} / 2) * 2),
      orders_(options.expectedOrders, options.books == nullptr) {
  if (options.shard >= options.shardCount || (options.books != nullptr && options.shardCount > 1)) {
    throw std::invalid_argument("a risk shard that is not one of its number");
  }
}

bool RiskEngine::hold(Command& c, bool settled) {
  if (!settled && options_.books != nullptr) {
    throw std::logic_error("this shard is for commands that are settled one by one");
  }
  switch (c.type) {
    case type::kPlace:
      return !isOurs(c) || holdPlace(c, settled);
    case type::kMove:
      return !isOurs(c) || holdMove(c, settled);
    case type::kCancel:
    case type::kReduce:
      // Symbol and order are matching's to find. Whose order the books have is a user.
      if (isOurs(c) && (options_.books == nullptr || find(c) == HeldOrders::kNone) &&
          users_.find(c.userId) == IdIndex::kAbsent) {
        c.reject(ResultCode::kUnknownUser);
      }
      return true;
    case type::kAddUser:
    case type::kSuspendUser:
    case type::kResumeUser:
      if (isOurs(c)) {
        c.result = users_.apply(c.type, c.userId);
      }
      return true;
    case type::kAdjustBalance:
      return c.isRejectedAtEntry() || funds_.adjust(c, owns(c.userId), settled);
    case type::kWithdrawFees:
      return c.isRejectedAtEntry() || options_.shard != 0 || funds_.withdrawFees(c, settled);
    case type::kAddSymbol:
      addSymbol(c);
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
      return settleMove(c);
    case type::kCancel:
    case type::kReduce:
      if (c.result == ResultCode::kOk && owns(c.userId)) {
        orders_.open(c.tag, c.openQuantity);
        settlement_.release(c.tag);
      }
      return;
    case type::kUncross:
      return settlement_.uncross(c);
    case type::kAdjustBalance:
    case type::kWithdrawFees:
      return funds_.settle(c);
    default:
      // Nothing to pay.
      return;
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
  const i64 need = money::requirement(spec, buy, c.price, c.quantity);
  if (need == money::kOverflow) {
    c.reject(ResultCode::kOverflow);
    return true;
  }
  const bool known = find(c) != HeldOrders::kNone;
  if (known && !settled) {
    return false;
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
  orders_.price(order, c.price);
  orders_.open(order, c.quantity);
  orders_.held(order, need);
  users_.countOrders(user, 1);
  accounts_.countPayers(proceeds, 1);
  c.tag = order;
  return true;
}

u32 RiskEngine::find(const Command& c) const {
  return options_.books == nullptr ? orders_.find(c.userId, c.symbol, c.orderId)
                                   : options_.books->tagOf(c.userId, c.symbol, c.orderId);
}

/** Refuses at once what no settlement of earlier commands could pay for. */
bool RiskEngine::refuseForFunds(Command& c, u32 account, i64 need, bool settled) {
  if (!settled && accounts_.mayReach(account, need)) {
    return false;
  }
  c.reject(ResultCode::kInsufficientFunds);
  return true;
}

/** Reserves what the order may need at worst beyond what is held; settle releases the excess. */
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
  if (options_.books != nullptr) {
    return holdOnlyMove(c, order);
  }
  const bool keepsQuantity = c.quantity == 0 && !orders_.isResized(order);
  const bool held = keepsQuantity ? holdPrice(c, order, settled) : holdResize(c, order, settled);
  if (held && !c.isRejected()) {
    orders_.startMove(order);
    c.tag = order;
  }
  return held;
}

namespace {

/** Refuses a move, once it is certain that the order lives and what it needs. */
bool refuseMove(Command& c, i64 need, bool settled) {
  if (settled) {
    c.reject(need == money::kOverflow ? ResultCode::kOverflow : ResultCode::kInsufficientFunds);
  }
  return settled;
}

}  // namespace

/**
 * Judges a move that is settled before anything else is held. It writes nothing, so settleOnlyMove
 * writes once what the move comes to.
 */
bool RiskEngine::holdOnlyMove(Command& c, u32 order) {
  const i64 quantity = c.quantity == 0 ? orders_.open(order) : c.quantity;
  const i64 need = settlement_.requirement(order, c.price, quantity);
  const i64 available = accounts_.available(orders_.places(order).holdAccount);
  if (need == money::kOverflow || available < need - orders_.held(order)) {
    return refuseMove(c, need, true);
  }
  moveNeed_ = need;
  c.tag = order;
  return true;
}

/** Writes what a move that holdOnlyMove let pass has come to. */
void RiskEngine::settleOnlyMove(const Command& c) {
  if (c.isRejected()) {
    return;
  }
  const u32 order = c.tag;
  orders_.price(order, c.orderPrice);
  if (c.outcomes.count() == 0) {
    orders_.open(order, c.openQuantity);
    settlement_.reserve(order, moveNeed_);
    return;
  }
  settlement_.reserve(order, std::max(moveNeed_, orders_.held(order)));
  settlement_.trades(c, true);
  orders_.open(order, c.openQuantity);
  settlement_.release(order);
}

/**
 * Reserves for a move that keeps the quantity. What is held covers all open lots at any price that
 * a move before it named, and goes on to do so however many of them trade on the way: so the
 * difference to this price is enough.
 */
bool RiskEngine::holdPrice(Command& c, u32 order, bool settled) {
  const i64 need = settlement_.requirement(order, c.price, orders_.mostOpen(order));
  // Up or down is a coin toss that no predictor knows: the usual way has no branch on it.
  const i64 held = orders_.held(order);
  const i64 more = std::max(need, held) - held;
  const u32 account = orders_.places(order).holdAccount;
  if (need == money::kOverflow || accounts_.available(account) < more) {
    return refuseMove(c, need, settled);
  }
  accounts_.hold(account, more);
  orders_.held(order, held + more);
  return true;
}

/**
 * Reserves for a move that names a quantity, or comes behind one that is not settled. What trades
 * before it does not count towards its quantity and is paid out of what is held already, so it
 * needs all of its own beside that; only when everything is settled nothing trades before it, and
 * the difference is enough.
 */
bool RiskEngine::holdResize(Command& c, u32 order, bool settled) {
  const i64 quantity = c.quantity == 0 ? orders_.mostOpen(order) : c.quantity;
  const i64 need = settlement_.requirement(order, c.price, quantity);
  const i64 held = orders_.held(order);
  const i64 more = settled ? std::max(need, held) - held : need;
  const u32 account = orders_.places(order).holdAccount;
  if (need == money::kOverflow || accounts_.available(account) < more) {
    return refuseMove(c, need, settled);
  }
  accounts_.hold(account, more);
  orders_.held(order, held + more);
  // Matching refuses it only if the order is gone: the supply bounds the lots of a book.
  orders_.resize(order, quantity);
  return true;
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

void RiskEngine::addSymbol(Command& c) {
  // Every shard finds the same; one may say so.
  if (!c.isRejectedAtEntry() && !symbols_.add(c.spec) && options_.shard == 0) {
    c.reject(ResultCode::kSymbolExists);
  }
}

void RiskEngine::settlePlace(const Command& c) {
  const bool ours = owns(c.userId);
  if (c.isRejected()) {
    // A tag means that hold let it pass and matching refused it.
    if (ours && c.tag != HeldOrders::kNone) {
      orders_.open(c.tag, 0);
      settlement_.release(c.tag);
    }
    return;
  }
  if (c.outcomes.count() != 0) {
    settlement_.trades(c, ours);
  }
  if (ours && c.openQuantity != c.quantity) {
    orders_.open(c.tag, c.openQuantity);
    settlement_.release(c.tag);
  }
}

void RiskEngine::settleMove(const Command& c) {
  if (options_.books != nullptr) {
    return settleOnlyMove(c);
  }
  const bool ours = owns(c.userId);
  if (c.isRejected()) {
    // A tag means that hold let it pass and matching refused it.
    if (ours && c.tag != HeldOrders::kNone) {
      orders_.endMove(c.tag);
      settlement_.release(c.tag);
    }
    return;
  }
  if (ours) {
    orders_.endMove(c.tag);
    orders_.price(c.tag, c.orderPrice);
  }
  if (c.outcomes.count() != 0) {
    settlement_.trades(c, ours);
  }
  if (ours) {
    orders_.open(c.tag, c.openQuantity);
    settlement_.release(c.tag);
  }
}

}  // namespace tandem::risk
