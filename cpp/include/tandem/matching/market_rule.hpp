#pragma once

#include <algorithm>
#include <limits>

#include "tandem/command/held_price.hpp"
#include "tandem/matching/self_trade_rule.hpp"

/** How an order takes that is no limit order: at the prices that are there, within bounds. */
namespace tandem::matching::market_rule {

/** Whether the order of a PLACE has a limit or needs none; else it is refused. */
inline bool admits(command::Command& c, const OrderBook& book) {
  if (c.price != 0 || c.type != command::type::kPlace ||
      command::held_price::of(c, book.spec()) >= 0) {
    return true;
  }
  c.reject(command::ResultCode::kLimitRequired);
  return false;
}

/**
 * Narrows a limit in ticks to the protection points behind the best opposite price. 0: a sell has
 * none.
 */
inline i64 limitOf(u8 side, i64 limit, const OrderBook& book) {
  const BookSide& other = book.side(static_cast<u8>(side ^ 1));
  const i64 points = book.spec().protectionPoints;
  if (points == 0 || other.isEmpty()) {
    return std::max(i64{1}, limit);
  }
  const i64 best = other.key(other.bestKey());
  if (side == command::kSell) {
    return std::max({limit, i64{1}, best - points});
  }
  // A sum that does not fit is behind every limit.
  return best > limit - points ? limit : best + points;
}

/** Lets what is left rest, unless it is worth too much there, or its side has no room. */
inline bool rests(const command::Command& c, OrderBook& book, i64 lots) {
  const i64 price = book.lastPrice();
  const command::SymbolSpec& spec = book.spec();
  return lots <= std::numeric_limits<i64>::max() / spec.tickScale / price &&
         !spec.limits.isWorthTooMuch(price, lots, spec.tickScale) &&
         book.insert({c.side, c.terms, c.holdTag, price, lots, c.orderId, c.userId}) > 0;
}

/**
 * Has an order buy at each price as many lots as what is left of its budget pays, best price first.
 * It ends where no lot can be paid any more: at a worse price neither. Lots that its mode of
 * self-trades takes off it are off its budget, too.
 */
inline void spend(command::Command& c, OrderBook& book, i64 budget) {
  const BookSide& other = book.side(static_cast<u8>(c.side ^ 1));
  const command::SymbolSpec& spec = book.spec();
  const i64 limit = limitOf(c.side, c.price == 0 ? std::numeric_limits<i64>::max() : c.price, book);
  const command::SelfTrade mode = SelfTradeRule::modeOf(c);
  i64 left = budget;
  i64 open = 0;
  do {
    const i64 price = other.crosses(other.key(limit)) ? other.key(other.bestKey()) : 0;
    const i64 lots = price == 0 ? 0 : spec.limits.inSteps(left / spec.tickScale / price);
    if (lots == 0) {
      break;
    }
    open = book.match({c.side, c.terms, c.holdTag, price, lots, c.orderId, c.userId, mode},
                      c.outcomes);
    left -= (lots - open) * price * spec.tickScale;
    c.filledQuantity += lots - open - book.takePrevented();
  } while (open != 0);
  c.result = command::ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = limit;
}

/**
 * Has the order of a PLACE take, which nothing refuses. What is left of it is cancelled, or rests
 * at the price of its last trade.
 */
inline void take(command::Command& c, OrderBook& book) {
  if (c.quantity == 0) {
    return spend(c, book, c.instructions.get()->budget());
  }
  const i64 limit = limitOf(c.side, command::held_price::of(c, book.spec()), book);
  const i64 rest = book.match({c.side, c.terms, c.holdTag, limit, c.quantity, c.orderId, c.userId,
                               SelfTradeRule::modeOf(c)},
                              c.outcomes);
  c.result = command::ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = limit;
  c.filledQuantity = c.quantity - rest - book.takePrevented();
  if (rest != 0 && c.filledQuantity != 0 && command::order_terms::rests(c.terms) &&
      rests(c, book, rest)) {
    c.orderPrice = book.lastPrice();
    c.openQuantity = rest;
    book.addFilled(c.orderId, c.filledQuantity);
  } else {
    c.releasedQuantity = rest;
  }
}

/** The same of an order that may be refused. */
inline void place(command::Command& c, OrderBook& book) {
  if (!admits(c, book)) {
    return;
  }
  if (book.isLive(c.orderId)) {
    c.reject(command::ResultCode::kDuplicateOrderId);
    return;
  }
  take(c, book);
}

}  // namespace tandem::matching::market_rule
