#pragma once

#include <algorithm>

#include "tandem/command/symbol_spec.hpp"

/**
 * Checked arithmetic on amounts, which are never negative. What does not fit in 63 bits is
 * kOverflow; operations pass it on, so that a sum of products is checked once, at its end.
 */
namespace tandem::risk::money {

/** Not an amount: the true value does not fit. */
inline constexpr i64 kOverflow = -1;

/** a * b; either may be kOverflow. */
constexpr i64 multiply(i64 a, i64 b) {
  i64 product = 0;
  return (a | b) < 0 || __builtin_mul_overflow(a, b, &product) ? kOverflow : product;
}

/** a + b; either may be kOverflow. */
constexpr i64 add(i64 a, i64 b) {
  i64 sum = 0;
  return (a | b) < 0 || __builtin_add_overflow(a, b, &sum) ? kOverflow : sum;
}

/** What so many lots at so many ticks cost, in units of the quote currency. */
constexpr i64 notional(const command::SymbolSpec& spec, i64 price, i64 quantity) {
  const i64 lots = multiply(price, quantity);
  return spec.tickScale == 1 ? lots : multiply(lots, spec.tickScale);
}

/** The fee on a trade's amount, rounded down; never above the amount. */
constexpr i64 feeDown(i64 amount, i64 ppm) {
  constexpr i64 whole = command::SymbolSpec::kPpm;
  // In two parts, exactly: the product of the whole may need 83 bits.
  return ppm == 0 ? 0 : amount / whole * ppm + amount % whole * ppm / whole;
}

/** The fee to reserve for an amount: rounded up, so that it covers any split into trades. */
constexpr i64 feeUp(i64 amount, i64 ppm) {
  constexpr i64 whole = command::SymbolSpec::kPpm;
  return ppm == 0 ? 0 : amount / whole * ppm + (amount % whole * ppm + whole - 1) / whole;
}

/** The most that spending an amount can cost, in the quote currency; or kOverflow. */
constexpr i64 withFee(const command::SymbolSpec& spec, i64 amount) {
  return add(amount, feeUp(amount, std::max(spec.makerFeePpm, spec.takerFeePpm)));
}

/** The most that an order can cost its user, in its hold currency; or kOverflow. */
constexpr i64 requirement(const command::SymbolSpec& spec, bool buy, i64 price, i64 quantity) {
  const i64 cost = notional(spec, price, quantity);
  const i64 fee = feeUp(cost, std::max(spec.makerFeePpm, spec.takerFeePpm));
  const i64 money = add(cost, fee);
  const i64 lots = multiply(quantity, spec.lotScale);
  // Both, then one of them: which side it is cannot be predicted.
  const i64 need = buy ? money : lots;
  return cost < 0 ? kOverflow : need;
}

}  // namespace tandem::risk::money
