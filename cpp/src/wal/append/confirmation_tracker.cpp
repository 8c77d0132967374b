#include "tandem/wal/append/confirmation_tracker.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "tandem/wal/append/cpu.hpp"

namespace tandem::wal {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

namespace {

/** A sync takes longer only on a slow device, and then sleeping is the smaller part of it. */
constexpr nanoseconds kSpin{300'000};

}  // namespace

ConfirmationTracker::ConfirmationTracker(const WalConfig& config, Positions& positions,
                                         WriterSleep& writerSleep,
                                         std::function<std::int64_t()> nextSequence,
                                         LogFailure& failure)
    : positions_(positions),
      writerSleep_(writerSleep),
      nextSequence_(std::move(nextSequence)),
      failure_(failure),
      syncsAlways_(config.durability == Durability::SYNCED),
      limit_(config.confirmLimit),
      spinners_(config.spinningWaiters) {}

bool ConfirmationTracker::isConfirmed(std::int64_t sequence, Durability level) const {
  switch (level) {
    case Durability::SYNCED:
      return sequence <= positions_.syncedAcquire();
    case Durability::WRITTEN:
      return sequence <= positions_.writtenAcquire();
    case Durability::NONE:
      return sequence <= positions_.writtenAcquire() || sequence < nextSequence_();
  }
  return false;
}

ConfirmStatus ConfirmationTracker::await(std::int64_t sequence, Durability level,
                                         nanoseconds limit) {
  if (isConfirmed(sequence, level)) {
    return ConfirmStatus::CONFIRMED;
  }
  const auto start = steady_clock::now();
  if (level == Durability::SYNCED) {
    requestSync(sequence);
  }
  return spin(sequence, level, std::min(limit, kSpin)) ? ConfirmStatus::CONFIRMED
                                                       : park(sequence, level, start, limit);
}

bool ConfirmationTracker::spin(std::int64_t sequence, Durability level, nanoseconds limit) {
  bool confirmed = false;
  if (spinning_.fetch_add(1) < spinners_) {
    const auto start = steady_clock::now();
    while (!confirmed && failure_.causeAcquire() == nullptr &&
           steady_clock::now() - start < limit) {
      spinHint();
      confirmed = isConfirmed(sequence, level);
      if (!confirmed) {
        std::this_thread::yield();
      }
    }
  }
  spinning_.fetch_sub(1);
  return confirmed;
}

ConfirmStatus ConfirmationTracker::park(std::int64_t sequence, Durability level,
                                        steady_clock::time_point start, nanoseconds limit) {
  while (true) {
    ParkedWaiters::Node node(waiters_, sequence, level);
    // Not before the node is seen: so either this sees what the writer published, or the writer
    // sees the node.
    const std::int64_t position =
        level == Durability::SYNCED ? positions_.syncedSeqCst() : positions_.writtenSeqCst();
    if (sequence <= position || isConfirmed(sequence, level)) {
      return ConfirmStatus::CONFIRMED;
    }
    if (failure_.causeAcquire() != nullptr || failure_.isFinishedSeqCst()) {
      // It may have been published, and then ended, since the look above.
      if (isConfirmed(sequence, level)) {
        return ConfirmStatus::CONFIRMED;
      }
      return failure_.causeAcquire() != nullptr ? ConfirmStatus::POISONED : ConfirmStatus::CLOSED;
    }
    const nanoseconds left = limit - (steady_clock::now() - start);
    if (left.count() <= 0) {
      return ConfirmStatus::TIMEOUT;
    }
    node.sleep(left.count());
  }
}

void ConfirmationTracker::requestSync(std::int64_t sequence) {
  if (syncsAlways_) {
    return;
  }
  std::int64_t before = syncRequest_.load();
  while (before < sequence && !syncRequest_.compare_exchange_weak(before, sequence)) {
  }
  writerSleep_.wake();
}

bool ConfirmationTracker::isSyncDueSeqCst() const {
  const std::int64_t requested = syncRequest_.load();
  const std::int64_t now = synced();
  return requested > now && written() > now;
}

void ConfirmationTracker::publishWritten(std::int64_t sequence) {
  positions_.publishWrittenSeqCst(sequence);
  waiters_.wakeReached(sequence, synced());
}

void ConfirmationTracker::publishSynced(std::int64_t sequence) {
  positions_.publishSyncedSeqCst(sequence);
  waiters_.wakeReached(written(), sequence);
}

}  // namespace tandem::wal
