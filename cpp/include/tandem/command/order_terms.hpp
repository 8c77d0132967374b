#pragma once

#include <cstdint>
#include <iterator>
#include <string>

#include "tandem/command/integers.hpp"
#include "tandem/command/order_type.hpp"
#include "tandem/command/side.hpp"
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
/** A bit for each code of a time in force with which an order rests. */
inline constexpr u32 kResting =
    u32{1} << kGtc | u32{1} << kDay | u32{1} << kGtd | u32{1} << kAtAuction;
/** The terms of an order with a budget. */
inline constexpr u8 kMarketIoc = static_cast<u8>(OrderType::kMarket) << kTypeShift | kIoc;

/** The order type of these terms, which are known. */
constexpr OrderType typeOf(u8 terms) { return static_cast<OrderType>(terms >> kTypeShift); }

/** Whether these are terms that the exchange has. */
constexpr bool isKnown(u8 terms) {
  return typeOf(terms) <= OrderType::kTrailingStop &&
         (terms & kTimeMask) < std::size(kTimesInForce);
}

/** Whether it sleeps until a trigger price is reached; of known terms. */
constexpr bool hasTrigger(u8 terms) { return command::hasTrigger(typeOf(terms)); }

/** Whether these are terms of a limit order; of known terms. */
constexpr bool isLimit(u8 terms) { return terms <= kTimeMask; }

/** Whether an order may come without a price: of any terms, also of some that are not known. */
constexpr bool mayLackPrice(u8 terms) { return command::mayLackPrice(typeOf(terms)); }

/** Whether the time in force of these terms lets a rest stay, whatever the type. */
constexpr bool timeRests(u8 terms) { return (kResting >> (terms & kTimeMask) & 1) != 0; }

/** Whether the order is taken in a call auction alone, and ends with it; of known terms. */
constexpr bool isForAuction(u8 terms) { return (terms & kTimeMask) == kAtAuction; }

/** Whether these are terms of a limit order that is not for the auction; of known terms. */
constexpr bool isPlain(u8 terms) { return terms < kAtAuction; }

/** Whether order type and time in force exclude each other; of known terms. */
constexpr bool contradict(u8 terms) {
  if (isForAuction(terms) && !isLimit(terms)) {
    return true;
  }
  return typeOf(terms) == (timeRests(terms) ? OrderType::kMarket : OrderType::kMarketToLimit);
}

/**
 * Whether an order of these terms, which have a trigger, wakes when the price rises to it, and not
 * when it falls to it.
 */
constexpr bool wakesOnRise(u8 terms, u32 side) {
  const bool isTakeProfit =
      typeOf(terms) == OrderType::kTakeProfit || typeOf(terms) == OrderType::kTakeProfitLimit;
  return isTakeProfit == (side == kSell);
}

/** Whether its trigger trails the price; of any terms. */
constexpr bool trails(u8 terms) { return typeOf(terms) == OrderType::kTrailingStop; }

/** Whether its order type never lets it rest, whatever its time in force; of known terms. */
constexpr bool neverRests(u8 terms) { return !mayRest(typeOf(terms)); }

/** Whether what is not filled at once rests in the book; of known terms. */
constexpr bool rests(u8 terms) { return timeRests(terms) && mayRest(typeOf(terms)); }

/** Whether the order ends with the session of its symbol; of known terms. */
constexpr bool endsWithSession(u8 terms) { return (terms & kTimeMask) == kDay; }

/** Whether the order ends at a time that it names; of known terms. */
constexpr bool expires(u8 terms) { return (terms & kTimeMask) == kGtd; }

/** Whether what is not filled at once is cancelled; of known terms. */
constexpr bool isImmediate(u8 terms) { return !rests(terms); }

/** Whether it does anything at all only if it takes at once; of known terms. */
constexpr bool mustTake(u8 terms) {
  return isImmediate(terms) || typeOf(terms) == OrderType::kMarketToLimit;
}

/** Whether it is filled whole at once, or not at all; of known terms. */
constexpr bool isFillOrKill(u8 terms) { return (terms & kTimeMask) == kFok; }

/** The name of the time in force, behind that of another type than limit; or the number. */
inline std::string nameOf(u8 terms) {
  if (!isKnown(terms)) {
    return "type " + std::to_string(static_cast<std::int8_t>(terms));
  }
  const std::string time(kTimesInForce[terms & kTimeMask]);
  return isLimit(terms) ? time : command::nameOf(typeOf(terms)) + (" " + time);
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
