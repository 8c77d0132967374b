#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::client::wire {

/** When and at which price an order trades, by its code in a message. */
enum class OrderType : u8 {
  /** At its price or a better one. */
  kLimit = 0,
  /** At the prices that are there; never rests. */
  kMarket = 1,
  /** As MARKET, but what is left rests at the price of its last trade. */
  kMarketToLimit = 2,
  /** Sleeps until a trade reaches its trigger price, then it is a MARKET order. */
  kStop = 3,
  /** Sleeps as STOP, then it is a LIMIT order. */
  kStopLimit = 4,
  /** As STOP, but a buy wakes below its trigger and a sell above. */
  kTakeProfit = 5,
  /** Sleeps as TAKE_PROFIT, then it is a LIMIT order. */
  kTakeProfitLimit = 6,
};

}  // namespace tandem::client::wire
