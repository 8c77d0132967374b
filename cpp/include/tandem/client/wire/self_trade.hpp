#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::client::wire {

/** What becomes of an order where it would trade with another one of its user, by its code. */
enum class SelfTrade : u8 {
  /** They trade. */
  kNone = 0,
  /** What is left of the order that takes is cancelled. */
  kCancelNewest = 1,
  /** The resting order is cancelled, and the other one continues to take. */
  kCancelOldest = 2,
  /** Both are cancelled. */
  kCancelBoth = 3,
  /** The open lots of the smaller of the two are taken off both, without a trade. */
  kDecrement = 4,
};

}  // namespace tandem::client::wire
