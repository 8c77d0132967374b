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
  /** Good till date: as GTC, until a time, which this version of the protocol cannot name. */
  kGtd = 4,
};

}  // namespace tandem::client::wire
