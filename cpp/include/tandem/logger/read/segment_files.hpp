#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/read/log_segment_image.hpp"

namespace tandem::logger {

/**
 * The files of one segment. They change while they are read: a plain file is sealed, compressed,
 * cut and deleted; then they are looked for again.
 */
class SegmentFiles {
 public:
  using OfRun = std::map<std::int64_t, SegmentFiles>;

  /** The segments of files and of directories: for each run, those of its numbers. */
  static std::map<std::string, OfRun> find(std::span<const std::string> paths);

  /** The log files of a directory, by their names. Throws wal::IoException. */
  static std::vector<std::string> list(const std::string& directory);

  /** Whether all segments of the run were requested, so that a missing one is a gap. */
  bool isListed() const { return listed_; }

  /** The segments that the run has now. */
  OfRun lookForRun() const;

  /**
   * Where the later segments of the run that are not closed end, by number; of a run that is over
   * none, for no more is written there. The last one is looked at first: where one has records,
   * those before it are closed.
   */
  std::map<std::int64_t, std::int64_t> laterEnds() const;

  /** Whether nobody writes to the segment any more. */
  bool isRunOver() const;

  /** The name that a segment of this run has, or would have. */
  std::string nameOf(std::int64_t number) const;

  /**
   * Reads the segment as it is now; none if all of its files are gone.
   *
   * Throws LogException if it is sealed or compressed; wal::IoException.
   */
  std::optional<LogSegmentImage> open();

 private:
  SegmentFiles(std::string directory, std::optional<FileNames::Parts> parts, bool listed)
      : directory_(std::move(directory)), parts_(std::move(parts)), listed_(listed) {}

  void add(const std::string& file, const std::optional<FileNames::Parts>& parts);

  std::string directory_;
  /** Of one of the files; none if its name is none of a log file. */
  std::optional<FileNames::Parts> parts_;
  /** Whether all segments of the directory were requested, and not only some files. */
  bool listed_;
  std::string plain_;
  /** One of them; empty if there is none. */
  std::string sealed_;
};

}  // namespace tandem::logger
