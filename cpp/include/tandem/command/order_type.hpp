#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * When and at which price an order trades, FIX's field 40; its code is a part of an order's terms.
 */
enum class OrderType : u8 {
  /** At its price or a better one. */
  kLimit = 0,
  /** At the prices that are there, within limit and protection points; never rests. */
  kMarket = 1,
  /** As a market order, but what is left rests at the price of its last trade. */
  kMarketToLimit = 2,
  /** Sleeps as a stop limit order, and is a market order then. */
  kStop = 3,
  /** Sleeps until a trade at its trigger price or beyond, a buy above and a sell below. */
  kStopLimit = 4,
  /** Sleeps as a take profit limit order, and is a market order then. */
  kTakeProfit = 5,
  /** Sleeps until a trade at its trigger price or beyond, a buy below and a sell above. */
  kTakeProfitLimit = 6,
  /** As a stop, but its trigger trails the best price since the order came. */
  kTrailingStop = 7,
};

/** The name of a type that is known. */
constexpr const char* nameOf(OrderType type) {
  switch (type) {
    case OrderType::kLimit:
      return "LIMIT";
    case OrderType::kMarket:
      return "MARKET";
    case OrderType::kMarketToLimit:
      return "MARKET_TO_LIMIT";
    case OrderType::kStop:
      return "STOP";
    case OrderType::kTakeProfit:
      return "TAKE_PROFIT";
    case OrderType::kStopLimit:
      return "STOP_LIMIT";
    case OrderType::kTakeProfitLimit:
      return "TAKE_PROFIT_LIMIT";
    default:
      return "TRAILING_STOP";
  }
}

/** Whether it sleeps until a trigger price is reached. */
constexpr bool hasTrigger(OrderType type) { return type >= OrderType::kStop; }

/** Whether what is not filled at once may rest in the book; else it never does. */
constexpr bool mayRest(OrderType type) {
  return type != OrderType::kMarket && type != OrderType::kStop && type != OrderType::kTakeProfit &&
         type != OrderType::kTrailingStop;
}

/** Whether it may come without a price. */
constexpr bool mayLackPrice(OrderType type) {
  return type == OrderType::kMarketToLimit || !mayRest(type);
}

}  // namespace tandem::command
