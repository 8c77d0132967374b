#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "tandem/wal/wal_report.hpp"

namespace tandem::tool {

/**
 * Whether the snapshots beside a log go with it, by their names: a copy of a running exchange's
 * files may have each of them sound, and a start still refuses it.
 */
class SnapshotReach {
 public:
  /**
   * What is wrong, and the way out; empty if nothing is.
   *
   * @param first record that the log has; -1 if it has none
   * @param last record that the log has
   */
  static std::string problem(const std::filesystem::path& log, std::int64_t first,
                             std::int64_t last);

  /** The same of a log that was verified; empty also if it is damaged or in use. */
  static std::string problem(const std::filesystem::path& log, const wal::WalReport& report);
};

}  // namespace tandem::tool
