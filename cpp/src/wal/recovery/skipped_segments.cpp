#include "tandem/wal/recovery/skipped_segments.hpp"

#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

std::vector<SegmentImage> SkippedSegments::with(const std::filesystem::path& directory,
                                                const LogWalk& walk,
                                                std::span<const SegmentImage> read) {
  std::vector<SegmentImage> all;
  if (!read.empty()) {
    const SegmentFiles files = SegmentNames::segments(directory);
    const auto end = files.lower_bound(read.front().header.number);
    for (auto file = files.lower_bound(walk.extent()->first); file != end; ++file) {
      try {
        all.push_back(SegmentImage::of(file->second, file->first));
      } catch (const WalCorruptedException&) {
        // Left out: a person may want to look at it until retention has passed it.
      }
    }
  }
  all.insert(all.end(), read.begin(), read.end());
  return all;
}

}  // namespace tandem::wal
