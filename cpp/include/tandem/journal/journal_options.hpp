#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>

#include "tandem/command/integers.hpp"
#include "tandem/wal/durability.hpp"
#include "tandem/wal/read_mode.hpp"

namespace tandem::journal {

/**
 * Where and how an exchange keeps its log and its snapshots.
 *
 * In the directory are the segments of the log, and snapshots/. An exchange that is started on a
 * directory with a log continues where that log ends.
 */
struct JournalOptions {
  /** Made if it is not there. */
  std::filesystem::path directory;

  /** How durable a command must be before it is answered. */
  wal::Durability durability = wal::Durability::SYNCED;

  /** Takes a snapshot whenever so many records were logged since the last one; 0: never. */
  i64 snapshotEvery = 0;

  /**
   * Takes a snapshot when so long has passed since the last one, if anything was logged; 0: never.
   */
  std::chrono::nanoseconds snapshotInterval{0};

  /** How many snapshots are kept, at least 1, and the log from the oldest of them on. */
  std::size_t keptSnapshots = 2;

  /** Never deletes a segment of the log, so that the state can be made anew from its beginning. */
  bool wholeLogKept = false;

  /** What damage in the log is tolerated; by default what a snapshot makes up for. */
  wal::ReadMode readMode = wal::ReadMode::SKIP_OLDER_SEGMENTS;

  /**
   * Bytes of a segment of the log; 0: as many as the newest segment of the log has, 64 MiB for a
   * new log.
   */
  i64 segmentBytes = 0;

  /** Makes the state anew from the first record of the log, which must be there still. */
  bool snapshotsIgnored = false;

  /**
   * Once the disk was found full, every command is refused until the exchange is started again,
   * also when there is room: so the log always holds a beginning of what was submitted.
   */
  bool fullForGood = false;
};

}  // namespace tandem::journal
