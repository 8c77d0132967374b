#include "tandem/wal/append/parked_waiters.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace tandem::wal {
namespace {

/** A longer sleep overflows the system's clock; who wakes earlier looks, and sleeps again. */
constexpr std::int64_t kLongestNs = 3'600'000'000'000;

}  // namespace

ParkedWaiters::Node::Node(ParkedWaiters& waiters, std::int64_t sequence, Durability level)
    : waiters_(waiters), sequence_(sequence), level_(level) {
  const std::lock_guard guard(waiters_.mutex_);
  behind_ = waiters_.first_;
  if (behind_ != nullptr) {
    behind_->before_ = this;
  }
  waiters_.first_ = this;
  waiters_.count_.fetch_add(1);
}

ParkedWaiters::Node::~Node() {
  const std::lock_guard guard(waiters_.mutex_);
  (before_ == nullptr ? waiters_.first_ : before_->behind_) = behind_;
  if (behind_ != nullptr) {
    behind_->before_ = before_;
  }
  waiters_.count_.fetch_sub(1);
}

void ParkedWaiters::Node::sleep(std::int64_t nanos) {
  std::unique_lock lock(waiters_.mutex_);
  woken_.wait_for(lock, std::chrono::nanoseconds(std::min(nanos, kLongestNs)),
                  [this] { return reached_; });
}

void ParkedWaiters::wakeReached(std::int64_t written, std::int64_t synced) {
  if (count_.load() == 0) {
    return;
  }
  const std::lock_guard guard(mutex_);
  for (Node* node = first_; node != nullptr; node = node->behind_) {
    const std::int64_t position = node->level_ == Durability::SYNCED ? synced : written;
    if (node->sequence_ <= position && !node->reached_) {
      node->reached_ = true;
      node->woken_.notify_one();
    }
  }
}

void ParkedWaiters::wakeAll() {
  constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
  wakeReached(kAll, kAll);
}

}  // namespace tandem::wal
