#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "tandem/wal/storage/disk_space.hpp"
#include "tandem/wal/storage/segment.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/**
 * Makes a segment: zero-filled from end to end, or of a retired one, with its header, forced,
 * renamed to its name, and the directory forced. One thread at a time.
 */
class SegmentMaker {
 public:
  /**
   * @param clock gives ns since 1970
   */
  SegmentMaker(std::filesystem::path directory, const WalConfig& config, std::int64_t logId,
               std::int64_t epoch, std::function<std::int64_t()> clock);

  /**
   * Makes one.
   *
   * @param old a file to make it of; an empty path makes it anew
   * Throws IoException; then no file with the name is there, if the disk lets it be deleted.
   */
  std::shared_ptr<Segment> make(std::int64_t number, const std::filesystem::path& old);

  /** Whether an error says that the disk has no room for a segment. */
  bool isFull(const IoException& failure) const { return space_.isFull(failure, segmentBytes_); }

 private:
  void zeroFill(LogFile& file, std::int64_t from);
  void giveUp(std::unique_ptr<LogFile>& file, const std::filesystem::path& name);

  std::filesystem::path directory_;
  LogFiles* files_;
  DiskSpace space_;
  std::int64_t logId_;
  std::int64_t epoch_;
  std::int64_t segmentBytes_;
  bool syncsOnRequest_;
  std::function<std::int64_t()> clock_;
};

}  // namespace tandem::wal
