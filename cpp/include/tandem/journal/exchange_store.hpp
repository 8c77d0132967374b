#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "tandem/journal/journal_options.hpp"
#include "tandem/journal/recovery_report.hpp"
#include "tandem/journal/replay_listeners.hpp"
#include "tandem/journal/wal_journal.hpp"
#include "tandem/snapshot/snapshot_report.hpp"
#include "tandem/snapshot/snapshots.hpp"
#include "tandem/statemachine/query.hpp"
#include "tandem/statemachine/stages.hpp"
#include "tandem/wal/wal.hpp"

namespace tandem::journal {

/**
 * The log and the snapshots of one exchange: opened before its kernel starts, which brings its
 * stages to the state that the log ends with, and closed after the kernel has stopped.
 *
 * For the thread that submits to the kernel. Trouble with the files is a wal::WalException or a
 * SnapshotException; what they hold and makes no sense is a JournalException.
 */
class ExchangeStore {
 public:
  /** Submits a query to the running kernel and waits until it is answered. */
  using Asker = std::function<void(statemachine::Query&)>;

  ExchangeStore(JournalOptions options, std::unique_ptr<wal::Wal> wal,
                snapshot::Snapshots snapshots, const statemachine::Stages& stages,
                std::size_t ringSize, RecoveryReport recovery);
  ExchangeStore(const ExchangeStore&) = delete;
  ExchangeStore& operator=(const ExchangeStore&) = delete;

  /**
   * Opens the log, and brings new stages to the state that it ends with.
   *
   * @param ringSize slots of the ring of the kernel to come
   * @param replayed gets the results of the commands that are applied again
   */
  static std::unique_ptr<ExchangeStore> open(const JournalOptions& options,
                                             statemachine::Stages& stages, std::size_t ringSize,
                                             const ReplayListeners& replayed);

  /** Whether the exchange that wrote this log ran with risk; yes where there is no log yet. */
  static bool hasRisk(const std::filesystem::path& directory);

  /** Where the snapshots are, beside a log. */
  static std::filesystem::path snapshotsIn(const std::filesystem::path& log) {
    return log / "snapshots";
  }

  /** The stage of the kernel to come. */
  WalJournal& stage() { return stage_; }
  /** What was found in the log. */
  const RecoveryReport& recovery() const { return recovery_; }
  wal::WalStatistics statistics() { return wal_->statistics(); }
  /** The last record appended; -1 if there is none. */
  i64 lastRecord() { return wal_->nextSequence() - 1; }
  /** The last record that the newest snapshot includes; -1 if there is none. */
  i64 snapshotSequence() const { return snapshotSequence_; }

  /**
   * Takes a snapshot of the running kernel. SnapshotException if it cannot be written: the log
   * continues, and older ones are as they were. What else is thrown is of the kernel, or says that
   * the log has ended (JournalException).
   */
  snapshot::SnapshotReport snapshot(const Asker& kernel);

  /** Writes and syncs what was appended, and gives the directory free. */
  void close() { wal_->close(); }

 private:
  void awaitSynced(i64 last);
  void retain();

  JournalOptions options_;
  std::unique_ptr<wal::Wal> wal_;
  snapshot::Snapshots snapshots_;
  const statemachine::Stages& stages_;
  WalJournal stage_;
  RecoveryReport recovery_;
  i64 snapshotSequence_;
};

}  // namespace tandem::journal
