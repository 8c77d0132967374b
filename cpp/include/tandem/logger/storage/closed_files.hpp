#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/retention_policy.hpp"

namespace tandem::logger {

/**
 * Closed files: deletes what RetentionPolicy does not keep, also of runs that are over, of both
 * languages. Files of other living runs are left to them. For one thread at a time.
 */
class ClosedFiles {
 public:
  using Moment = std::chrono::system_clock::time_point;

  struct Closed {
    std::filesystem::path path;
    FileNames::Parts parts;
    std::int64_t bytes;
    /** When it was closed, as near as the file shows. */
    Moment modified;
  };

  /**
   * @param name of the stores whose files are looked at
   */
  ClosedFiles(std::filesystem::path directory, std::string name, std::string run,
              const RetentionPolicy& keep)
      : directory_(std::move(directory)),
        name_(std::move(name)),
        run_(std::move(run)),
        keep_(keep) {}

  /**
   * Deletes what is not to be kept. Throws wal::IoException or std::filesystem::filesystem_error.
   *
   * @param firstLive number of the first segment of this run that is not closed
   */
  void applyRetention(std::int64_t firstLive);

  /** Files deleted so far. */
  std::int64_t deleted() const { return deleted_; }

  /**
   * Of closed files, those that are not kept, the oldest first: whole segments, and in each run all
   * that are older than the first of them, so that no reader finds a gap.
   */
  static std::vector<std::filesystem::path> doomed(std::vector<Closed> files,
                                                   const RetentionPolicy& keep, Moment now);

 private:
  std::vector<Closed> list(std::int64_t firstLive) const;

  const std::filesystem::path directory_;
  const std::string name_;
  const std::string run_;
  const RetentionPolicy keep_;
  std::int64_t deleted_ = 0;
};

}  // namespace tandem::logger
