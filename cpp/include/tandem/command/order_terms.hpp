#pragma once

#include <cstdint>
#include <iterator>
#include <string>

#include "tandem/command/integers.hpp"
#include "tandem/command/order_type.hpp"
#include "tandem/command/time_in_force.hpp"

namespace tandem::command {

/**
 * The terms of an order as one byte, in a command and on disk: the code of its TimeInForce in the
 * low four bits, that of its OrderType in the high four. A limit order has just the code of its
 * time in force.
 */
namespace order_terms {

inline constexpr u32 kTypeShift = 4;
inline constexpr u8 kTimeMask = 0xf;

/** Whether these are terms that the exchange has. */
constexpr bool isKnown(u8 terms) {
  return terms >> kTypeShift == static_cast<u8>(OrderType::kLimit) &&
         (terms & kTimeMask) < std::size(kTimesInForce);
}

/** Whether what is not filled at once rests in the book; of known terms. */
constexpr bool rests(u8 terms) { return (terms & kTimeMask) == kGtc; }

/** Whether what is not filled at once is cancelled; of known terms. */
constexpr bool isImmediate(u8 terms) { return !rests(terms); }

/** Whether it is filled whole at once, or not at all; of known terms. */
constexpr bool isFillOrKill(u8 terms) { return (terms & kTimeMask) == kFok; }

/** The name of the time in force, or the number of terms that are not known. */
inline std::string nameOf(u8 terms) {
  return isKnown(terms) ? std::string(kTimesInForce[terms & kTimeMask])
                        : "type " + std::to_string(static_cast<std::int8_t>(terms));
}

/** The names of all times in force, for messages. */
inline std::string listed() {
  std::string text(kTimesInForce[0]);
  for (std::size_t i = 1; i < std::size(kTimesInForce); i++) {
    text += i + 1 == std::size(kTimesInForce) ? " or " : ", ";
    text += kTimesInForce[i];
  }
  return text;
}

}  // namespace order_terms
}  // namespace tandem::command
