#include "tandem/matching/order_index.hpp"

#include <stdexcept>

namespace tandem::matching {

OrderIndex::OrderIndex(const OrderStore& orders)
    : orders_(orders), table_(kInitialPlaces), shift_(shiftOf(kInitialPlaces)) {}

std::size_t OrderIndex::findOld(u32 h, i64 id) const {
  const std::size_t mask = old_.size() - 1;
  // It is half as long as the new one.
  std::size_t at = home(h, shift_ + 1);
  while (old_[at] != 0 && !is(old_[at], h, id)) {
    at = (at + 1) & mask;
  }
  return at;
}

void OrderIndex::grow() {
  if (table_.size() >= kMaxPlaces) {
    throw std::length_error("more resting orders in one book than its index has room for");
  }
  std::vector<u64> larger(table_.size() * 2);
  old_.swap(table_);
  table_.swap(larger);
  moved_ = 0;
  shift_ = shiftOf(table_.size());
  size_ = 0;
}

void OrderIndex::takeAlong() {
  for (const std::size_t end = moved_ + kStep; moved_ < end; moved_++) {
    const u64 place = old_[moved_];
    if (orderOf(place) != 0) {
      insert(place);
      size_++;
      old_[moved_] = kLeft;
    }
  }
  if (moved_ == old_.size()) {
    std::vector<u64>().swap(old_);
  }
}

}  // namespace tandem::matching
