#pragma once

#include <algorithm>

#include "tandem/command/integers.hpp"

namespace tandem::matching {

/**
 * A trigger price to the millionth of a tick, as a product of two factors: so that an offset in ppm
 * is neither divided nor rounded where prices are compared. The second factor is at most 2 * kPpm.
 */
struct TriggerPrice {
  /** Millionths of a tick. */
  static constexpr u64 kPpm = 1'000'000;

  u64 base;
  u64 factor = kPpm;

  /** The one that trails a best price by an offset. */
  static constexpr TriggerPrice of(bool rise, i64 best, i64 offset, bool inPpm) {
    const auto from = static_cast<u64>(best);
    const auto behind = static_cast<u64>(offset);
    if (inPpm) {
      return {from, rise ? kPpm + behind : kPpm - behind};
    }
    return {rise ? from + behind : from - std::min(from, behind)};
  }

  /** The one at a price in ticks. */
  static constexpr TriggerPrice at(i64 ticks) { return {static_cast<u64>(ticks)}; }

  /** Below 0 if this one is lower than another one, 0 if they are equal, above 0 if it is higher.
   */
  constexpr int compare(const TriggerPrice& other) const {
    __extension__ using u128 = unsigned __int128;
    const u128 mine = u128{base} * factor;
    const u128 theirs = u128{other.base} * other.factor;
    return mine < theirs ? -1 : mine > theirs ? 1 : 0;
  }

  /** The first price in ticks that reaches it; 0 if none does. */
  constexpr i64 ticks(bool rise) const {
    const u64 part = base % kPpm * factor;
    const u64 whole = base / kPpm * factor + (rise ? (part + kPpm - 1) / kPpm : part / kPpm);
    return std::max(i64{0}, static_cast<i64>(whole));
  }
};

}  // namespace tandem::matching
