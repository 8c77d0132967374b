#include "tandem/wal/append/log_engine.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "tandem/wal/format/checksum.hpp"
#include "tandem/wal/recovery/skipped_segments.hpp"

namespace tandem::wal {

LogEngine::LogEngine(const std::filesystem::path& directory, const WalConfig& config, LogWalk& walk)
    : config_(config),
      maxBody_(config.maxBodyBytes()),
      startSequence_(walk.recovery().lastSequence + 1),
      leastTime_(walk.cursor().latestTimestamp()),
      positions_(startSequence_ - 1),
      confirmations_(
          config_, positions_, writerSleep_, [this] { return nextSequence(); }, failure_) {
  TailRepair repair(directory, *config_.files, walk);
  repair.checkRoom(config_);
  repair.run([this] { return now(); });
  std::int64_t sequence = 0;
  for (const SegmentImage& segment : SkippedSegments::with(directory, walk, repair.kept())) {
    // A damaged one, that the mode skips, has no sequence of its own.
    sequence = std::max(sequence, segment.firstSequence());
    table_.add({segment.header.number, sequence, segment.path});
  }
  start(directory, walk, repair);
}

void LogEngine::start(const std::filesystem::path& directory, LogWalk& walk, TailRepair& repair) {
  std::int64_t epoch = 0;
  for (const SegmentImage& segment : walk.segments()) {
    epoch = std::max(epoch, segment.header.epoch);
  }
  const auto onFailure = [this](const std::string& cause) { fail(cause); };
  const auto clock = [this] { return now(); };
  extent_ = std::make_unique<ExtentFile>(repair.extent());
  logId_ = extent_->now().logId;
  supply_ = std::make_unique<SegmentSupply>(
      config_, SegmentMaker(directory, config_, logId_, epoch + 1, clock), repair.nextNumber(),
      onFailure, [this] { batches_->signal(); });
  for (const auto& spare : repair.takeUnused()) {
    supply_->recycle(spare);
  }
  const std::shared_ptr<Segment> first = supply_->first();
  extent_->change(extent_->now().first, first->number());
  batches_ =
      std::make_unique<Batches>(config_, *supply_, failure_, writerSleep_, first, startSequence_);
  retention_ =
      std::make_unique<Retention>(config_, table_, *extent_, *supply_, positions_, onFailure);
  writer_ = std::make_unique<BatchWriter>(
      config_,
      BatchWriter::Parts{*batches_, writerSleep_, confirmations_, table_, *supply_, failure_,
                         *retention_, clock, onFailure},
      first, repair.chain());
  supplyThread_ = std::thread([this] { supply_->run(); });
  try {
    writerThread_ = std::thread([this] { writer_->run(); });
  } catch (...) {
    supply_->stop();
    supplyThread_.join();
    throw;
  }
}

LogEngine::~LogEngine() { close(); }

std::int64_t LogEngine::now() {
  return std::max(leastTime_, config_.clock ? config_.clock() : system_.nanos());
}

AppendResult LogEngine::append(std::int8_t type, Bytes body, bool urgent) {
  if (type < 0 || body.size() > static_cast<std::size_t>(maxBody_)) {
    return {AppendStatus::INVALID, -1};
  }
  const std::int64_t time = now();
  const auto length = static_cast<std::int32_t>(RecordFormat::HEADER_BYTES +
                                                static_cast<std::int64_t>(body.size()));
  const std::int64_t bytes = RecordFormat::aligned(length);
  const auto units = static_cast<std::uint64_t>(bytes) >> Batch::UNIT_SHIFT;
  while (true) {
    Batch& batch = batches_->activeAcquire();
    const Batch::Claim claim = batch.claimIfOpen(units);
    if (!batch.fits(claim, units)) {
      batch.sealIfCrossed(claim);
      const AppendStatus refusal = batches_->awaitOpen(bytes);
      if (refusal != AppendStatus::APPENDED) {
        return {refusal, -1};
      }
      continue;
    }
    std::byte* record = batch.bytes() + (Batch::startOf(claim) << Batch::UNIT_SHIFT);
    const std::int64_t index = Batch::countOf(claim);
    const std::int64_t sequence = batch.firstSequence() + index;
    // The padding; the body overwrites the rest of it.
    putNumber(record + bytes - 8, std::uint64_t{0});
    putNumber(record + RecordFormat::LENGTH, length);
    putNumber(record + RecordFormat::TYPE_AND_SEQUENCE,
              RecordFormat::typeAndSequence(type, sequence));
    putNumber(record + RecordFormat::TIMESTAMP, time);
    if (!body.empty()) {
      std::memcpy(record + RecordFormat::HEADER_BYTES, body.data(), body.size());
    }
    const Bytes summed(record + RecordFormat::LENGTH,
                       static_cast<std::size_t>(bytes - RecordFormat::LENGTH));
    putNumber(record + RecordFormat::CHECKSUM, Checksum::of(summed) ^ batch.seed());
    if (urgent) {
      batch.wantSync();
    }
    batch.commitRelease(index);
    writerSleep_.wake();
    return {AppendStatus::APPENDED, sequence};
  }
}

void LogEngine::fail(const std::string& cause) {
  // Who learns of the failure must not be able to append any more.
  failure_.beginEnd();
  batches_->shutDown();
  failure_.fail(cause);
  batches_->signal();
  writerSleep_.wake();
  supply_->stop();
  confirmations_.end();
}

void LogEngine::close() {
  if (!writerThread_.joinable()) {
    return;
  }
  failure_.close();
  failure_.beginEnd();
  batches_->shutDown();
  writerSleep_.wake();
  writerThread_.join();
  supply_->stop();
  supplyThread_.join();
}

std::int64_t LogEngine::firstSequence() {
  const std::int64_t first = table_.firstSequence();
  return first >= 0 && first < nextSequence() ? first : -1;
}

}  // namespace tandem::wal
