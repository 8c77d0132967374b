#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::risk {

/** Finds the risk stage's handle of a live order without an index of the risk stage's own. */
class OrderFinder {
 public:
  virtual ~OrderFinder() = default;
  /** The tag that matching was given with a live order of this user in this symbol, or 0. */
  virtual u32 tagOf(i64 userId, i32 symbol, i64 orderId) const = 0;
};

}  // namespace tandem::risk
