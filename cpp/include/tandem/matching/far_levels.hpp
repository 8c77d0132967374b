#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::matching {

/**
 * The price levels outside the window: a sorted sequence of leaves of up to 128 levels, found by
 * binary search, first in the leaves' first keys and then in the leaf.
 *
 * Reading the first key is O(1); the other operations cost O(log n) comparisons and the shift of at
 * most one leaf. Leaves are kept for use again. For one thread at a time.
 */
class FarLevels {
 public:
  /** No key of a level, for prices are above 0. */
  static constexpr i64 kNone = 0;

  std::size_t size() const { return size_; }
  /** The lowest key, or kNone. */
  i64 first() const { return size_ == 0 ? kNone : firstKeys_[0]; }
  /** The level with this key, or 0. */
  u32 find(i64 key) const;
  /** The lowest key that is not below this one, or kNone. */
  i64 ceiling(i64 key) const;
  /** The highest key below this one, or kNone. */
  i64 lower(i64 key) const;
  /** Adds a level whose key is not there yet. */
  void insert(i64 key, u32 level);
  /** Removes the key of a level, which is there; answers the level. */
  u32 remove(i64 key);

 private:
  static constexpr std::size_t kLeaf = 128;
  static constexpr std::size_t kBelowAll = std::numeric_limits<std::size_t>::max();

  struct Leaf {
    std::array<i64, kLeaf> keys;
    std::array<u32, kLeaf> levels;
    std::size_t size = 0;
  };

  /** The leaf whose keys enclose this one, kBelowAll if the key is below all. */
  std::size_t leafOf(i64 key) const;
  static std::size_t ceilingIn(const i64* keys, std::size_t size, i64 key);
  std::unique_ptr<Leaf> newLeaf();
  void insertLeaf(std::size_t at, std::unique_ptr<Leaf> leaf);
  void removeLeaf(std::size_t at);
  void split(std::size_t at);

  std::vector<std::unique_ptr<Leaf>> leaves_;
  std::vector<i64> firstKeys_;
  std::vector<std::unique_ptr<Leaf>> spare_;
  std::size_t size_ = 0;
};

}  // namespace tandem::matching
