#pragma once

#include <chrono>

#include "tandem/snapshot/snapshot_info.hpp"

namespace tandem::snapshot {

/** What a snapshot took. */
struct SnapshotReport {
  /** What was written. */
  SnapshotInfo info;
  /** From the request until it is durable. */
  std::chrono::nanoseconds took;
};

}  // namespace tandem::snapshot
