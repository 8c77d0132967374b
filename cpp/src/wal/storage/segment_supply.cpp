#include "tandem/wal/storage/segment_supply.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace tandem::wal {
namespace {

/** How long it waits before it looks for room again. */
constexpr std::chrono::milliseconds kRoomRetry{50};

}  // namespace

SegmentSupply::SegmentSupply(const WalConfig& config, SegmentMaker maker, std::int64_t firstNumber,
                             std::function<void(const std::string&)> onFailure,
                             std::function<void()> onReady)
    : maker_(std::move(maker)),
      ahead_(config.segmentsAhead),
      inReserve_(config.segmentsInReserve),
      low_(std::min(ahead_, std::max(inReserve_ + 2, (ahead_ + 1) / 2))),
      onFailure_(std::move(onFailure)),
      onReady_(std::move(onReady)),
      nextNumber_(firstNumber) {}

std::shared_ptr<Segment> SegmentSupply::poll() {
  const std::lock_guard guard(mutex_);
  if (ready_.empty() || (static_cast<int>(ready_.size()) <= inReserve_ && !isOutOfRoom())) {
    return nullptr;
  }
  std::shared_ptr<Segment> segment = std::move(ready_.front());
  ready_.pop_front();
  give(segment);
  wanted_.notify_one();
  return segment;
}

std::shared_ptr<Segment> SegmentSupply::first() {
  std::shared_ptr<Segment> segment = make();
  const std::lock_guard guard(mutex_);
  give(segment);
  return segment;
}

/** With the mutex held. */
void SegmentSupply::give(const std::shared_ptr<Segment>& segment) {
  std::erase_if(given_, [](const auto& each) { return each->isClosedAcquire(); });
  given_.push_back(segment);
}

void SegmentSupply::awaitReserve() {
  std::unique_lock lock(mutex_);
  tried_.wait(lock, [this] {
    return stopped_ || static_cast<int>(ready_.size()) >= inReserve_ || isOutOfRoom();
  });
}

void SegmentSupply::recycle(const std::filesystem::path& path) {
  const std::lock_guard guard(mutex_);
  retired_.push_back(path);
  wanted_.notify_one();
}

bool SegmentSupply::wantsRetired() {
  const std::lock_guard guard(mutex_);
  return !stopped_ && static_cast<int>(retired_.size()) < ahead_;
}

void SegmentSupply::submit(Chore chore) {
  const std::lock_guard guard(mutex_);
  chores_.push_back(std::move(chore));
  wanted_.notify_one();
}

void SegmentSupply::abandonGiven() {
  std::deque<std::shared_ptr<Segment>> given;
  {
    const std::lock_guard guard(mutex_);
    given.swap(given_);
  }
  for (const auto& segment : given) {
    segment->abandon();
  }
}

void SegmentSupply::run() {
  try {
    while (true) {
      const Work work = awaitWork();
      if (work.chore) {
        work.chore();
      } else if (work.over || !fill()) {
        break;
      }
    }
  } catch (const std::exception& failure) {
    onFailure_(failure.what());
  }
  abandonReady();
}

/** A chore, or nothing if segments are wanted or it is over. */
SegmentSupply::Work SegmentSupply::awaitWork() {
  std::unique_lock lock(mutex_);
  bool retry = false;
  while (true) {
    if (!chores_.empty()) {
      Chore chore = std::move(chores_.front());
      chores_.pop_front();
      return {std::move(chore), false};
    }
    if (stopped_) {
      return {nullptr, true};
    }
    const bool wants = wantsOne();
    if (wants && (!starved_ || retry)) {
      return {nullptr, false};
    }
    if (wants) {
      retry = wanted_.wait_for(lock, kRoomRetry) == std::cv_status::timeout;
    } else {
      wanted_.wait(lock);
    }
  }
}

/** With the mutex held. */
bool SegmentSupply::wantsOne() {
  const int count = static_cast<int>(ready_.size());
  filling_ = count < ahead_ && (filling_ || count < low_);
  return count < ahead_ && (filling_ || !retired_.empty());
}

/** Makes one segment; returns false if it is over. */
bool SegmentSupply::fill() {
  {
    const std::lock_guard guard(mutex_);
    if (stopped_) {
      return false;
    }
    if (!wantsOne()) {
      return true;
    }
  }
  std::shared_ptr<Segment> segment;
  try {
    segment = make();
  } catch (const IoException& failure) {
    if (!maker_.isFull(failure)) {
      throw;
    }
  }
  {
    const std::lock_guard guard(mutex_);
    starved_ = segment == nullptr;
    if (segment != nullptr) {
      ready_.push_back(std::move(segment));
    }
    // One segment alone is no reason to take records for which there is no reserve.
    outOfRoom_.store(starved_ || (isOutOfRoom() && static_cast<int>(ready_.size()) < inReserve_),
                     std::memory_order_release);
    tried_.notify_all();
  }
  onReady_();
  return true;
}

std::shared_ptr<Segment> SegmentSupply::make() {
  std::filesystem::path old;
  std::int64_t number;
  {
    const std::lock_guard guard(mutex_);
    number = nextNumber_;
    if (!retired_.empty()) {
      old = std::move(retired_.front());
      retired_.pop_front();
    }
  }
  std::shared_ptr<Segment> segment = maker_.make(number, old);
  const std::lock_guard guard(mutex_);
  nextNumber_++;
  (old.empty() ? counts_.made : counts_.recycled)++;
  return segment;
}

void SegmentSupply::stop() {
  const std::lock_guard guard(mutex_);
  stopped_ = true;
  wanted_.notify_one();
  tried_.notify_all();
}

void SegmentSupply::abandonReady() {
  std::deque<std::shared_ptr<Segment>> ready;
  {
    const std::lock_guard guard(mutex_);
    ready.swap(ready_);
  }
  for (const auto& segment : ready) {
    try {
      segment->abandon();
    } catch (const IoException& failure) {
      onFailure_(failure.what());
    }
  }
}

bool SegmentSupply::isExhausted() {
  const std::lock_guard guard(mutex_);
  return isOutOfRoom() && ready_.empty();
}

int SegmentSupply::readyCount() {
  const std::lock_guard guard(mutex_);
  return static_cast<int>(ready_.size());
}

SegmentSupply::Counts SegmentSupply::counts() {
  const std::lock_guard guard(mutex_);
  return counts_;
}

}  // namespace tandem::wal
