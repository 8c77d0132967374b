#include "tandem/wal/append/batches.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "tandem/wal/append/cpu.hpp"
#include "tandem/wal/append/producer_wait.hpp"

namespace tandem::wal {
namespace {

constexpr int kSpins = 100;

/** The limit covers a disk that turns full while an append waits for the next segment. */
constexpr std::chrono::milliseconds kWait{10};

std::int64_t bufferBytes(const WalConfig& config) {
  // A batch never reaches over its segment.
  return std::min(config.bufferBytes,
                  config.segmentBytes - SegmentHeader::BYTES - RecordFormat::MARK_BYTES);
}

std::size_t mostBuffers(const WalConfig& config) {
  const bool spills = config.backpressure == BackpressurePolicy::SPILL;
  return static_cast<std::size_t>(config.buffers +
                                  (spills ? config.spillBytes / bufferBytes(config) : 0));
}

}  // namespace

Batches::Batches(const WalConfig& config, SegmentSupply& supply, LogFailure& failure,
                 WriterSleep& writerSleep, std::shared_ptr<Segment> first, std::int64_t sequence)
    : segmentBytes_(config.segmentBytes),
      bufferBytes_(bufferBytes(config)),
      most_(mostBuffers(config)),
      policy_(config.backpressure),
      supply_(supply),
      failure_(failure),
      writerSleep_(writerSleep),
      planSegment_(std::move(first)),
      planPosition_(SegmentHeader::BYTES),
      nextSequence_(sequence) {
  // No list grows behind an append.
  made_.reserve(most_);
  free_.reserve(most_);
  queue_.reserve(most_);
  for (int i = 0; i < config.buffers; i++) {
    made_.push_back(std::make_unique<Batch>(bufferBytes_));
    free_.push_back(made_.back().get());
  }
  const std::lock_guard guard(mutex_);
  openNext(RecordFormat::HEADER_BYTES);
}

AppendStatus Batches::awaitOpen(std::int64_t recordBytes) {
  int turn = 0;
  int looks = 0;
  while (true) {
    Batch& current = activeAcquire();
    if (current.isOpenAcquire()) {
      return AppendStatus::APPENDED;
    }
    const AppendStatus end = ended();
    if (end != AppendStatus::APPENDED) {
      return end;
    }
    if (current.isSealedAcquire()) {
      std::unique_lock lock(mutex_);
      if (&activeAcquire() != &current || current.isOpenAcquire() || openNext(recordBytes)) {
        continue;
      }
      if (!failure_.isEndingAcquire()) {
        const AppendStatus refusal = waitForRoom(turn++, lock);
        if (refusal != AppendStatus::APPENDED) {
          return refusal;
        }
      }
    } else if (looks++ > kSpins) {
      // Who is to seal it may need this very CPU.
      std::this_thread::yield();
    }
    spinHint();
  }
}

/** Why nothing is taken any more; APPENDED if it is. */
AppendStatus Batches::ended() const {
  if (failure_.causeAcquire() != nullptr) {
    return AppendStatus::POISONED;
  }
  if (failure_.isClosed()) {
    // It may have failed, and then been closed, since the look above.
    return failure_.causeAcquire() != nullptr ? AppendStatus::POISONED : AppendStatus::CLOSED;
  }
  return AppendStatus::APPENDED;
}

/** With the lock held. */
AppendStatus Batches::waitForRoom(int turn, std::unique_lock<std::mutex>& lock) {
  const bool hasBuffer = !free_.empty();
  if (!hasBuffer) {
    // All buffers may have been shut before any got a record, for which it would be awake.
    writerSleep_.wake();
  } else if (supply_.isExhausted()) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    return AppendStatus::FULL;
  } else if (supply_.isOutOfRoom()) {
    // Known only since this append has looked for a segment: now it is given the reserve.
    return AppendStatus::APPENDED;
  }
  if (policy_ == BackpressurePolicy::FAIL) {
    refused_.fetch_add(1, std::memory_order_relaxed);
    return AppendStatus::BACKLOG;
  }
  if (turn == 0) {
    blocked_.fetch_add(1, std::memory_order_relaxed);
  }
  if (turn > kSpins) {
    room_.wait_for(lock, kWait);
  }
  return AppendStatus::APPENDED;
}

/** A batch that nobody uses, or null; with the lock held. */
Batch* Batches::provide() {
  if (free_.empty() && made_.size() < most_) {
    try {
      made_.push_back(std::make_unique<Batch>(bufferBytes_));
      free_.push_back(made_.back().get());
    } catch (const std::bad_alloc&) {
      // No memory for one more: the append waits for one of those that there are.
    }
  }
  return free_.empty() ? nullptr : free_.back();
}

/** Opens a batch with room for a record and makes it the active one, if it can; with the lock held.
 */
bool Batches::openNext(std::int64_t recordBytes) {
  if (failure_.isEndingAcquire()) {
    return false;
  }
  const Batch* active = active_.load(std::memory_order_relaxed);
  if (active != nullptr) {
    if (!active->isSealedAcquire()) {
      return false;
    }
    planBehindActive();
  }
  Batch* next = provide();
  if (next == nullptr) {
    return false;
  }
  std::int64_t room = segmentBytes_ - RecordFormat::MARK_BYTES - planPosition_;
  if (room < RecordFormat::MARK_BYTES + recordBytes) {
    std::shared_ptr<Segment> segment = supply_.poll();
    if (segment == nullptr) {
      return false;
    }
    planSegment_ = std::move(segment);
    planPosition_ = SegmentHeader::BYTES;
    room = segmentBytes_ - RecordFormat::MARK_BYTES - planPosition_;
  }
  free_.pop_back();
  next->open(++generation_, nextSequence_, planSegment_, std::min(bufferBytes_, room));
  queue_.push_back(next);
  active_.store(next, std::memory_order_release);
  room_.notify_all();
  return true;
}

/** Counts the sealed active batch into the plan, once; with the lock held. */
void Batches::planBehindActive() {
  const Batch& active = *active_.load(std::memory_order_relaxed);
  if (plannedGeneration_ != active.generation()) {
    plannedGeneration_ = active.generation();
    nextSequence_ += active.records();
    planPosition_ += active.writeBytes();
  }
}

void Batches::signal() {
  const std::lock_guard guard(mutex_);
  room_.notify_all();
}

void Batches::shutDown() {
  const std::lock_guard guard(mutex_);
  shutActive();
  room_.notify_all();
}

/** With the lock held. */
void Batches::shutActive() {
  Batch& active = activeAcquire();
  if (active.isOpenAcquire()) {
    active.sealIfCrossed(active.shut());
  }
}

bool Batches::hasRecordsSeqCst() {
  const std::lock_guard guard(mutex_);
  if (queue_.empty() || queue_.front() != &activeAcquire()) {
    return !queue_.empty();
  }
  const Batch::Claim claims = queue_.front()->claimsSeqCst();
  // One that is crossed without a record may wait for who should have sealed it.
  return Batch::countOf(claims) > 0 || !queue_.front()->beganWithin(claims);
}

Batch* Batches::take(std::int64_t last) {
  while (true) {
    Batch* head;
    {
      const std::lock_guard guard(mutex_);
      head = queue_.empty() ? nullptr : queue_.front();
      if (head == nullptr || head->generation() > last) {
        return nullptr;
      }
      if (head == &activeAcquire()) {
        if (Batch::countOf(head->claimsAcquire()) == 0 && head->isOpenAcquire()) {
          return nullptr;
        }
        shutActive();
      }
    }
    ProducerWait wait;
    while (!head->isSealedAcquire()) {
      wait.pause(head->firstSequence());
    }
    const std::lock_guard guard(mutex_);
    queue_.erase(queue_.begin());
    if (head == &activeAcquire()) {
      planBehindActive();
      openNext(RecordFormat::HEADER_BYTES);
    }
    if (head->records() > 0) {
      return head;
    }
    releaseLocked(*head);
  }
}

void Batches::awaitCommits(const Batch& batch) const {
  for (std::int64_t i = 0; i < batch.records(); i++) {
    ProducerWait wait;
    while (!batch.isCommittedAcquire(i)) {
      wait.pause(batch.firstSequence() + i);
    }
  }
}

std::int64_t Batches::generation() {
  const std::lock_guard guard(mutex_);
  return generation_;
}

void Batches::release(Batch& batch) {
  const std::lock_guard guard(mutex_);
  releaseLocked(batch);
}

void Batches::releaseLocked(Batch& batch) {
  free_.push_back(&batch);
  if (!activeAcquire().isOpenAcquire()) {
    openNext(RecordFormat::HEADER_BYTES);
  }
  room_.notify_all();
}

std::int64_t Batches::nextSequence() {
  while (true) {
    {
      const std::lock_guard guard(mutex_);
      const Batch& active = activeAcquire();
      const Batch::Claim claims = active.claimsAcquire();
      if (active.beganWithin(claims)) {
        return active.firstSequence() + Batch::countOf(claims);
      }
      if (active.isSealedAcquire()) {
        return active.firstSequence() + active.records();
      }
    }
    // Without the lock, which who is to seal it may need.
    std::this_thread::yield();
  }
}

}  // namespace tandem::wal
