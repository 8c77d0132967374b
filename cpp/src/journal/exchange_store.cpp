#include "tandem/journal/exchange_store.hpp"

#include <chrono>
#include <string>
#include <vector>

#include "tandem/journal/journal_exception.hpp"
#include "tandem/journal/log_opening.hpp"
#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/statemachine/state_copy.hpp"

namespace tandem::journal {

namespace fs = std::filesystem;

namespace {

/** A disk that takes longer for one sync has failed, whatever it says. */
constexpr std::chrono::seconds kSyncLimit{30};

}  // namespace

ExchangeStore::ExchangeStore(JournalOptions options, std::unique_ptr<wal::Wal> wal,
                             snapshot::Snapshots snapshots, const statemachine::Stages& stages,
                             std::size_t ringSize, RecoveryReport recovery)
    : options_(std::move(options)),
      wal_(std::move(wal)),
      snapshots_(std::move(snapshots)),
      stages_(stages),
      stage_(*wal_, options_, ringSize),
      recovery_(std::move(recovery)),
      snapshotSequence_(recovery_.snapshotSequence) {}

std::unique_ptr<ExchangeStore> ExchangeStore::open(const JournalOptions& options,
                                                   statemachine::Stages& stages,
                                                   std::size_t ringSize,
                                                   const ReplayListeners& replayed) {
  return LogOpening(options, stages, ringSize, replayed).open();
}

bool ExchangeStore::hasRisk(const fs::path& directory) { return LogOpening::hasRisk(directory); }

snapshot::SnapshotReport ExchangeStore::snapshot(const Asker& kernel) {
  const auto start = std::chrono::steady_clock::now();
  statemachine::StateCopy copy(stages_.riskShards(), stages_.matchingShards());
  kernel(copy);
  const state::StateImage image = copy.image();
  const i64 last = copy.lastRecord();
  // A snapshot must never know more than the log behind it.
  awaitSynced(last);
  try {
    auto position = snapshot::LogPosition::beginningOf(wal_->logId());
    if (last >= 0) {
      position = {wal_->logId(), last, wal_->markBefore(last)};
    }
    snapshot::SnapshotInfo info = snapshots_.write(image, position);
    snapshotSequence_ = last;
    retain();
    return {std::move(info), std::chrono::steady_clock::now() - start};
  } catch (const wal::WalException& e) {
    // Of files that are read or written for the snapshot: the log continues.
    throw snapshot::SnapshotException(e.what());
  }
}

void ExchangeStore::awaitSynced(i64 last) {
  if (last < 0) {
    return;
  }
  switch (wal_->confirmations().await(last, wal::Durability::SYNCED, kSyncLimit)) {
    case wal::ConfirmStatus::CONFIRMED:
      return;
    case wal::ConfirmStatus::TIMEOUT:
      throw snapshot::SnapshotException("record " + std::to_string(last) +
                                        " of the log is not synced after 30 s");
    case wal::ConfirmStatus::POISONED:
    case wal::ConfirmStatus::CLOSED:
      throw JournalException("record " + std::to_string(last) +
                             " of the log is not synced: the log has ended");
  }
}

/** Keeps the log from the oldest snapshot on: any of them may turn out to be damaged. */
void ExchangeStore::retain() {
  snapshots_.deleteAllBut(options_.keptSnapshots);
  const std::vector<snapshot::SnapshotInfo> kept =
      snapshots_.list([](const fs::path&, const std::string&) {});
  if (!options_.wholeLogKept && kept.size() == options_.keptSnapshots) {
    wal_->retainFrom(kept.front().position.sequence + 1);
  }
}

}  // namespace tandem::journal
