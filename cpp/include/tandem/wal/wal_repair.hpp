#pragma once

#include <filesystem>

#include "tandem/wal/storage/log_files.hpp"
#include "tandem/wal/wal_recovery_report.hpp"

namespace tandem::wal {

/** Repairs the tail of a log without appending to it. Any thread may call. */
struct WalRepair {
  /**
   * Does what every opening for writing does: drops the torn or never synced tail, reported by the
   * result, ends the last segment behind the last whole record, forces it, and deletes segments
   * that were never finished. It makes no segment, so it needs no room on the disk. No record
   * before the tail is touched, and damage there is an error that leaves every file of it as it is,
   * but for the process id in the lock file.
   *
   * If the file is lost that lists the segments, it is written anew from the segments that exist.
   * WalRecoveryReport::doubt says so: a segment may then be missing before the first one, or behind
   * a closed one, and this cannot be known, now or later.
   *
   * Throws WalLockedException if a writer has the directory; WalCorruptedException if there is
   * damage that a crash does not explain; WalException if the directory is not a log's, or on an
   * I/O error.
   */
  static WalRecoveryReport repair(const std::filesystem::path& directory,
                                  LogFiles& files = LogFiles::system());
};

}  // namespace tandem::wal
