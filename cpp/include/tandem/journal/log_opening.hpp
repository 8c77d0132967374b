#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tandem/journal/journal_options.hpp"
#include "tandem/journal/replay_listeners.hpp"
#include "tandem/snapshot/snapshots.hpp"
#include "tandem/statemachine/stages.hpp"
#include "tandem/wal/wal.hpp"

namespace tandem::journal {

class ExchangeStore;

/** What is known of a log that a snapshot is held against. */
struct LogHistory {
  i64 logId;
  /** The oldest record kept, -1 if there is none, and the one that will come next. */
  i64 firstSequence;
  i64 nextSequence;
  /** As wal::Wal::markBefore. */
  std::function<i64(i64)> markBefore;
};

/** Opens the log of an exchange: the newest valid snapshot, and the records after it. */
class LogOpening {
 public:
  /** The stages outlive what open() gives. std::invalid_argument for a mode that only reads. */
  LogOpening(JournalOptions options, statemachine::Stages& stages, std::size_t ringSize,
             const ReplayListeners& replayed);

  /** Throws JournalException, wal::WalException, SnapshotException. */
  std::unique_ptr<ExchangeStore> open();

  /** The newest valid snapshot that includes no record behind this one. */
  std::optional<snapshot::Snapshots::Loaded> snapshotUpTo(i64 sequence);

  /** What is wrong with the snapshots that are newer than the loaded one. */
  const std::string& skipped() const { return skipped_; }

  /**
   * Brings the stages to the state of a snapshot of this log; nothing leaves them as they are.
   * Answers with the last record that is included.
   */
  i64 takeOver(const LogHistory& log, const std::optional<snapshot::Snapshots::Loaded>& loaded);

  /** Whether the exchange that wrote this log ran with risk; yes where there is no log yet. */
  static bool hasRisk(const std::filesystem::path& directory);

 private:
  i64 firstNeeded();
  wal::WalConfig config() const;
  i64 segmentBytes() const;
  void checkHistory(const LogHistory& log, const snapshot::SnapshotInfo& info) const;
  void checkReach(const LogHistory& log, i64 included) const;

  JournalOptions options_;
  statemachine::Stages& stages_;
  std::size_t ringSize_;
  ReplayListeners replayed_;
  std::string skipped_;
  /** The newest valid one. */
  std::optional<snapshot::Snapshots::Loaded> snapshot_;
};

}  // namespace tandem::journal
