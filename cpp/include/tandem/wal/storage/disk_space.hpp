#pragma once

#include <cstdint>
#include <filesystem>

#include "tandem/wal/wal_config.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

/** What the disk of a log has left, after what is to be left for others. Any thread may call. */
class DiskSpace {
 public:
  DiskSpace(std::filesystem::path directory, const WalConfig& config);

  /**
   * Passes if so many bytes can be added.
   *
   * @param freed bytes that are free before that, beside those that are now
   * Throws WalException saying how many are missing.
   */
  void check(std::int64_t bytes, std::int64_t freed) const;

  /** As check, with the error that the system would give. */
  void checkGrowth(std::int64_t bytes) const;

  /** Whether an error says that the disk has no room for so many bytes. */
  bool isFull(const IoException& failure, std::int64_t bytes) const;

  /** Where a directory is, or is going to be made. */
  static std::filesystem::path nearest(const std::filesystem::path& directory);

 private:
  std::filesystem::path directory_;
  LogFiles* files_;
  std::int64_t reserveBytes_;
};

}  // namespace tandem::wal
