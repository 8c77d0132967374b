#pragma once

#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::risk {

/** An amount of one currency, in its smallest units. */
struct Balance {
  i32 currency;
  /** May be spent. */
  i64 available;
  /** Reserved for live orders. */
  i64 held;
};

/** One user at one point of the command stream. */
struct UserState {
  i64 userId;
  /** Whether new orders and moves are refused. */
  bool suspended;
  /** Number of live orders. */
  i32 openOrders;
  /** What the user owns, by rising currency id; currencies with nothing are left out. */
  std::vector<Balance> balances;
};

/**
 * All of one currency at one point of the command stream, in its smallest units. Money is neither
 * made nor lost: available + held + fees == supply, always. Each risk shard knows the whole supply
 * and its own part of the rest.
 */
struct CurrencyTotals {
  i32 currency;
  i64 available;
  i64 held;
  i64 fees;
  i64 supply;
};

}  // namespace tandem::risk
