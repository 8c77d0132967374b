#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "tandem/command/integers.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

/**
 * From order id to order, for any 64-bit ids but 0: open addressing with linear probing and
 * backshift deletion (Knuth, volume 3, 6.4, algorithm R). A place is 8 bytes, the id's hash in the
 * high half and the order in the low half; whether the id is the right one is seen in the order's
 * row, which is needed anyway.
 *
 * Eight neighbouring ids share one group of 64 bytes, so dense ids hit few cache lines; the groups
 * are spread by a multiplicative hash (Knuth, 6.4). A small table is at most a quarter full, for a
 * second probe costs a mispredicted branch; a larger one at most half, for it costs cache misses. A
 * full table is not copied at once: a larger one takes its place, and each id that is added takes
 * 16 places of the old one along; until that is done, both are searched. For one thread at a time.
 */
class OrderIndex {
 public:
  explicit OrderIndex(const OrderStore& orders);

  /** The order with this id, or 0. */
  u32 get(i64 id) { return id == probedId_ ? found_ : search(id); }
  /** The same, for readers: it remembers nothing, so several threads may call it. */
  u32 find(i64 id) const;
  /** Fetches where a search for this id begins. */
  [[gnu::always_inline]] void touch(i64 id) const {
    __builtin_prefetch(&table_[home(hash(id), shift_)], 1);
  }
  /** The order that most likely has this id, by its hash and without a look at its row; or 0. */
  u32 guess(i64 id) const {
    const u32 h = hash(id);
    const std::size_t mask = table_.size() - 1;
    std::size_t at = home(h, shift_);
    while (table_[at] != 0 && hashOf(table_[at]) != h) {
      at = (at + 1) & mask;
    }
    return orderOf(table_[at]);
  }
  /** Adds an id that is not there; the order's row has it. */
  void put(i64 id, u32 order);
  /** Removes an id that is there. */
  void remove(i64 id);

 private:
  static constexpr std::size_t kInitialPlaces = std::size_t{1} << 9;
  static constexpr int kGroupBits = 3;
  static constexpr u32 kGroup = (u32{1} << kGroupBits) - 1;
  static constexpr std::size_t kSmall = std::size_t{1} << 14;
  static constexpr std::size_t kStep = 16;
  static constexpr std::size_t kMaxPlaces = std::size_t{1} << 31;
  /** A place of the old table whose order has left it: not empty, but no order's. */
  static constexpr u64 kLeft = u64{1} << 63;

  /** The hash of the group above the place of the id in it. */
  static u32 hash(i64 id) {
    const u64 h = (bitsOf(id) >> kGroupBits) * 0x9E3779B97F4A7C15;
    return (static_cast<u32>(h >> 32) & ~kGroup) | (static_cast<u32>(id) & kGroup);
  }
  /** Where a search for this hash begins in a table with this shift. */
  static std::size_t home(u32 hash, int shift) {
    return (hash >> shift << kGroupBits) | (hash & kGroup);
  }
  /** What leaves of a hash the number of its group in a table of this length. */
  static int shiftOf(std::size_t length) {
    return std::countl_zero(static_cast<u32>(length - 1)) + kGroupBits;
  }
  static u32 hashOf(u64 place) { return static_cast<u32>(place >> 32); }
  static u32 orderOf(u64 place) { return static_cast<u32>(place); }

  bool is(u64 place, u32 hash, i64 id) const {
    return hashOf(place) == hash && orders_.id(orderOf(place)) == id;
  }

  u32 search(i64 id);
  /** What was found moves; no order has the id 0, so that is found nowhere. */
  void forgetProbe() {
    probedId_ = 0;
    found_ = 0;
  }
  /** The place of an id in the old table; if it is not there, one whose order is 0. */
  std::size_t findOld(u32 hash, i64 id) const;
  void insert(u64 place);
  void grow();
  void takeAlong();
  void closeGap(std::size_t gap);

  const OrderStore& orders_;
  std::vector<u64> table_;
  int shift_;
  /** What is not yet taken along; empty if nothing is. */
  std::vector<u64> old_;
  /** The places of the old table below this one are taken along. */
  std::size_t moved_ = 0;
  /** Orders in the new table. */
  std::size_t size_ = 0;
  /** The id of the last get(); 0 after a change. A second look-up of it does not search again. */
  i64 probedId_ = 0;
  /** Where it ended in the new table. */
  std::size_t probed_ = 0;
  u32 found_ = 0;
};

// What each command does is here, so that the book has it inlined; growth is not.

inline u32 OrderIndex::search(i64 id) {
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

inline u32 OrderIndex::find(i64 id) const {
  if (id == 0) {
    return 0;
  }
  const u32 h = hash(id);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = home(h, shift_); table_[at] != 0; at = (at + 1) & mask) {
    if (is(table_[at], h, id)) {
      return orderOf(table_[at]);
    }
  }
  return old_.empty() ? 0 : orderOf(old_[findOld(h, id)]);
}

inline void OrderIndex::put(i64 id, u32 order) {
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
  forgetProbe();
  size_++;
}

inline void OrderIndex::insert(u64 place) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = home(hashOf(place), shift_);
  while (table_[at] != 0) {
    at = (at + 1) & mask;
  }
  table_[at] = place;
}

inline void OrderIndex::remove(i64 id) {
  get(id);
  forgetProbe();
  if (table_[probed_] == 0) {
    old_[findOld(hash(id), id)] = kLeft;
    return;
  }
  size_--;
  closeGap(probed_);
}

inline void OrderIndex::closeGap(std::size_t gap) {
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
