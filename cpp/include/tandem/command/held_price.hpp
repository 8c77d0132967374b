#pragma once

#include <algorithm>
#include <limits>

#include "tandem/command/command.hpp"

/**
 * The price at which an order is held for: its own, or for one that comes without what the symbol
 * says. The same for risk, which holds before the book is known, and for matching.
 */
namespace tandem::command::held_price {

/** It has none, and needs one: kLimitRequired. */
inline constexpr i64 kNone = -1;

/**
 * The price in ticks of a PLACE; 0: a sell of which the lots are held, whatever they bring, or a
 * buy with a budget; or kNone.
 */
inline i64 of(const CommandInput& c, const SymbolSpec& spec) {
  if (c.price != 0) {
    return c.price;
  }
  const i64 points = spec.protectionPoints;
  const bool buy = c.side == kBuy;
  if (c.quantity == 0) {
    return 0;
  }
  if (points == 0) {
    return kNone;
  }
  if (!order_terms::hasTrigger(c.terms)) {
    return buy ? kNone : 0;
  }
  if (order_terms::trails(c.terms)) {
    // Where it will be triggered nobody knows yet.
    return buy ? kNone : 1;
  }
  const i64 trigger = c.instructions.get()->triggerPrice();
  // A sum that does not fit is above every price.
  return buy ? trigger + std::min(points, std::numeric_limits<i64>::max() - trigger)
             : std::max(i64{1}, trigger - points);
}

}  // namespace tandem::command::held_price
