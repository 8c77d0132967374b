#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::ingress {

/**
 * Counts of the lanes of a running kernel. They are taken while it runs, so one may be a moment
 * older than another.
 */
struct LaneStatistics {
  /** Lanes that can be claimed at once. */
  u32 most;
  /** Lanes that take memory, because they were claimed once. */
  u32 made;
  /** Lanes that are claimed now. */
  u32 claimed;
  /** Commands in lanes, not yet sequenced. */
  i64 waiting;
  /** Times that a full lane was answered with at once. */
  i64 busy;
  /** Times that a producer waited for room in its lane. */
  i64 waits;
};

}  // namespace tandem::ingress
