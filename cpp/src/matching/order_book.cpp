#include "tandem/matching/order_book.hpp"

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

#include "tandem/matching/call_auction.hpp"
#include "tandem/matching/icebergs.hpp"
#include "tandem/matching/post_only_rule.hpp"
#include "tandem/matching/self_trade_rule.hpp"

namespace tandem::matching {

using command::kBuy;
using command::kSell;
using command::Outcome;
using command::Outcomes;
using command::ResultCode;
using command::SelfTrade;
using command::SymbolState;
namespace order_terms = command::order_terms;

namespace {

/** Whether so many lots more would not fit; both are at least 0. */
bool overflowing(i64 lots, i64 more) {
  i64 sum;
  return __builtin_add_overflow(lots, more, &sum);
}

constexpr u8 flagsOf(bool makerDone, bool takerDone) {
  return static_cast<u8>((makerDone ? Outcome::kMakerDone : 0) |
                         (takerDone ? Outcome::kTakerDone : 0));
}

[[noreturn]] void misuse(const char* what, i64 price, i64 quantity, i64 orderId) {
  throw std::invalid_argument(std::string(what) + " order " + std::to_string(orderId) + ", price " +
                              std::to_string(price) + ", quantity " + std::to_string(quantity) +
                              ": out of bounds");
}

}  // namespace

OrderBook::OrderBook(OrderStore& orders, LevelStore& levels, const command::SymbolSpec& spec)
    : symbol_(spec.symbol),
      orders_(orders),
      levels_(levels),
      index_(orders),
      sides_{BookSide(kBuy, levels), BookSide(kSell, levels)},
      plain_(spec.limits.isNone()),
      spec_(spec) {}

i64 OrderBook::place(const NewOrder& order, Outcomes& outcomes) {
  if (order.price <= 0 || order.quantity <= 0 || order.orderId == 0 || order.side > 1 ||
      !order_terms::isKnown(order.terms)) {
    misuse("place", order.price, order.quantity, order.orderId);
  }
  const bool rests = order_terms::rests(order.terms);
  if (isLive(order.orderId)) {
    return refusal(ResultCode::kDuplicateOrderId);
  }
  BookSide& own = sides_[order.side];
  if (rests && overflowing(own.open(), order.quantity) &&
      overflows(own, own.open(), sides_[order.side ^ 1].key(order.price), order)) {
    return refusal(ResultCode::kOverflow);
  }
  const i64 open = match(order, outcomes);
  if (open == 0) {
    return 0;
  }
  if (rests) {
    orders_.addFilled(append(own, order, open), order.quantity - open - prevented_);
    assert(auction_ || !isCrossed());
  }
  return open;
}

i64 OrderBook::match(const NewOrder& order, Outcomes& outcomes) {
  BookSide& other = sides_[order.side ^ 1];
  const i64 limit = other.key(order.price);
  if (!other.crosses(limit) || auction_ ||
      (order_terms::isFillOrKill(order.terms) &&
       !SelfTradeRule::trades(*this, other, limit, order, order.quantity))) {
    return order.quantity;
  }
  return order.selfTrade == SelfTrade::kNone && other.hidden() == 0
             ? take(other, limit, order, outcomes)
             : SelfTradeRule::take(*this, other, limit, order, outcomes);
}

i64 OrderBook::insert(const NewOrder& order) {
  if (order.price <= 0 || order.quantity <= 0 || order.orderId == 0 || order.side > 1) {
    misuse("insert", order.price, order.quantity, order.orderId);
  }
  if (isLive(order.orderId)) {
    return refusal(ResultCode::kDuplicateOrderId);
  }
  BookSide& own = sides_[order.side];
  if (overflowing(own.open(), order.quantity)) {
    return refusal(ResultCode::kOverflow);
  }
  append(own, order, order.quantity);
  return order.quantity;
}

inline u32 OrderBook::append(BookSide& own, const NewOrder& order, i64 lots) {
  const u32 row = orders_.allocate(order.orderId, order.userId, order.tag, order.side);
  index_.put(order.orderId, row);
  own.append(levels_, own.key(order.price), row, lots);
  return row;
}

i64 OrderBook::cancel(i64 orderId, i64 userId) {
  const u32 order = find(orderId, userId);
  if (order == 0) {
    return refusal(ResultCode::kUnknownOrder);
  }
  const u32 level = orders_.level(order);
  BookSide& own = sides_[foundSide_];
  foundPrice_ = own.key(levels_.key(level));
  const i64 hidden = orders_.hidden(order);
  own.remove(levels_, level, order, foundQuantity_ - hidden);
  if (hidden != 0) {
    own.hide(-hidden);
  }
  index_.remove(orderId);
  orders_.release(order);
  return foundQuantity_;
}

i64 OrderBook::reduce(i64 orderId, i64 userId, i64 quantity) {
  if (quantity <= 0) {
    misuse("reduce", 0, quantity, orderId);
  }
  const u32 order = find(orderId, userId);
  if (order == 0) {
    return refusal(ResultCode::kUnknownOrder);
  }
  const i64 open = foundQuantity_;
  BookSide& own = sides_[foundSide_];
  foundPrice_ = own.key(levels_.key(orders_.level(order)));
  if (quantity >= open) {
    return open - cancel(orderId, userId);
  }
  Icebergs::takeOff(*this, own, order, quantity);
  return open - quantity;
}

i64 OrderBook::move(i64 orderId, i64 userId, i64 newPrice, i64 newQuantity, Outcomes& outcomes) {
  if (newPrice <= 0 || newQuantity < 0) {
    misuse("move", newPrice, newQuantity, orderId);
  }
  const u32 order = find(orderId, userId);
  if (order == 0) {
    return refusal(ResultCode::kUnknownOrder);
  }
  const i64 before = foundQuantity_;
  BookSide& own = sides_[foundSide_];
  BookSide& other = sides_[foundSide_ ^ 1];
  i64 open = newQuantity == 0 ? before : newQuantity;
  if (!Icebergs::mayHave(*this, order, open)) {
    return refusal(ResultCode::kTooManyParts);
  }
  const bool takes = other.crosses(other.key(newPrice)) && !auction_;
  const bool slides = takes && orders_.postOnly(order) != 0;
  const i64 price =
      slides ? post_only_rule::priceOf(orders_.postOnly(order), open, other, spec_) : newPrice;
  if (price < 0) {
    return price;
  }
  const i64 limit = other.key(price);
  const i64 others = own.open() - before;
  const NewOrder taker{foundSide_, command::kGtc, foundTag_, price,
                       open,       orderId,       userId,    orders_.selfTrade(order)};
  if (overflowing(others, open) && overflows(own, others, limit, taker)) {
    return refusal(ResultCode::kOverflow);
  }
  foundPrice_ = price;
  foundQuantity_ = open;
  Icebergs::leave(*this, own, order);
  if (takes && !slides) {
    if (taker.selfTrade == SelfTrade::kNone && other.hidden() == 0) {
      open = take(other, limit, taker, outcomes);
    } else {
      open = SelfTradeRule::take(*this, other, limit, taker, outcomes);
      foundQuantity_ -= takePrevented();
    }
    if (open == 0) {
      own.forget();
      index_.remove(orderId);
      orders_.release(order);
      return 0;
    }
    orders_.addFilled(order, foundQuantity_ - open);
  }
  own.enter(levels_, own.key(price), order, open);
  Icebergs::moved(*this, order, outcomes);
  assert(auction_ || !isCrossed());
  return open;
}

ResultCode OrderBook::setState(SymbolState next) {
  if (next == state_) {
    return ResultCode::kAlreadyInState;
  }
  return enter(next) ? ResultCode::kOk : ResultCode::kBookCrossed;
}

bool OrderBook::enter(SymbolState next) {
  if (!command::symbol_state::mayCross(next) && isCrossed()) {
    return false;
  }
  state_ = next;
  auction_ = next == SymbolState::kAuction;
  const bool isBare = stops_ == nullptr && timed_ == nullptr;
  plain_ = next == SymbolState::kContinuous && isBare && spec_.limits.isNone();
  return true;
}

void OrderBook::update(const command::SymbolSpec& spec) {
  spec_ = spec;
  // Its state stays, but limits decide whether orders are judged.
  static_cast<void>(enter(state_));
}

i64 OrderBook::openOf(i64 orderId, i64 userId) {
  const u32 order = index_.get(orderId);
  if (order != 0 && orders_.user(order) == userId) {
    return orders_.open(order);
  }
  return stops_ == nullptr ? 0 : stops_->openOf(orderId, userId);
}

int OrderBook::sideOf(i64 orderId, i64 userId) {
  const u32 order = index_.get(orderId);
  if (order != 0 && orders_.user(order) == userId) {
    return static_cast<int>(orders_.side(order));
  }
  return stops_ == nullptr ? -1 : stops_->sideOf(orderId, userId);
}

bool OrderBook::isCrossed() const {
  const BookSide& bids = sides_[kBuy];
  const BookSide& asks = sides_[kSell];
  return !bids.isEmpty() && asks.crosses(asks.key(bids.key(bids.bestKey())));
}

ResultCode OrderBook::uncross(Outcomes& outcomes) {
  if (!auction_) {
    return ResultCode::kNotInAuction;
  }
  const CallAuction call = CallAuction::of(orders_, sides_[kBuy], sides_[kSell]);
  foundPrice_ = call.price;
  foundQuantity_ = call.volume;
  pair(call.price, call.volume, outcomes);
  lastPrice_ = call.volume == 0 ? lastPrice_ : call.price;
  return setState(SymbolState::kContinuous);
}

u32 OrderBook::tagOf(i64 orderId, i64 userId) {
  const u32 order = index_.get(orderId);
  if (order == 0) {
    return stops_ == nullptr ? 0 : stops_->tagOf(orderId, userId);
  }
  return orders_.user(order) != userId ? 0 : orders_.tag(order);
}

u32 OrderBook::find(i64 orderId, i64 userId) {
  const u32 order = index_.get(orderId);
  if (order == 0 || orders_.user(order) != userId) {
    return 0;
  }
  foundSide_ = static_cast<u8>(orders_.side(order));
  foundTag_ = orders_.tag(order);
  foundQuantity_ = orders_.open(order);
  return order;
}

bool OrderBook::overflows(const BookSide& own, i64 others, i64 limit, const NewOrder& order) const {
  const BookSide& other = sides_[own.code() ^ 1];
  return overflowing(others,
                     auction_ ? order.quantity : SelfTradeRule::restOf(*this, other, limit, order));
}

i64 OrderBook::take(BookSide& other, i64 limit, const NewOrder& order, Outcomes& outcomes) {
  i64 open = order.quantity;
  do {
    const i64 price = other.key(other.bestKey());
    const u32 level = other.bestLevel();
    u32 maker = levels_.head(level);
    const i64 before = open;
    i64 gone = 0;
    do {
      i64 lots = orders_.quantity(maker);
      const bool makerDone = lots <= open;
      if (!makerDone) {
        orders_.quantity(maker, lots - open);
        orders_.addFilled(maker, open);
        lots = open;
      }
      open -= lots;
      assert(lots > 0 && open >= 0);
      outcomes.trade({order.orderId, orders_.id(maker), order.userId, orders_.user(maker), price,
                      lots, order.tag, orders_.tag(maker), Outcome::kTrade,
                      flagsOf(makerDone, open == 0), static_cast<u8>(other.code() ^ 1), 0,
                      symbol_});
      if (makerDone) {
        maker = bury(maker);
        gone++;
      }
    } while (open > 0 && maker != 0);
    lastPrice_ = price;
    other.consume(levels_, level, maker, before - open, gone);
  } while (open > 0 && other.crosses(limit));
  return open;
}

void OrderBook::pair(i64 price, i64 volume, Outcomes& outcomes) {
  BookSide& bids = sides_[kBuy];
  BookSide& asks = sides_[kSell];
  for (i64 left = volume; left > 0;) {
    const u32 bid = bids.bestLevel();
    const u32 ask = asks.bestLevel();
    const u32 buy = levels_.head(bid);
    const u32 sell = levels_.head(ask);
    const i64 buyOpen = orders_.open(buy);
    const i64 sellOpen = orders_.open(sell);
    const i64 lots = std::min({buyOpen, sellOpen, left});
    assert(lots > 0 && bids.key(bids.bestKey()) >= price && asks.key(asks.bestKey()) <= price);
    outcomes.trade({orders_.id(buy), orders_.id(sell), orders_.user(buy), orders_.user(sell), price,
                    lots, orders_.tag(buy), orders_.tag(sell), Outcome::kTrade,
                    static_cast<u8>(Outcome::kAuction | flagsOf(lots == sellOpen, lots == buyOpen)),
                    kBuy, 0, symbol_});
    fillHead(bids, bid, buy, lots);
    fillHead(asks, ask, sell, lots);
    left -= lots;
  }
}

void OrderBook::fillHead(BookSide& side, u32 level, u32 order, i64 lots) {
  const i64 open = orders_.quantity(order);
  orders_.addFilled(order, lots);
  if (orders_.hidden(order) != 0) {
    Icebergs::takeOff(*this, side, order, lots);
  } else if (lots == open) {
    side.consume(levels_, level, bury(order), lots, 1);
  } else {
    orders_.quantity(order, open - lots);
    side.consume(levels_, level, order, lots, 0);
  }
}

u32 OrderBook::bury(u32 order) {
  const u32 next = orders_.next(order);
  index_.remove(orders_.id(order));
  orders_.release(order);
  return next;
}

void OrderBook::leave(i64 orderId, u8 reason, Outcomes& outcomes) {
  if (stops_ != nullptr && stops_->leave(orderId, reason, outcomes)) {
    return;
  }
  const i64 user = userOf(orderId);
  const i64 lots = cancel(orderId, user);
  outcomes.change(Outcome::change(Outcome::kRelease, symbol_, foundSide_, reason, orderId, user,
                                  foundPrice_, lots, 0, foundTag_));
}

}  // namespace tandem::matching
