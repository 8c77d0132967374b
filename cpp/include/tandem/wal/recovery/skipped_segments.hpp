#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/recovery/log_walk.hpp"

namespace tandem::wal {

/** The segments that SKIP_OLDER_SEGMENTS did not read. */
struct SkippedSegments {
  /**
   * Those before the ones that were read, as far as their headers can be read, and these. Throws
   * IoException.
   */
  static std::vector<SegmentImage> with(const std::filesystem::path& directory, const LogWalk& walk,
                                        std::span<const SegmentImage> read);
};

}  // namespace tandem::wal
