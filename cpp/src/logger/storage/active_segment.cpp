#include "tandem/logger/storage/active_segment.hpp"

#include <thread>

#include "tandem/wal/append/cpu.hpp"

namespace tandem::logger {

using std::chrono::steady_clock;

namespace {

constexpr int kSpins = 256;
constexpr int kYields = 16;
constexpr std::chrono::microseconds kPark{50};

}  // namespace

void ActiveSegment::Queue::add(LogSegment* segment) {
  const std::lock_guard guard(mutex_);
  segment->next = nullptr;
  (last_ == nullptr ? first_ : last_->next) = segment;
  last_ = segment;
  size_++;
}

LogSegment* ActiveSegment::Queue::poll() {
  const std::lock_guard guard(mutex_);
  LogSegment* const segment = first_;
  if (segment != nullptr) {
    first_ = segment->next;
    last_ = first_ == nullptr ? nullptr : last_;
    size_--;
  }
  return segment;
}

LogSegment* ActiveSegment::hold(SegmentHold& hold) const {
  LogSegment* segment = current_.load(std::memory_order_acquire);
  while (segment != nullptr) {
    hold.segment_.store(segment);
    LogSegment* const now = current_.load();
    if (now == segment) {
      return segment;
    }
    segment = now;
  }
  hold.release();
  return nullptr;
}

void ActiveSegment::offer(LogSegment* spare) {
  spares_.add(spare);
  fill();
}

void ActiveSegment::passed(LogSegment* segment, std::uint64_t claimWord) {
  segment->setOver();
  if (segment->closes(claimWord)) {
    change(segment, claimWord);
  }
}

void ActiveSegment::roll(LogSegment* segment) {
  std::uint64_t word;
  if (segment->claimRest(word)) {
    segment->setOver();
    change(segment, word);
  }
}

void ActiveSegment::change(LogSegment* segment, std::uint64_t claimWord) {
  segment->close(claimWord);
  retired_.add(segment);
  LogSegment* const next = ended_.load() ? nullptr : spares_.poll();
  if (next == nullptr) {
    current_.store(nullptr);
    vacant_.store(true);
    fill();
  } else {
    install(next);
  }
  wanted_();
}

LogSegment* ActiveSegment::await(SegmentHold& hold, std::int64_t old, bool whileVacant,
                                 std::chrono::nanoseconds bound) const {
  const auto begin = steady_clock::now();
  for (int turn = 0;; turn++) {
    LogSegment* const segment = this->hold(hold);
    if (segment != nullptr && segment->number() != old) {
      return segment;
    }
    hold.release();
    if (ended_.load() || (segment == nullptr && !whileVacant) ||
        (turn >= kSpins && steady_clock::now() - begin >= bound)) {
      return nullptr;
    }
    pause(turn);
  }
}

void ActiveSegment::pause(int turn) {
  if (turn < kSpins) {
    wal::spinHint();
  } else if (turn < kSpins + kYields) {
    std::this_thread::yield();
  } else {
    std::this_thread::sleep_for(kPark);
  }
}

void ActiveSegment::end(SegmentHold& hold) {
  ended_.store(true);
  for (int turn = 0;; turn++) {
    if (LogSegment* const segment = this->hold(hold)) {
      roll(segment);
      hold.release();
    } else if (vacant_.load()) {
      return;
    }
    pause(turn);
  }
}

void ActiveSegment::fill() {
  while (vacant_.load() && spares_.size() > 0 && !ended_.load()) {
    bool vacant = true;
    if (vacant_.compare_exchange_strong(vacant, false)) {
      // Read again with the right in hand: end waits until nobody has it.
      LogSegment* const next = ended_.load() ? nullptr : spares_.poll();
      if (next != nullptr) {
        install(next);
        return;
      }
      vacant_.store(true);
    }
  }
}

void ActiveSegment::install(LogSegment* next) {
  next->begin();
  starved_.store(false, std::memory_order_relaxed);
  current_.store(next);
}

}  // namespace tandem::logger
