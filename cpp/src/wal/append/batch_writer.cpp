#include "tandem/wal/append/batch_writer.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

#include "tandem/wal/append/cpu.hpp"

namespace tandem::wal {
namespace {

using std::chrono::steady_clock;

constexpr int kSpins = 200;
constexpr int kYields = 50;

/** Without work for so long, the log says in the file what is synced. */
constexpr std::chrono::milliseconds kRest{10};

}  // namespace

BatchWriter::BatchWriter(const WalConfig& config, Parts parts, std::shared_ptr<Segment> first,
                         std::uint32_t chain)
    : parts_(std::move(parts)),
      syncsAlways_(config.durability == Durability::SYNCED),
      maxBatchBytes_(config.maxBatchBytes),
      segment_(std::move(first)),
      chain_(chain),
      reported_(parts_.confirmations.synced()) {}

void BatchWriter::run() {
  try {
    runUntilClosed();
  } catch (const std::exception& failure) {
    parts_.onFailure(failure.what());
  }
  abandonFiles();
  parts_.failure.finishSeqCst();
  parts_.confirmations.end();
}

void BatchWriter::runUntilClosed() {
  int idle = 0;
  while (parts_.failure.causeAcquire() == nullptr) {
    const bool closing = parts_.failure.isClosed();
    if (closing) {
      // From here on no claim succeeds, so the turn below sees the last of them.
      parts_.failure.beginEnd();
      parts_.batches.shutDown();
    }
    if (turn()) {
      idle = 0;
    } else if (closing) {
      finish();
      return;
    } else {
      rest(idle++);
    }
  }
}

/** Writes what has arrived and syncs it, if so wanted; returns whether there was anything. */
bool BatchWriter::turn() {
  const std::int64_t last = parts_.batches.generation();
  std::int64_t bytes = 0;
  bool worked = false;
  bool wanted = syncsAlways_;
  while (bytes < maxBatchBytes_) {
    Batch* batch = parts_.batches.take(last);
    if (batch == nullptr) {
      break;
    }
    // A producer requests a sync before it commits, and may have claimed long before.
    parts_.batches.awaitCommits(*batch);
    wanted = wanted || batch->isSyncWanted();
    bytes += batch->writeBytes();
    write(*batch);
    worked = true;
  }
  // Also if there was something to write, as there may be in every turn.
  if ((worked && wanted) || parts_.confirmations.isSyncDueSeqCst()) {
    const std::int64_t written = parts_.confirmations.written();
    if (written > parts_.confirmations.synced()) {
      sync(written);
      worked = true;
    }
  }
  return worked;
}

void BatchWriter::write(Batch& batch) {
  if (batch.segment() != segment_) {
    roll(batch.segment(), batch.firstSequence());
  }
  if (!segmentUsed_) {
    segmentUsed_ = true;
    segmentFrom_ = batch.firstSequence();
    parts_.table.add({segment_->number(), segmentFrom_, segment_->path()});
  }
  std::byte* start = batch.bytes() + batch.startBytes();
  mark(start, RecordFormat::BATCH, batch.firstSequence());
  const std::int64_t bytes = batch.writeBytes();
  segment_->append(Bytes(start, static_cast<std::size_t>(bytes)));
  const std::int64_t last = batch.firstSequence() + batch.records() - 1;
  counts_.batches.fetch_add(1, std::memory_order_relaxed);
  counts_.bytes.fetch_add(bytes, std::memory_order_relaxed);
  parts_.batches.release(batch);
  parts_.confirmations.publishWritten(last);
}

void BatchWriter::mark(std::byte* target, std::int8_t type, std::int64_t sequence) {
  reported_ = provenSynced();
  chain_ = Mark{type, sequence, parts_.clock(), reported_, chain_}.encode(target, segment_->seed());
}

void BatchWriter::roll(const std::shared_ptr<Segment>& next, std::int64_t sequence) {
  // The next segment has its name for good, so that its absence is damage from here on.
  writeEnd(RecordFormat::ROLL, sequence);
  const std::shared_ptr<Segment> old = segment_;
  if (syncsAlways_) {
    sync(sequence - 1);
    old->finish();
  } else {
    // In a log without any request for a sync they would add up.
    std::erase_if(unsynced_, [](const auto& each) { return each->isClosedAcquire(); });
    unsynced_.push_back(old);
    parts_.supply.submit(
        [this, old, from = segmentFrom_, to = sequence - 1] { finishBehind(*old, from, to); });
  }
  segment_ = next;
  segmentUsed_ = false;
  rolled_ = true;
}

/** On the supply's thread, in the order of the segments: all before this one are forced, too. */
void BatchWriter::finishBehind(Segment& old, std::int64_t from, std::int64_t to) {
  try {
    old.finish();
    // After a failure it may have been closed as it was.
    if (parts_.failure.causeAcquire() == nullptr) {
      finishedTo_.store(to);
      parts_.sleep.wake();
      parts_.retention.finished(from);
    }
  } catch (const IoException& failure) {
    parts_.onFailure(failure.what());
  }
}

void BatchWriter::writeEnd(std::int8_t type, std::int64_t sequence) {
  mark(endMark_.data(), type, sequence);
  segment_->append(endMark_.bytes());
  counts_.bytes.fetch_add(RecordFormat::MARK_BYTES, std::memory_order_relaxed);
}

void BatchWriter::sync(std::int64_t upTo) {
  const auto start = steady_clock::now();
  while (!unsynced_.empty()) {
    unsynced_.front()->finish();
    unsynced_.pop_front();
  }
  segment_->force();
  // What the background has found meanwhile counts too.
  if (const std::string* cause = parts_.failure.causeAcquire()) {
    throw WalException(*cause);
  }
  syncTimes_.record(
      std::chrono::duration_cast<std::chrono::nanoseconds>(steady_clock::now() - start).count());
  parts_.confirmations.publishSynced(upTo);
  if (rolled_) {
    rolled_ = false;
    parts_.retention.schedule();
  }
}

void BatchWriter::rest(int idle) {
  const auto work = [this] { return hasWork(); };
  if (idle == 0) {
    restingSince_ = steady_clock::now();
  }
  if (idle < kSpins) {
    spinHint();
  } else if (idle < kSpins + kYields) {
    std::this_thread::yield();
  } else if (isToReport()) {
    parts_.sleep.sleepUnless(work, kRest);
    if (steady_clock::now() - restingSince_ >= kRest && !hasWork()) {
      reportSynced();
    }
  } else {
    parts_.sleep.sleepUnless([this] { return hasWork() || isToReport(); });
  }
}

/**
 * Says in the file that the last batch is synced, as the mark of the next one would, which is
 * written over this: so that damage to it can be distinguished from a torn tail. It is not forced:
 * records that come meanwhile would wait for that.
 */
void BatchWriter::reportSynced() {
  const std::int64_t synced = provenSynced();
  const Mark mark{RecordFormat::BATCH, parts_.confirmations.written() + 1, parts_.clock(), synced,
                  chain_};
  mark.encode(endMark_.data(), segment_->seed());
  segment_->note(endMark_.bytes());
  reported_ = synced;
}

/** What marks may say: also what was forced because its segment was full. */
std::int64_t BatchWriter::provenSynced() const {
  return std::max(parts_.confirmations.synced(), finishedTo_.load());
}

/** Whether the file does not say yet what is synced. */
bool BatchWriter::isToReport() const { return segmentUsed_ && provenSynced() > reported_; }

bool BatchWriter::hasWork() {
  // The first two are sequentially consistent looks, which the others come behind.
  return parts_.batches.hasRecordsSeqCst() || parts_.confirmations.isSyncDueSeqCst() ||
         parts_.failure.isClosed() || parts_.failure.causeAcquire() != nullptr;
}

/** Everything is written: syncs it, and says that nothing follows. */
void BatchWriter::finish() {
  const std::int64_t last = parts_.confirmations.written();
  if (last > parts_.confirmations.synced()) {
    sync(last);
  }
  if (segmentUsed_) {
    writeEnd(RecordFormat::CLOSE, last + 1);
    // A segment that is cut without an end mark counts as damaged.
    segment_->force();
    segment_->trim();
    segment_->force();
  }
}

void BatchWriter::abandonFiles() {
  try {
    parts_.supply.abandonGiven();
  } catch (const IoException& failure) {
    parts_.onFailure(failure.what());
  }
}

}  // namespace tandem::wal
