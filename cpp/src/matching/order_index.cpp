#include "tandem/matching/order_index.hpp"

#include <stdexcept>

namespace tandem::matching {

OrderIndex::OrderIndex(const OrderStore& orders)
    : orders_(orders), table_(kInitialPlaces), shift_(shiftOf(kInitialPlaces)) {}

u32 OrderIndex::search(i64 id) {
  const u32 h = hash(id);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = home(h, shift_);
  u32 order = 0;
  while (table_[at] != 0) {
    if (is(table_[at], h, id)) {
      order = orderOf(table_[at]);
      break;
    }
    at = (at + 1) & mask;
  }
  probedId_ = id;
  probed_ = at;
  if (order == 0 && !old_.empty()) {
    order = orderOf(old_[findOld(h, id)]);
  }
  found_ = order;
  return order;
}

std::size_t OrderIndex::findOld(u32 h, i64 id) const {
  const std::size_t mask = old_.size() - 1;
  // It is half as long as the new one.
  std::size_t at = home(h, shift_ + 1);
  while (old_[at] != 0 && !is(old_[at], h, id)) {
    at = (at + 1) & mask;
  }
  return at;
}

void OrderIndex::put(i64 id, u32 order) {
  const u64 place = u64{hash(id)} << 32 | order;
  if (!old_.empty()) {
    takeAlong();
    insert(place);
  } else if (size_ >= table_.size() / (table_.size() <= kSmall ? 4 : 2)) {
    grow();
    insert(place);
  } else if (id == probedId_) {
    table_[probed_] = place;
  } else {
    insert(place);
  }
  probedId_ = 0;
  size_++;
}

void OrderIndex::insert(u64 place) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = home(hashOf(place), shift_);
  while (table_[at] != 0) {
    at = (at + 1) & mask;
  }
  table_[at] = place;
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

void OrderIndex::remove(i64 id) {
  get(id);
  probedId_ = 0;
  if (table_[probed_] == 0) {
    old_[findOld(hash(id), id)] = kLeft;
    return;
  }
  size_--;
  closeGap(probed_);
}

void OrderIndex::closeGap(std::size_t gap) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = (gap + 1) & mask; table_[at] != 0; at = (at + 1) & mask) {
    const std::size_t start = home(hashOf(table_[at]), shift_);
    // A place may fill the gap if its home is not between the gap and itself.
    if (((at - start) & mask) >= ((at - gap) & mask)) {
      table_[gap] = table_[at];
      gap = at;
    }
  }
  table_[gap] = 0;
}

}  // namespace tandem::matching
