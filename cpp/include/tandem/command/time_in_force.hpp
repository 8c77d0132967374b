#pragma once

#include <string_view>

#include "tandem/command/integers.hpp"

namespace tandem::command {

/** How long an order lives, FIX's field 59; its code is a part of an order's terms. */
enum class TimeInForce : u8 {
  /** Good till cancelled: what is not filled at once rests in the book. */
  kGtc = 0,
  /** Immediate or cancel: what is not filled at once is cancelled. Refused in a call auction. */
  kIoc = 1,
  /** Fill or kill: filled whole at once, or cancelled whole. Refused in a call auction. */
  kFok = 2,
  /** Good for the day: as GTC, until an END_SESSION of its symbol ends it. */
  kDay = 3,
  /** Good till date: as GTC, until the time that the order names. */
  kGtd = 4,
  /**
   * Good for the auction: taken during a call auction alone. It trades in the uncross, and what is
   * left of it leaves with the end of the auction.
   */
  kAtAuction = 5,
};

inline constexpr u8 kGtc = static_cast<u8>(TimeInForce::kGtc);
inline constexpr u8 kIoc = static_cast<u8>(TimeInForce::kIoc);
inline constexpr u8 kFok = static_cast<u8>(TimeInForce::kFok);
inline constexpr u8 kDay = static_cast<u8>(TimeInForce::kDay);
inline constexpr u8 kGtd = static_cast<u8>(TimeInForce::kGtd);
inline constexpr u8 kAtAuction = static_cast<u8>(TimeInForce::kAtAuction);

/** The names by their codes. */
inline constexpr std::string_view kTimesInForce[] = {"GTC", "IOC", "FOK",
                                                     "DAY", "GTD", "AT_AUCTION"};

}  // namespace tandem::command
