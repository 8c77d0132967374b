#pragma once

#include <filesystem>

#include "tandem/snapshot/log_position.hpp"

namespace tandem::snapshot {

/** What the header of a snapshot says. */
struct SnapshotInfo {
  /** The snapshot's own directory. */
  std::filesystem::path directory;
  /** The last record of the log that the state includes. */
  LogPosition position;
  /** When it was written, nanoseconds since the epoch. */
  i64 createdNs = 0;
  /** Shards of the kernel that wrote it; 0 of risk: without risk. */
  u32 riskShards = 0;
  u32 matchingShards = 0;
  /** Event hash up to here. */
  u64 eventHash = 0;
  /** State hash of the state. */
  u64 stateHash = 0;
  /** Length of the file. */
  i64 bytes = 0;
};

}  // namespace tandem::snapshot
