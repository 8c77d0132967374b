#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * When and at which price an order trades, FIX's field 40; its code is a part of an order's terms.
 * Codes 1, 2, 3, 5 and 7 are kept for types that the exchange does not have yet.
 */
enum class OrderType : u8 {
  /** At its price or a better one. */
  kLimit = 0,
  /** Sleeps until a trade at its trigger price or beyond, a buy above and a sell below. */
  kStopLimit = 4,
  /** Sleeps until a trade at its trigger price or beyond, a buy below and a sell above. */
  kTakeProfitLimit = 6,
};

/** The name of a type that is known. */
constexpr const char* nameOf(OrderType type) {
  return type == OrderType::kLimit       ? "LIMIT"
         : type == OrderType::kStopLimit ? "STOP_LIMIT"
                                         : "TAKE_PROFIT_LIMIT";
}

}  // namespace tandem::command
