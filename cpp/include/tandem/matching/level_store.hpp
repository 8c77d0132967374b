#pragma once

#include <vector>

#include "tandem/command/integers.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

/**
 * The memory of the books' price levels: rows of 32 bytes, addressed by a number above 0. Only
 * levels with orders have one; numbers are given out last-in first-out. So however far the prices
 * are scattered, what is touched of levels is as much memory as there are levels.
 *
 *     | oldest << 32, youngest order | open lots | key | orders |
 *
 * A queue is a list through the orders, with both ends in the row. An order knows the number of its
 * level, so it is taken off without its price being looked up. Row 0 stays all zeros. For one
 * thread at a time.
 */
class LevelStore {
 public:
  explicit LevelStore(OrderStore& orders) : orders_(orders), rows_(kInitialRows) {}

  /**
   * Puts an order with these open lots at the end of a level's queue, or, where level is 0, into a
   * new level with this key; the number of the level. Whether there is one is a coin toss in a thin
   * book, so there is no branch on it.
   */
  u32 enter(u32 level, i64 key, u32 order, i64 lots) {
    if (free_ == 0) {
      makeRow();
    }
    const u64 keep = u64{0} - static_cast<u64>(level != 0);
    const u32 at = level | (free_ & ~static_cast<u32>(keep));
    Row& row = rows_[at];
    free_ = static_cast<u32>((free_ & keep) | (row.ends & ~keep));
    row.ends = orders_.append(order, row.ends & keep, at, lots);
    row.quantity = static_cast<i64>(bitsOf(row.quantity) & keep) + lots;
    row.key = key;
    row.count = static_cast<i64>(bitsOf(row.count) & keep) + 1;
    return at;
  }

  /** Gives the row of a level back if it is empty, as unlink() and behead() say; no branch. */
  void closeIf(bool empty, u32 level) {
    const u32 gone = u32{0} - u32{empty};
    rows_[level].ends |= free_ & gone;
    free_ = (free_ & ~gone) | (level & gone);
  }

  /** Fetches the row of a level that is or was, or of 0. */
  [[gnu::always_inline]] void touch(u32 level) const { __builtin_prefetch(&rows_[level], 1); }

  /** The oldest order. */
  u32 head(u32 level) const { return static_cast<u32>(rows_[level].ends >> 32); }
  /** Open lots. */
  i64 quantity(u32 level) const { return rows_[level].quantity; }
  i64 key(u32 level) const { return rows_[level].key; }
  /** Number of orders. */
  i64 count(u32 level) const { return rows_[level].count; }

  /** Takes lots off, of an order that stays. */
  void reduce(u32 level, i64 lots) { rows_[level].quantity -= lots; }

  /** Takes an order with these open lots out of the queue; whether none is left. */
  bool unlink(u32 level, u32 order, i64 lots) {
    Row& row = rows_[level];
    row.ends = orders_.unlink(order, row.ends);
    row.quantity -= lots;
    row.count--;
    return row.ends == 0;
  }

  /**
   * Makes head the oldest order after so many older orders and their lots have gone; whether none
   * is left, which is when head is 0.
   */
  bool behead(u32 level, u32 head, i64 gone, i64 lots) {
    Row& row = rows_[level];
    orders_.behead(head);
    row.ends = head == 0 ? 0 : u64{head} << 32 | (row.ends & kLow);
    row.quantity -= lots;
    row.count -= gone;
    return head == 0;
  }

 private:
  struct Row {
    /** Of a free row the number of the next free one. */
    u64 ends;
    i64 quantity;
    i64 key;
    i64 count;
  };
  static_assert(sizeof(Row) == 32);

  /** Makes a row that is free, where none is. */
  void makeRow() {
    if (fresh_ == rows_.size()) {
      rows_.resize(rows_.size() * 2);
    }
    rows_[fresh_].ends = 0;
    free_ = fresh_++;
  }

  static constexpr u64 kLow = 0xffff'ffff;
  static constexpr u32 kInitialRows = 256;

  OrderStore& orders_;
  std::vector<Row> rows_;
  u32 fresh_ = 1;
  u32 free_ = 0;
};

}  // namespace tandem::matching
