#include "tandem/wal/wal.hpp"

#include <system_error>
#include <utility>

#include "tandem/wal/append/log_engine.hpp"
#include "tandem/wal/format/log_extent.hpp"
#include "tandem/wal/format/segment_image.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/recovery/log_walk.hpp"
#include "tandem/wal/recovery/mark_search.hpp"
#include "tandem/wal/storage/disk_space.hpp"
#include "tandem/wal/storage/durable_directories.hpp"
#include "tandem/wal/storage/lock_file.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

/**
 * Creates the directory of a new log, unless there is no room for the log. A log begins in it only
 * once the directory's name is durable, so the name of a directory with a log is durable.
 */
void prepare(const fs::path& directory, const WalConfig& config) {
  std::error_code ignored;
  const bool there = fs::is_directory(directory, ignored);
  if (there) {
    SegmentNames::checkNotForeign(directory);
  }
  if (!there || !SegmentNames::isLog(directory)) {
    const std::int64_t bytes = config.segmentBytes + LogExtent::FILE_BYTES;
    DiskSpace(DiskSpace::nearest(directory), config).check(bytes, 0);
    DurableDirectories::make(directory, *config.files);
  }
}

}  // namespace

Wal Wal::open(const fs::path& directory, const WalConfig& config) {
  return open(directory, config, [] { return std::int64_t{-1}; });
}

Wal Wal::open(const fs::path& directory, const WalConfig& wanted, const Needed& needed) {
  const WalConfig config = wanted.checked();
  prepare(directory, config);
  auto lock = std::make_unique<LockFile>(directory);
  LogWalk walk(directory, config.mode, needed(), false, false);
  walk.toItsEnd();
  WalRecoveryReport recovery = walk.recovery();
  auto engine = std::make_unique<LogEngine>(directory, config, walk);
  return {directory, config, std::move(recovery), std::move(lock), std::move(engine)};
}

bool Wal::isInUse(const fs::path& directory) { return LockFile::isHeld(directory); }

bool Wal::isLog(const fs::path& directory) { return SegmentNames::isLog(directory); }

std::int64_t Wal::segmentBytes(const fs::path& directory) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    return 0;
  }
  const SegmentFiles files = SegmentNames::segments(directory);
  return files.empty()
             ? 0
             : SegmentImage::of(files.rbegin()->second, files.rbegin()->first).header.fileBytes;
}

Wal::Wal(fs::path directory, WalConfig config, WalRecoveryReport recovery,
         std::unique_ptr<LockFile> lock, std::unique_ptr<LogEngine> engine)
    : directory_(std::move(directory)),
      config_(std::move(config)),
      recovery_(std::move(recovery)),
      lock_(std::move(lock)),
      engine_(std::move(engine)) {}

Wal::~Wal() = default;
Wal::Wal(Wal&&) noexcept = default;

AppendResult Wal::append(std::int8_t type, Bytes body, bool urgent) {
  const AppendResult result = engine_->append(type, body, urgent);
  if (urgent && result.appended()) {
    engine_->countCritical();
  }
  return result;
}

Confirmations Wal::confirmations() const { return Confirmations(engine_->confirmations()); }

bool Wal::hasRoom(std::int64_t bytes) const {
  return engine_->hasRoom() && bytes <= config_.segmentBytes;
}

bool Wal::awaitReserve() {
  engine_->awaitReserve();
  return engine_->hasRoom();
}

std::int64_t Wal::logId() const { return engine_->logId(); }

std::int64_t Wal::markBefore(std::int64_t sequence) {
  if (sequence < 0 || sequence > confirmations().written()) {
    return MarkSearch::UNKNOWN;
  }
  return MarkSearch(engine_->table()).before(sequence);
}

std::int64_t Wal::firstSequence() { return engine_->firstSequence(); }

std::int64_t Wal::nextSequence() { return engine_->nextSequence(); }

void Wal::retainFrom(std::int64_t sequence) { engine_->retainFrom(sequence); }

WalStatistics Wal::statistics() {
  constexpr double kMost = 99;
  const std::int64_t start = engine_->startSequence();
  const std::int64_t synced = confirmations().synced();
  const std::int64_t written = confirmations().written();
  const std::int64_t next = nextSequence();
  const BatchWriter::Counts& counts = engine_->counts();
  const SyncTimes& times = engine_->syncTimes();
  const SegmentSupply::Counts segments = engine_->supply().counts();
  return {next - start,
          written + 1 - start,
          synced + 1 - start,
          engine_->critical(),
          counts.batches.load(std::memory_order_relaxed),
          counts.bytes.load(std::memory_order_relaxed),
          {times.count(), times.mean(), times.percentile(kMost), times.longest()},
          {next - 1 - written, engine_->batches().blocked(), engine_->batches().refused()},
          {engine_->supply().readyCount(), segments.made, segments.recycled}};
}

const std::string* Wal::failure() const { return engine_->failure().causeAcquire(); }

void Wal::close() {
  if (!lock_) {
    return;
  }
  engine_->close();
  lock_.reset();
  if (const std::string* cause = failure()) {
    throw WalException(directory_.string() + ": the log has failed: " + *cause);
  }
}

}  // namespace tandem::wal
