#pragma once

#include <limits>

#include "tandem/command/command.hpp"
#include "tandem/command/post_only.hpp"
#include "tandem/matching/order_book.hpp"

/** What becomes of an order that must not take. */
namespace tandem::matching::post_only_rule {

/**
 * The price in ticks at which an order of this code of post only and so many open lots rests, which
 * would take from the other side; negative: a refusal, as the commands of an OrderBook return it.
 */
inline i64 priceOf(u8 code, i64 lots, const BookSide& other, const command::SymbolSpec& spec) {
  using command::ResultCode;
  // One tick in front of the best. What is then no price is 0 or, by overflow, negative.
  const i64 price =
      code == command::kSlide ? other.key(static_cast<i64>(bitsOf(other.bestKey()) - 1)) : 0;
  if (price <= 0) {
    return -static_cast<i64>(ResultCode::kWouldTake);
  }
  // A sell is worth more at the price that it slides to.
  if (spec.limits.isWorthTooMuch(price, lots, spec.tickScale)) {
    return -static_cast<i64>(ResultCode::kNotionalTooLarge);
  }
  return lots > std::numeric_limits<i64>::max() / spec.tickScale / price
             ? -static_cast<i64>(ResultCode::kOverflow)
             : price;
}

/**
 * The price in ticks at which an order of this code of post only, side and so many open lots comes
 * to rest at the price of a command, if it rests; negative: a refusal.
 */
inline i64 priceOf(const command::Command& c, u8 code, i64 lots, const OrderBook& book, u8 side) {
  const bool takes = !command::symbol_state::mayCross(book.state()) && book.crosses(side, c.price);
  return takes && code != 0 ? priceOf(code, lots, book.side(static_cast<u8>(side ^ 1)), book.spec())
                            : c.price;
}

/** Lets the order of a PLACE rest, which must not take, by this code of post only. */
inline void place(command::Command& c, OrderBook& book, u8 code) {
  using command::ResultCode;
  if (book.isLive(c.orderId)) {
    c.reject(ResultCode::kDuplicateOrderId);
    return;
  }
  const i64 price = priceOf(c, code, c.quantity, book, c.side);
  const i64 lots =
      price < 0 ? price
                : book.insert({c.side, c.terms, c.holdTag, price, c.quantity, c.orderId, c.userId});
  if (lots < 0) {
    c.reject(static_cast<ResultCode>(-lots));
    return;
  }
  book.modes(c.orderId, code, command::SelfTrade::kNone);
  c.result = ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = price;
  c.openQuantity = lots;
}

}  // namespace tandem::matching::post_only_rule
