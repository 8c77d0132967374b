#pragma once

#include <array>
#include <cstdint>
#include <numeric>

#include "tandem/logger/log_level.hpp"

namespace tandem::logger {

/** What a store has done since it was opened. */
struct LogMetrics {
  /** Records that were reported to callers as written. */
  std::int64_t records = 0;
  /** Claimed in segments. */
  std::int64_t bytes = 0;
  /** Records not written for want of a segment, by level. */
  std::array<std::int64_t, RECORD_LEVELS> drops{};
  /** Segments that were closed. */
  std::int64_t rotations = 0;
  /** Closed files that the retention deleted, of this and other runs. */
  std::int64_t deleted = 0;
  /** Found in what earlier runs left, when this store was opened. */
  std::int64_t holes = 0;
  /** Attempts to make a segment that failed. */
  std::int64_t segmentFailures = 0;
  /** Other work that failed: ending, forcing or deleting a file. */
  std::int64_t failures = 0;

  /** Records dropped at any level. */
  std::int64_t dropped() const {
    return std::accumulate(drops.begin(), drops.end(), std::int64_t{0});
  }
};

}  // namespace tandem::logger
