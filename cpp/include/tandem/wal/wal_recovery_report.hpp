#pragma once

#include <cstdint>
#include <string>

namespace tandem::wal {

/** What was found when a log was opened or walked over. */
struct WalRecoveryReport {
  /** Of the oldest record that is kept; -1 if there is none. */
  std::int64_t firstSequence = -1;
  /** Of the newest record that is kept; -1 if there never was one. */
  std::int64_t lastSequence = -1;
  /** Kept and checked; fewer than first to last where a mode skips segments. */
  std::int64_t records = 0;
  /** Of the records that were checked, with their headers. */
  std::int64_t bytes = 0;
  /** Files that hold records. */
  int segments = 0;
  /** Whether the log had been closed. */
  bool clean = false;
  /** At the tail, as far as they could be distinguished. */
  std::int64_t droppedRecords = 0;
  /** At the tail, from the first bad byte to the last byte of a record of this log. */
  std::int64_t droppedBytes = 0;
  /** Why the tail was dropped; empty if nothing was. */
  std::string reason;
  /** Why it is not certain that these are all records the log had; empty if it is. */
  std::string doubt;

  /** Whether it is certain which segments the log had, so that none is missing unnoticed. */
  bool certain() const { return doubt.empty(); }

  /** Whether a torn or never synced tail was dropped. */
  bool repaired() const { return !reason.empty(); }
};

}  // namespace tandem::wal
