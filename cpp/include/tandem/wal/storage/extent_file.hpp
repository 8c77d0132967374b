#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "tandem/wal/format/log_extent.hpp"
#include "tandem/wal/storage/log_files.hpp"

namespace tandem::wal {

/** What a directory says of which segments there are. */
struct ReadExtent {
  /** Bytes of the file; 0 if it is not there. */
  std::size_t fileBytes = 0;
  /** Nothing if there is none, or neither copy is whole. */
  std::optional<LogExtent> newest;
  /** Whether each of the two copies is whole. */
  bool whole[2] = {false, false};
};

/**
 * Reads and changes the LogExtent of a log. A change is durable when a call returns. It overwrites
 * what is there, one copy after the other, so it needs no room on a full disk. One thread at a
 * time.
 */
class ExtentFile {
 public:
  /**
   * Reads that of a directory.
   *
   * Throws WalCorruptedException if it is of a version that is not known; IoException.
   */
  static ReadExtent read(const std::filesystem::path& directory);

  /** That of a new log, made before its first segment; or one made anew, over what is left of it.
   */
  static ExtentFile create(const std::filesystem::path& directory, LogFiles& files,
                           const LogExtent& first);

  /** That of a log that was there. What was read may never have reached the device: change it. */
  ExtentFile(std::filesystem::path directory, LogFiles& files, const LogExtent& read);

  const LogExtent& now() const { return now_; }

  /** Changes the numbers of the oldest segment kept and of one that was begun. Throws IoException.
   */
  void change(std::int64_t first, std::int64_t last);

  /** Segments below are about to go. Throws IoException. */
  void keepFrom(std::int64_t first);

 private:
  std::filesystem::path directory_;
  LogFiles* files_;
  LogExtent now_;
};

}  // namespace tandem::wal
