#include "tandem/risk/held_orders.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace tandem::risk {

HeldOrders::HeldOrders(u32 expected, bool indexed) {
  const u32 capacity = std::bit_ceil(std::clamp(expected, u32{64}, kMaxRows / 2));
  rows_.reserve(capacity);
  // Row 0 is no order's.
  rows_.emplace_back();
  index_.resize(indexed ? std::size_t{capacity} * 4 : 0);
}

u32 HeldOrders::find(i64 userId, i32 symbol, i64 orderId) const {
  const u32 h = hash(symbol, orderId);
  const std::size_t mask = index_.size() - 1;
  for (std::size_t at = h & mask; index_[at] != 0; at = (at + 1) & mask) {
    if (static_cast<u32>(index_[at] >> 32) == h) {
      const auto handle = static_cast<u32>(index_[at]);
      const Row& row = rows_[handle];
      if (row.orderId == orderId && row.userId == userId && row.symbol == symbol) {
        return handle;
      }
    }
  }
  return kNone;
}

u32 HeldOrders::add(i64 userId, i32 symbol, i64 orderId, u8 side, const OrderPlaces& places) {
  if (!index_.empty() && size_ + 1 > index_.size() / 4) {
    growIndex();
  }
  u32 handle = free_;
  if (handle != kNone) {
    free_ = rows_[handle].state;
  } else {
    if (rows_.size() >= kMaxRows) {
      throw std::length_error("more live orders in one risk shard than it has room for");
    }
    handle = static_cast<u32>(rows_.size());
    rows_.emplace_back();
  }
  Row& row = rows_[handle];
  row.orderId = orderId;
  row.userId = userId;
  row.symbol = symbol;
  row.places = places;
  row.state = side;
  row.filled = 0;
  if (!index_.empty()) {
    insert(u64{hash(symbol, orderId)} << 32 | handle);
  }
  size_++;
  return handle;
}

void HeldOrders::remove(u32 handle) {
  if (!index_.empty()) {
    unindex(handle);
  }
  rows_[handle].orderId = 0;
  rows_[handle].state = free_;
  free_ = handle;
  size_--;
}

void HeldOrders::unindex(u32 handle) {
  const std::size_t mask = index_.size() - 1;
  std::size_t hole = hash(rows_[handle].symbol, rows_[handle].orderId) & mask;
  while (static_cast<u32>(index_[hole]) != handle) {
    hole = (hole + 1) & mask;
  }
  // Later places of the run move back over the gap, so that no run has a hole.
  for (std::size_t at = (hole + 1) & mask; index_[at] != 0; at = (at + 1) & mask) {
    const std::size_t home = (index_[at] >> 32) & mask;
    // A place may move if its home is not between the hole and itself.
    if (((at - home) & mask) >= ((at - hole) & mask)) {
      index_[hole] = index_[at];
      hole = at;
    }
  }
  index_[hole] = 0;
}

void HeldOrders::insert(u64 place) {
  const std::size_t mask = index_.size() - 1;
  std::size_t at = (place >> 32) & mask;
  while (index_[at] != 0) {
    at = (at + 1) & mask;
  }
  index_[at] = place;
}

void HeldOrders::growIndex() {
  std::vector<u64> before(index_.size() * 2);
  before.swap(index_);
  for (const u64 place : before) {
    if (place != 0) {
      insert(place);
    }
  }
}

}  // namespace tandem::risk
