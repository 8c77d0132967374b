#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * When and at which price an order trades, FIX's field 40; its code is a part of an order's terms.
 * Codes 2, 3, 5 and 7 are kept for types that the exchange does not have yet.
 */
enum class OrderType : u8 {
  /** At its price or a better one. */
  kLimit = 0,
  /** At the prices that are there, within limit and protection points; never rests. */
  kMarket = 1,
  /** Sleeps until a trade at its trigger price or beyond, a buy above and a sell below. */
  kStopLimit = 4,
  /** Sleeps until a trade at its trigger price or beyond, a buy below and a sell above. */
  kTakeProfitLimit = 6,
};

/** The name of a type that is known. */
constexpr const char* nameOf(OrderType type) {
  switch (type) {
    case OrderType::kLimit:
      return "LIMIT";
    case OrderType::kMarket:
      return "MARKET";
    case OrderType::kStopLimit:
      return "STOP_LIMIT";
    default:
      return "TAKE_PROFIT_LIMIT";
  }
}

/** Whether it sleeps until a trigger price is reached. */
constexpr bool hasTrigger(OrderType type) {
  return type == OrderType::kStopLimit || type == OrderType::kTakeProfitLimit;
}

/** Whether what is not filled at once may rest in the book; else it never does. */
constexpr bool mayRest(OrderType type) { return type != OrderType::kMarket; }

/** Whether it may come without a price. */
constexpr bool mayLackPrice(OrderType type) { return type == OrderType::kMarket; }

}  // namespace tandem::command
