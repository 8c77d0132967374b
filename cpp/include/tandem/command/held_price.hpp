#pragma once

#include "tandem/command/command.hpp"

/**
 * The price that is held for an order which comes without one: the same for risk, which holds
 * before the book is known, and for matching.
 */
namespace tandem::command::held_price {

/** It has none, and needs one: kLimitRequired. */
inline constexpr i64 kNone = -1;

/**
 * The price in ticks of a PLACE that names none; 0: a sell of which the lots are held, whatever
 * they bring; or kNone.
 */
inline i64 of(const CommandInput& c, const SymbolSpec& spec) {
  return c.side == kBuy || spec.protectionPoints == 0 ? kNone : 0;
}

}  // namespace tandem::command::held_price
