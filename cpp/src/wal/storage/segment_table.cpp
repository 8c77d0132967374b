#include "tandem/wal/storage/segment_table.hpp"

#include <utility>

namespace tandem::wal {

void SegmentTable::add(Entry entry) {
  const std::lock_guard guard(mutex_);
  const std::int64_t number = entry.number;
  byNumber_.insert_or_assign(number, std::move(entry));
}

std::int64_t SegmentTable::firstSequence() const {
  const std::lock_guard guard(mutex_);
  return byNumber_.empty() ? -1 : byNumber_.begin()->second.firstSequence;
}

std::int64_t SegmentTable::firstNumber() const {
  const std::lock_guard guard(mutex_);
  return byNumber_.begin()->first;
}

std::optional<SegmentTable::Entry> SegmentTable::of(std::int64_t sequence) const {
  const std::lock_guard guard(mutex_);
  std::optional<Entry> found;
  for (const auto& [number, entry] : byNumber_) {
    if (found && entry.firstSequence > sequence) {
      break;
    }
    found = entry;
  }
  return found;
}

std::vector<SegmentTable::Entry> SegmentTable::below(std::int64_t sequence) const {
  const std::lock_guard guard(mutex_);
  std::vector<Entry> found;
  const Entry* previous = nullptr;
  for (const auto& [number, entry] : byNumber_) {
    if (entry.firstSequence > sequence) {
      break;
    }
    if (previous != nullptr) {
      found.push_back(*previous);
    }
    previous = &entry;
  }
  return found;
}

void SegmentTable::remove(const Entry& entry) {
  const std::lock_guard guard(mutex_);
  byNumber_.erase(entry.number);
}

std::vector<SegmentTable::Entry> SegmentTable::all() const {
  const std::lock_guard guard(mutex_);
  std::vector<Entry> found;
  for (const auto& [number, entry] : byNumber_) {
    found.push_back(entry);
  }
  return found;
}

}  // namespace tandem::wal
