#include "tandem/risk/risk_engine.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tandem/risk/money.hpp"

namespace tandem::risk {

using command::Command;
using command::IdIndex;
using command::kBuy;
using command::ResultCode;
using command::SymbolSpec;
using command::Trade;
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
      // Symbol and order are matching's to find.
      if (isOurs(c) && users_.find(c.userId) == IdIndex::kAbsent) {
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
        release(c.tag);
      }
      return;
    case type::kUncross:
      return settleUncross(c);
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
 * Reserves for a move that keeps the quantity. What is held covers all open lots at any price that
 * a move before it named, and goes on to do so however many of them trade on the way: so the
 * difference to this price is enough.
 */
bool RiskEngine::holdPrice(Command& c, u32 order, bool settled) {
  const i64 need = requirement(order, c.price, orders_.mostOpen(order));
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
  const i64 need = requirement(order, c.price, quantity);
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

i64 RiskEngine::requirement(u32 order, i64 price, i64 quantity) const {
  const SymbolSpec& spec = symbols_.spec(orders_.places(order).symbol);
  return money::requirement(spec, orders_.side(order) == kBuy, price, quantity);
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
      release(c.tag);
    }
    return;
  }
  if (c.trades.count() != 0) {
    settleTrades(c, ours);
  }
  if (ours && c.openQuantity != c.quantity) {
    orders_.open(c.tag, c.openQuantity);
    release(c.tag);
  }
}

void RiskEngine::settleMove(const Command& c) {
  const bool ours = owns(c.userId);
  if (c.isRejected()) {
    // A tag means that hold let it pass and matching refused it.
    if (ours && c.tag != HeldOrders::kNone) {
      orders_.endMove(c.tag);
      release(c.tag);
    }
    return;
  }
  if (ours) {
    orders_.endMove(c.tag);
    orders_.price(c.tag, c.orderPrice);
  }
  if (c.trades.count() != 0) {
    settleTrades(c, ours);
  }
  if (ours) {
    orders_.open(c.tag, c.openQuantity);
    release(c.tag);
  }
}

void RiskEngine::settleTrades(const Command& c, bool takerIsOurs) {
  const u32 symbol = symbols_.find(c.symbol);
  const SymbolSpec& spec = symbols_.spec(symbol);
  for (const Trade& trade : c.trades) {
    const i64 notional = money::notional(spec, trade.price, trade.quantity);
    const i64 takerFee = money::feeDown(notional, spec.takerFeePpm);
    const i64 makerFee = money::feeDown(notional, spec.makerFeePpm);
    if (takerIsOurs) {
      pay(spec, trade.takerTag, trade.quantity, notional, takerFee);
    }
    if (owns(trade.makerUserId)) {
      payAndRelease(spec, trade.makerTag, trade.quantity, notional, makerFee);
    }
    collect(symbol, takerFee + makerFee);
  }
}

void RiskEngine::settleUncross(const Command& c) {
  if (c.trades.count() == 0) {
    return;
  }
  const u32 symbol = symbols_.find(c.symbol);
  const SymbolSpec& spec = symbols_.spec(symbol);
  for (const Trade& trade : c.trades) {
    const i64 notional = money::notional(spec, trade.price, trade.quantity);
    const i64 fee = money::feeDown(notional, spec.takerFeePpm);
    if (owns(trade.takerUserId)) {
      payAndRelease(spec, trade.takerTag, trade.quantity, notional, fee);
    }
    if (owns(trade.makerUserId)) {
      payAndRelease(spec, trade.makerTag, trade.quantity, notional, fee);
    }
    collect(symbol, 2 * fee);
  }
}

/** Takes a trade's fees, for all shards in one, so that it alone knows how much there is. */
void RiskEngine::collect(u32 symbol, i64 fee) {
  if (fee != 0 && options_.shard == 0) {
    accounts_.addFee(symbols_.quoteNumber(symbol), fee);
  }
}

void RiskEngine::payAndRelease(const SymbolSpec& spec, u32 order, i64 quantity, i64 notional,
                               i64 fee) {
  pay(spec, order, quantity, notional, fee);
  orders_.open(order, orders_.open(order) - quantity);
  release(order);
}

/** Moves what one side of a trade pays out of its hold, and what it gets into its account. */
void RiskEngine::pay(const SymbolSpec& spec, u32 order, i64 quantity, i64 notional, i64 fee) {
  const i64 lots = quantity * spec.lotScale;
  const bool buy = orders_.side(order) == kBuy;
  const i64 spent = buy ? notional + fee : lots;
  const i64 proceeds = buy ? lots : notional - fee;
  orders_.held(order, orders_.held(order) - spent);
  accounts_.spendHeld(orders_.places(order).holdAccount, spent);
  accounts_.credit(orders_.places(order).proceedsAccount, proceeds);
}

/**
 * Brings what is held for an order to exactly what its open quantity needs; once no move is on its
 * way any more, which may need more.
 */
void RiskEngine::release(u32 order) {
  if (orders_.isMoving(order)) {
    return;
  }
  const i64 open = orders_.open(order);
  const i64 need = open == 0 ? 0 : requirement(order, orders_.price(order), open);
  const i64 surplus = orders_.held(order) - need;
  if (need < 0 || surplus < 0) {
    throw std::logic_error("an order needs " + std::to_string(need) + ", and " +
                           std::to_string(orders_.held(order)) + " was held for it");
  }
  const OrderPlaces places = orders_.places(order);
  accounts_.hold(places.holdAccount, -surplus);
  orders_.held(order, need);
  orders_.settle(order);
  if (open == 0) {
    users_.countOrders(places.user, -1);
    accounts_.countPayers(places.proceedsAccount, -1);
    orders_.remove(order);
  }
}

}  // namespace tandem::risk
