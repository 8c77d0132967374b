#pragma once

#include "tandem/command/integers.hpp"
#include "tandem/command/result_code.hpp"

namespace tandem::command {

/** How many lots an order of a symbol may have. Each limit is 0 where there is none. */
struct LotLimits {
  /** An order has a multiple of so many lots. */
  i64 lotStep = 0;
  /** The least lots of an order. */
  i64 minLots = 0;
  /** The most lots of an order; not below minLots. */
  i64 maxLots = 0;
  /** The most that price * lots * tick scale may come to, in units of the quote currency. */
  i64 maxValue = 0;

  /** Whether there is no limit. */
  constexpr bool isNone() const { return (lotStep | minLots | maxLots | maxValue) == 0; }

  /** Whether every limit is possible. */
  constexpr bool isValid() const {
    return (lotStep | minLots | maxLots | maxValue) >= 0 && (maxLots == 0 || maxLots >= minLots);
  }

  /** The most lots up to so many that are a multiple of the step. */
  constexpr i64 inSteps(i64 lots) const { return lotStep == 0 ? lots : lots - lots % lotStep; }

  /** Whether so many lots are a multiple of the step. */
  constexpr bool isInSteps(i64 lots) const { return lotStep == 0 || lots % lotStep == 0; }

  /** The limit that so many lots break, as a refusal; kPending if they break none. */
  constexpr ResultCode refusalOf(i64 lots) const {
    if (!isInSteps(lots)) {
      return ResultCode::kQuantityNotInSteps;
    }
    if (lots < minLots) {
      return ResultCode::kQuantityTooSmall;
    }
    return maxLots != 0 && lots > maxLots ? ResultCode::kQuantityTooLarge : ResultCode::kPending;
  }

  /** Whether so many lots at so many ticks, all at least 1, are worth more than they may be. */
  constexpr bool isWorthTooMuch(i64 price, i64 lots, i64 tickScale) const {
    // Rounded down twice is rounded down once, and no product can overflow.
    return maxValue != 0 && lots > maxValue / tickScale / price;
  }

  constexpr bool operator==(const LotLimits&) const = default;
};

}  // namespace tandem::command
