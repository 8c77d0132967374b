#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tandem/event/event_record_listener.hpp"

namespace tandem {

/** Event records that wait to be taken, oldest first. For one thread at a time. */
class EventLog final : public event::EventRecordListener {
 public:
  void onEvents(const event::EventBatch& events) override {
    if (taken_ == records_.size()) {
      records_.clear();
      taken_ = 0;
    }
    records_.insert(records_.end(), events.records.begin(), events.records.end());
  }

  std::size_t size() const { return records_.size() - taken_; }
  const event::EventRecord* oldest() const { return records_.data() + taken_; }

  /** Forgets the oldest records, of which there are so many. */
  void take(std::size_t count) {
    taken_ += count;
    if (taken_ >= records_.size() / 2) {
      // Moves at most as many as have gone since the last time.
      records_.erase(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(taken_));
      taken_ = 0;
    }
  }

 private:
  std::vector<event::EventRecord> records_;
  std::size_t taken_ = 0;
};

}  // namespace tandem
