#pragma once

#include <algorithm>

#include "tandem/command/held_price.hpp"
#include "tandem/matching/order_book.hpp"

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

/** Has the order of a PLACE take; what is left of it is cancelled. */
inline void place(command::Command& c, OrderBook& book) {
  using command::ResultCode;
  if (!admits(c, book)) {
    return;
  }
  if (book.isLive(c.orderId)) {
    c.reject(ResultCode::kDuplicateOrderId);
    return;
  }
  const i64 limit = limitOf(c.side, c.price, book);
  const i64 rest =
      book.match({c.side, c.terms, c.holdTag, limit, c.quantity, c.orderId, c.userId}, c.outcomes);
  c.result = ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = limit;
  c.filledQuantity = c.quantity - rest;
  c.releasedQuantity = rest;
}

}  // namespace tandem::matching::market_rule
