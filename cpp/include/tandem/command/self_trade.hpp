#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * What becomes of an order that would trade with another one of its own user, as it enters, is
 * triggered or moved. The order that takes decides; what the resting one says does not matter.
 */
enum class SelfTrade : u8 {
  /** Orders of one user trade with each other. */
  kNone,
  /** What is left of the order that takes is cancelled. */
  kCancelNewest,
  /** The resting order is cancelled, and the other one continues to take. */
  kCancelOldest,
  /** What is left of both orders is cancelled. */
  kCancelBoth,
  /** The open lots of the smaller of the two are taken off both, without a trade. */
  kDecrement,
};

}  // namespace tandem::command
