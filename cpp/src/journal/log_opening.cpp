#include "tandem/journal/log_opening.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "tandem/journal/exchange_store.hpp"
#include "tandem/journal/journal_exception.hpp"
#include "tandem/journal/log_replay.hpp"
#include "tandem/journal/record_types.hpp"
#include "tandem/state/invalid_image_exception.hpp"
#include "tandem/wal/wal_reader.hpp"

namespace tandem::journal {

namespace fs = std::filesystem;
using snapshot::Snapshots;
using wal::Durability;
using wal::ReadMode;
using wal::Wal;

namespace {

constexpr i64 kDefaultSegmentBytes = 64 << 20;

bool isDirectory(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::string hex(i64 value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%0*llx", digits, static_cast<unsigned long long>(value));
  return text;
}

}  // namespace

LogOpening::LogOpening(JournalOptions options, statemachine::Stages& stages, std::size_t ringSize,
                       const ReplayListeners& replayed)
    : options_(std::move(options)), stages_(stages), ringSize_(ringSize), replayed_(replayed) {
  if (options_.readMode == ReadMode::READ_ONLY) {
    throw std::invalid_argument(
        "an exchange writes to its log: READ_ONLY is for those who only look at it");
  }
  if (options_.keptSnapshots < 1) {
    throw std::invalid_argument("keep 0 snapshots, expected at least 1");
  }
}

std::unique_ptr<ExchangeStore> LogOpening::open() {
  const auto start = std::chrono::steady_clock::now();
  auto wal = std::make_unique<Wal>(
      Wal::open(options_.directory, config(), [this] { return firstNeeded(); }));
  Snapshots snapshots = Snapshots::open(ExchangeStore::snapshotsIn(options_.directory));
  const i64 next = wal->nextSequence();
  const i64 included = takeOver({wal->logId(), wal->firstSequence(), next,
                                 [&wal](i64 sequence) { return wal->markBefore(sequence); }},
                                snapshot_);
  snapshot_.reset();
  LogReplay replay(options_.directory, stages_, replayed_);
  replay.run(included + 1, next);
  if (next == 0) {
    const auto body = record_types::exchange(stages_.riskShards() != 0);
    if (!wal->append(record_types::kExchange, body).appended()) {
      throw JournalException(options_.directory.string() + ": the log takes no record");
    }
  }
  // Or commands might be taken for which there is no room if the disk is full by now.
  wal->awaitReserve();
  const wal::WalRecoveryReport& found = wal->recovery();
  RecoveryReport report{included,
                        skipped_,
                        replay.commands(),
                        stages_.results().recordedCommands(),
                        next,
                        found.droppedRecords,
                        found.droppedBytes,
                        found.reason,
                        found.doubt,
                        std::chrono::steady_clock::now() - start};
  return std::make_unique<ExchangeStore>(options_, std::move(wal), std::move(snapshots), stages_,
                                         ringSize_, std::move(report));
}

/** Loads the snapshot, which nobody replaces while this process has the log's lock. */
i64 LogOpening::firstNeeded() {
  snapshot_ = snapshotUpTo(std::numeric_limits<i64>::max());
  return snapshot_ ? snapshot_->info.position.sequence + 1 : 0;
}

std::optional<Snapshots::Loaded> LogOpening::snapshotUpTo(i64 sequence) {
  const fs::path place = ExchangeStore::snapshotsIn(options_.directory);
  if (options_.snapshotsIgnored || !isDirectory(place)) {
    return std::nullopt;
  }
  return Snapshots::openReadOnly(place).latestValid(
      [this](const fs::path& directory, const std::string& reason) {
        skipped_ += (skipped_.empty() ? "" : "; ") + directory.string() + ": " + reason;
      },
      sequence);
}

wal::WalConfig LogOpening::config() const {
  wal::WalConfig config;
  config.segmentBytes = segmentBytes();
  // When the disk is found full, the reserve must hold whatever is in the ring.
  const i64 bytes = static_cast<i64>(ringSize_) * record_types::kMostBytes;
  config.segmentsInReserve =
      static_cast<int>((bytes + config.segmentBytes - 1) / config.segmentBytes);
  config.segmentsAhead = config.segmentsInReserve + 1;
  config.durability =
      options_.durability == Durability::SYNCED ? Durability::SYNCED : Durability::WRITTEN;
  config.mode = options_.readMode;
  return config;
}

i64 LogOpening::segmentBytes() const {
  if (options_.segmentBytes != 0) {
    return std::max(options_.segmentBytes, wal::WalConfig::MIN_SEGMENT_BYTES);
  }
  const i64 own = Wal::segmentBytes(options_.directory);
  // Of a ring that is much larger than the log's writer had, not too many in reserve.
  return own == 0 ? kDefaultSegmentBytes : std::max(own, static_cast<i64>(ringSize_));
}

i64 LogOpening::takeOver(const LogHistory& log, const std::optional<Snapshots::Loaded>& loaded) {
  i64 included = -1;
  if (loaded) {
    checkHistory(log, loaded->info);
    try {
      stages_.restore(loaded->image);
    } catch (const state::InvalidImageException& e) {
      throw JournalException(loaded->info.directory.string() + ": " + e.what());
    }
    included = loaded->info.position.sequence;
  }
  checkReach(log, included);
  return included;
}

/** A snapshot of another log may stand at the same sequence, and have nothing to do with this. */
void LogOpening::checkHistory(const LogHistory& log, const snapshot::SnapshotInfo& info) const {
  const snapshot::LogPosition& position = info.position;
  if (position.logId != log.logId) {
    throw JournalException(info.directory.string() + ": is a snapshot of log " +
                           hex(position.logId, 16) + ", and the log in " +
                           options_.directory.string() + " is " + hex(log.logId, 16) +
                           ": take it away, or give it the log it is of");
  }
  i64 mark;
  try {
    mark = log.markBefore(position.sequence);
  } catch (const wal::WalCorruptedException&) {
    // Damaged before the snapshot: what it includes is not needed any more.
    return;
  }
  if (mark != snapshot::LogPosition::kUnknownMark && mark != position.mark) {
    throw JournalException(
        info.directory.string() + ": stands on record " + std::to_string(position.sequence) +
        " behind the mark " + hex(position.mark, 8) + " of log " + hex(position.logId, 16) +
        ", but there the log has the mark " + hex(mark, 8) + ": they went different ways");
  }
}

void LogOpening::checkReach(const LogHistory& log, i64 included) const {
  const std::string directory = options_.directory.string();
  if (log.nextSequence <= included) {
    throw JournalException(directory + ": the newest snapshot includes record " +
                           std::to_string(included) + ", but the log has only " +
                           std::to_string(log.nextSequence) + " records: a part of it is lost");
  }
  if (log.firstSequence <= included + 1) {
    return;
  }
  const std::string first = std::to_string(log.firstSequence);
  if (included >= 0) {
    throw JournalException(directory + ": the newest valid snapshot includes record " +
                           std::to_string(included) + ", and the log begins at record " + first);
  }
  throw JournalException(directory + ": the first record of the log is " + first +
                         ", those before it are deleted, and " +
                         (options_.snapshotsIgnored ? "snapshots are not to be used"
                          : skipped_.empty()        ? "there is no valid snapshot"
                                                    : "there is no valid snapshot: " + skipped_));
}

bool LogOpening::hasRisk(const fs::path& directory) {
  const fs::path place = ExchangeStore::snapshotsIn(directory);
  if (isDirectory(place)) {
    const auto newest =
        Snapshots::openReadOnly(place).latestValid([](const fs::path&, const std::string&) {});
    if (newest) {
      return newest->info.riskShards != 0;
    }
  }
  wal::WalReader reader(directory, ReadMode::READ_ONLY, 0);
  return !reader.next() || reader.type() != record_types::kExchange ||
         record_types::hasRisk(directory, 0, reader.body());
}

}  // namespace tandem::journal
