#pragma once

#include <chrono>
#include <string>

#include "tandem/command/integers.hpp"

namespace tandem::journal {

/** What an exchange found when it was started on its log. */
struct RecoveryReport {
  /** The last record of the log that the snapshot it began with includes; -1 without one. */
  i64 snapshotSequence = -1;
  /** What is wrong with newer snapshots that were passed over; empty if nothing is. */
  std::string skippedSnapshots;
  /** Commands of the log that were applied after the snapshot. */
  i64 replayedCommands = 0;
  /** All commands that the state is made of, those in the snapshot included. */
  i64 commands = 0;
  /** Sequence of the next record of the log. */
  i64 nextRecord = 0;
  /**
   * Records of the torn tail that were dropped; without a doubt they were never acknowledged as
   * durable.
   */
  i64 droppedRecords = 0;
  /** Bytes from the first record dropped to the last trace of a write. */
  i64 droppedBytes = 0;
  /** Why; empty if nothing was dropped. */
  std::string dropReason;
  /**
   * Why what was dropped may have been acknowledged: at WRITTEN a loss of power may leave that, a
   * kill does not, so otherwise it is damage; empty if there is no doubt.
   */
  std::string doubt;
  /** How long reading and applying took. */
  std::chrono::nanoseconds took{0};

  /** Whether there was nothing to continue. */
  bool isFresh() const { return nextRecord == 0; }
};

}  // namespace tandem::journal
