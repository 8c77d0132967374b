#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "tandem/wal/format/log_extent.hpp"
#include "tandem/wal/format/record_cursor.hpp"
#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/format/tail_scan.hpp"
#include "tandem/wal/wal_exception.hpp"
#include "tandem/wal/wal_report.hpp"

namespace tandem::wal {

/**
 * Checks every record of a log, and continues behind damage where a later segment begins. It
 * changes nothing, takes no lock, and needs little memory: segments are read in parts. Of a log
 * that is being written it checks what is there as it comes by, and says that it is in use.
 */
class WalVerifier {
 public:
  /**
   * Reads a directory.
   *
   * Throws WalException if it is not a log's or cannot be read; never for damage.
   */
  static WalReport verify(const std::filesystem::path& directory);

 private:
  explicit WalVerifier(bool inUse) : inUse_(inUse) {}

  WalReport run(const std::filesystem::path& directory);
  std::optional<LogExtent> checkExtent(const std::filesystem::path& directory, bool anySegment);
  void addLeftover(std::int64_t number, const std::filesystem::path& file);
  void checkEnds(const std::filesystem::path& directory, const LogExtent& extent,
                 const SegmentFiles& files);
  void look(const std::filesystem::path& directory, const std::optional<LogExtent>& extent,
            const SegmentFiles& files);
  void check(std::size_t index);
  bool isClosedForGood(std::size_t index);
  void checkEnd(const SegmentImage& image, bool lastThere);
  void count();
  TailScan scanFrom(std::size_t index);
  WalReport::State judge(std::size_t index, bool used, const TailScan& scan);
  void add(const WalCorruptedException& damage, bool repaired = false);

  WalReport report_;
  std::vector<SegmentImage> images_;
  /** Sequence that the next segment has to begin with; -1 after damage. */
  std::int64_t expected_ = -1;
  /** The log ends in the segment that was checked last: those behind it were only prepared. */
  bool over_ = false;
  std::optional<LogExtent> extent_;
  RecordCursor cursor_{-1};
  /** A writer has the log. */
  const bool inUse_;
};

}  // namespace tandem::wal
