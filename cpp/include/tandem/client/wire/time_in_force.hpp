#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::client::wire {

/** How long an order lives, by its code in a message. */
enum class TimeInForce : u8 {
  /** Good till cancelled: what is not filled at once rests in the book. */
  kGtc = 0,
  /** Immediate or cancel: what is not filled at once is cancelled. */
  kIoc = 1,
  /** Fill or kill: filled whole at once, or cancelled whole without a trade. */
  kFok = 2,
  /** Good for the day: as GTC, until the session of its symbol ends. */
  kDay = 3,
  /** Good till date: as GTC, until the expire time of a PlaceInstructed. */
  kGtd = 4,
  /** Good for the auction: taken during a call auction alone, and gone with the end of it. */
  kAtAuction = 5,
};

}  // namespace tandem::client::wire
