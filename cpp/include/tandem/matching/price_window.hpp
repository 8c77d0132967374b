#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::matching {

/**
 * The price levels near the touch of one side: a ring of one cell per tick, with a three-level
 * bitmap of 64-ary nodes over the cells that have a level. A cell is the number of the level, and
 * counts only where the bitmap's bit is set.
 *
 * The window covers the keys from first() to last(), both on the bounds of 64 keys, and at most
 * capacity() of them. A key lives in the cell of its low bits, so the window slides without moving
 * a level, and a level comes and goes with a bit. Finding the next level is at most twelve word
 * reads. For one thread at a time.
 */
class PriceWindow {
 public:
  /** Keys of one word of the lowest bitmap; the ends of the window lie on its multiples. */
  static constexpr i64 kWord = 64;
  static constexpr u32 kMinCapacity = u32{1} << 10;
  /** Wide enough for a side a million ticks deep, of which a quarter is kept for the walk. */
  static constexpr u32 kMaxCapacity = u32{1} << 21;

  /** Cells of a window that are in a near cache. */
  static constexpr u32 kNarrow = u32{1} << 16;

  explicit PriceWindow(u32 capacity) { allocate(capacity); }

  u32 capacity() const { return mask_ + 1; }
  /** Number of levels in the window. */
  std::size_t size() const { return size_; }
  /** Number of keys that are covered. */
  i64 length() const { return length_; }
  /** The lowest key covered, if length() is not 0. */
  i64 first() const { return first_; }
  /** The highest key covered, if length() is not 0. */
  i64 last() const { return static_cast<i64>(bitsOf(first_) + bitsOf(length_) - 1); }

  bool covers(i64 key) const { return bitsOf(key) - bitsOf(first_) < bitsOf(length_); }

  /** Fetches the place of a key, which is another one's if this one is not covered. */
  [[gnu::always_inline]] void touch(i64 key) const {
    const u32 i = cell(key);
    __builtin_prefetch(&leaf_[i >> 6], 1);
    __builtin_prefetch(&cells_[i], 1);
  }

  /** The level of a covered key, or 0. */
  u32 level(i64 key) const {
    const u32 i = cell(key);
    const u32 isThere = static_cast<u32>(leaf_[i >> 6] >> (i & 63) & 1);
    // In a narrow window the answer is a coin toss and the cell near: no branch. In a wide one
    // there seldom is a level, and the cell is far.
    if (mask_ >= kNarrow && isThere == 0) {
      return 0;
    }
    return cells_[i] & (u32{0} - isThere);
  }

  /** Puts a level in, whose key is covered and has none unless it has this one. */
  void put(i64 key, u32 level, bool isNew = true) {
    const u32 i = cell(key);
    cells_[i] = level;
    leaf_[i >> 6] |= bit(i);
    node_[i >> 12] |= bit(i >> 6);
    root_[i >> 18] |= bit(i >> 12);
    size_ += isNew;
  }

  /** Takes the level of a covered key out, if it is empty; no branch on that. */
  void remove(i64 key, bool empty = true) {
    const u32 i = cell(key);
    size_ -= empty;
    if ((leaf_[i >> 6] &= ~(u64{empty} << (i & 63))) == 0 &&
        (node_[i >> 12] &= ~bit(i >> 6)) == 0) {
      root_[i >> 18] &= ~bit(i >> 12);
    }
  }

  /**
   * The lowest key of a level that is not below this one, going round the ring: the caller knows
   * that the window is not empty.
   */
  i64 ceilingRound(i64 key) const {
    const u32 i = cell(key);
    const u64 word = leaf_[i >> 6] & (~u64{0} << (i & 63));
    return keyOf(word != 0 ? (i & ~u32{63}) | lowest(word) : nextWord(i));
  }

  /** The levels in this key's word of 64 keys, a bit for each. */
  u64 word(i64 key) const { return leaf_[cell(key) >> 6]; }

  /**
   * Covers these keys from now on. Levels stay where they are: the caller has moved those that are
   * no longer covered.
   */
  void cover(i64 first, i64 length) {
    first_ = first;
    length_ = length;
  }

  /** Makes the ring larger; the levels keep their keys. */
  void grow(u32 capacity);

 private:
  void allocate(u32 capacity);
  u32 nextWord(u32 i) const;
  u32 nextNode(u32 m) const;

  static u64 bit(u32 i) { return u64{1} << (i & 63); }
  static u32 lowest(u64 word) { return static_cast<u32>(std::countr_zero(word)); }
  u32 cell(i64 key) const { return static_cast<u32>(bitsOf(key)) & mask_; }
  i64 keyOf(u32 i) const {
    return static_cast<i64>(bitsOf(first_) + ((i - static_cast<u32>(bitsOf(first_))) & mask_));
  }

  std::vector<u32> cells_;
  std::vector<u64> leaf_;
  std::vector<u64> node_;
  std::vector<u64> root_;
  u32 mask_ = 0;
  i64 first_ = 0;
  i64 length_ = 0;
  std::size_t size_ = 0;
};

}  // namespace tandem::matching
