#include "tandem/matching/far_levels.hpp"

#include <algorithm>
#include <utility>

namespace tandem::matching {

std::size_t FarLevels::ceilingIn(const i64* keys, std::size_t size, i64 key) {
  std::size_t from = 0;
  for (std::size_t length = size; length > 1;) {
    const std::size_t half = length / 2;
    // A move, not a branch: the comparison is as random as the key.
    from = keys[from + half - 1] < key ? from + half : from;
    length -= half;
  }
  return from < size && keys[from] < key ? from + 1 : from;
}

std::size_t FarLevels::leafOf(i64 key) const {
  const std::size_t l = ceilingIn(firstKeys_.data(), firstKeys_.size(), key);
  // Below the first leaf this goes round to kBelowAll.
  return l < firstKeys_.size() && firstKeys_[l] == key ? l : l - 1;
}

u32 FarLevels::find(i64 key) const {
  const std::size_t l = leafOf(key);
  if (l == kBelowAll) {
    return 0;
  }
  const Leaf& leaf = *leaves_[l];
  const std::size_t i = ceilingIn(leaf.keys.data(), leaf.size, key);
  return i < leaf.size && leaf.keys[i] == key ? leaf.levels[i] : 0;
}

i64 FarLevels::ceiling(i64 key) const {
  const std::size_t l = leafOf(key);
  if (l == kBelowAll) {
    return first();
  }
  const Leaf& leaf = *leaves_[l];
  const std::size_t i = ceilingIn(leaf.keys.data(), leaf.size, key);
  if (i < leaf.size) {
    return leaf.keys[i];
  }
  return l + 1 < leaves_.size() ? firstKeys_[l + 1] : kNone;
}

i64 FarLevels::lower(i64 key) const {
  const std::size_t l = leafOf(key);
  if (l == kBelowAll) {
    return kNone;
  }
  const Leaf& leaf = *leaves_[l];
  const std::size_t i = ceilingIn(leaf.keys.data(), leaf.size, key);
  if (i > 0) {
    return leaf.keys[i - 1];
  }
  return l == 0 ? kNone : leaves_[l - 1]->keys[leaves_[l - 1]->size - 1];
}

void FarLevels::insert(i64 key, u32 level) {
  if (leaves_.empty()) {
    insertLeaf(0, newLeaf());
  }
  std::size_t l = leafOf(key);
  l = l == kBelowAll ? 0 : l;
  if (leaves_[l]->size == kLeaf) {
    split(l);
    if (key >= firstKeys_[l + 1]) {
      l++;
    }
  }
  Leaf& leaf = *leaves_[l];
  const std::size_t i = ceilingIn(leaf.keys.data(), leaf.size, key);
  std::copy_backward(leaf.keys.begin() + i, leaf.keys.begin() + leaf.size,
                     leaf.keys.begin() + leaf.size + 1);
  std::copy_backward(leaf.levels.begin() + i, leaf.levels.begin() + leaf.size,
                     leaf.levels.begin() + leaf.size + 1);
  leaf.keys[i] = key;
  leaf.levels[i] = level;
  leaf.size++;
  firstKeys_[l] = leaf.keys[0];
  size_++;
}

void FarLevels::split(std::size_t at) {
  constexpr std::size_t half = kLeaf / 2;
  std::unique_ptr<Leaf> right = newLeaf();
  Leaf& left = *leaves_[at];
  std::copy(left.keys.begin() + half, left.keys.end(), right->keys.begin());
  std::copy(left.levels.begin() + half, left.levels.end(), right->levels.begin());
  right->size = kLeaf - half;
  insertLeaf(at + 1, std::move(right));
  left.size = half;
}

u32 FarLevels::remove(i64 key) {
  const std::size_t l = leafOf(key);
  Leaf& leaf = *leaves_[l];
  const std::size_t i = ceilingIn(leaf.keys.data(), leaf.size, key);
  const u32 level = leaf.levels[i];
  std::copy(leaf.keys.begin() + i + 1, leaf.keys.begin() + leaf.size, leaf.keys.begin() + i);
  std::copy(leaf.levels.begin() + i + 1, leaf.levels.begin() + leaf.size, leaf.levels.begin() + i);
  leaf.size--;
  if (leaf.size == 0) {
    removeLeaf(l);
  } else {
    firstKeys_[l] = leaf.keys[0];
  }
  size_--;
  return level;
}

std::unique_ptr<FarLevels::Leaf> FarLevels::newLeaf() {
  if (spare_.empty()) {
    return std::make_unique<Leaf>();
  }
  std::unique_ptr<Leaf> leaf = std::move(spare_.back());
  spare_.pop_back();
  return leaf;
}

void FarLevels::insertLeaf(std::size_t at, std::unique_ptr<Leaf> leaf) {
  const auto place = static_cast<std::ptrdiff_t>(at);
  if (leaves_.size() == leaves_.capacity()) {
    // For the leaf also when it is given back, and before anything changes.
    const std::size_t room = std::max(std::size_t{4}, leaves_.size() * 2);
    spare_.reserve(room);
    firstKeys_.reserve(room);
    leaves_.reserve(room);
  }
  firstKeys_.insert(firstKeys_.begin() + place, leaf->size == 0 ? kNone : leaf->keys[0]);
  leaves_.insert(leaves_.begin() + place, std::move(leaf));
}

void FarLevels::removeLeaf(std::size_t at) {
  const auto place = static_cast<std::ptrdiff_t>(at);
  spare_.push_back(std::move(leaves_[at]));
  leaves_.erase(leaves_.begin() + place);
  firstKeys_.erase(firstKeys_.begin() + place);
}

}  // namespace tandem::matching
