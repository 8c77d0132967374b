#include "tandem/command/id_index.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

namespace tandem::command {

IdIndex::IdIndex(u32 expected) {
  const u32 most = kMaxCapacity / 4;
  const u32 capacity = std::bit_ceil(std::clamp(expected, u32{8}, most)) * 2;
  keys_.resize(capacity);
  places_.resize(capacity);
  ids_.reserve(capacity / 2);
  mask_ = capacity - 1;
}

u32 IdIndex::add(i64 id, u32 at) {
  if (size() > mask_ / 2) {
    grow();
    at = placeOf(id);
  }
  ids_.push_back(id);
  keys_[at] = id;
  places_[at] = size();
  return size() - 1;
}

void IdIndex::grow() {
  const u32 capacity = (mask_ + 1) * 2;
  if (capacity > kMaxCapacity) {
    throw std::length_error("more ids than an index has room for");
  }
  // All memory before any change, so that a failure leaves the index as it is.
  std::vector<i64> keys(capacity);
  std::vector<u32> places(capacity);
  ids_.reserve(capacity / 2);
  keys_.swap(keys);
  places_.swap(places);
  mask_ = capacity - 1;
  for (u32 i = 0; i < size(); i++) {
    const u32 at = placeOf(ids_[i]);
    keys_[at] = ids_[i];
    places_[at] = i + 1;
  }
}

std::vector<u32> IdIndex::sortedIndexes() const {
  std::vector<u32> numbers(ids_.size());
  std::iota(numbers.begin(), numbers.end(), u32{0});
  std::sort(numbers.begin(), numbers.end(), [this](u32 a, u32 b) { return ids_[a] < ids_[b]; });
  return numbers;
}

}  // namespace tandem::command
