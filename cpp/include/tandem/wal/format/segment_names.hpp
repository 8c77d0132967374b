#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tandem::wal {

/** Segment files by their numbers. */
using SegmentFiles = std::map<std::int64_t, std::filesystem::path>;

/** Names of the files of a log's directory. Any thread may call; a WalException names what failed.
 */
struct SegmentNames {
  static constexpr const char* LOCK = "wal.lock";
  static constexpr const char* EXTENT = "wal.extent";

  static std::filesystem::path segment(const std::filesystem::path& directory, std::int64_t number);

  /** Name of a segment until it is whole. */
  static std::filesystem::path unfinished(const std::filesystem::path& directory,
                                          std::int64_t number);

  /** Name of a segment that is out of the log, and waits for another use. */
  static std::filesystem::path spare(const std::filesystem::path& directory, std::int64_t number);

  /** The number in the name of a segment; nothing if it is another name. */
  static std::optional<std::int64_t> numberOf(const std::string& name);

  /** Segments by number. */
  static SegmentFiles segments(const std::filesystem::path& directory);

  /** Whether a directory holds a log, or what is left of one. */
  static bool isLog(const std::filesystem::path& directory);

  /** Segments that were never finished, or never used again. */
  static std::vector<std::filesystem::path> unfinished(const std::filesystem::path& directory);

  /** Passes if the directory may hold a log; throws if it holds files and none is a log's. */
  static void checkNotForeign(const std::filesystem::path& directory);
};

}  // namespace tandem::wal
