#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "tandem/wal/format/log_extent.hpp"
#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/storage/extent_file.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

/** What is wrong with which segments a log has, in words. */
struct ExtentDamage {
  /** That there are segments, but no extent to be read. */
  static WalCorruptedException lost(const ReadExtent& read);

  /**
   * That one of the two copies is not whole: a crash leaves that, or damage, and the next opening
   * writes both. Nothing if both are, or none is.
   */
  static std::optional<WalCorruptedException> halfLost(const ReadExtent& read);

  /** That a segment is not there which the extent says is. */
  static WalCorruptedException missing(const LogExtent& extent,
                                       const std::filesystem::path& directory, std::int64_t number);

  static WalCorruptedException missing(const std::filesystem::path& directory, std::int64_t number,
                                       std::int64_t sequence, const std::string& found);

  /**
   * The error for a missing segment after a segment whose end mark says that another follows.
   *
   * @param sequence of the record it begins with
   */
  static WalCorruptedException missingBehind(const SegmentImage& rolled, std::int64_t sequence);

  /**
   * That the first segment that is kept has no first record, though there were segments before it:
   * they are given up only when the device holds that record.
   *
   * @param found in its place
   */
  static WalCorruptedException beginningLost(const SegmentImage& image, const std::string& found);

  /** Passes a segment of this log; throws WalCorruptedException if it is of another. */
  static void check(const LogExtent& extent, const SegmentImage& image);

  /** That a record was in a segment that was given up. */
  static WalGapException gap(const LogExtent& extent, const std::filesystem::path& directory,
                             std::int64_t wanted);

  /** An extent that says what segments there are themselves; at least one. */
  static LogExtent madeOf(const SegmentFiles& segments);
};

}  // namespace tandem::wal
