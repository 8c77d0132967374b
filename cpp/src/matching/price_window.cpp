#include "tandem/matching/price_window.hpp"

#include <algorithm>

namespace tandem::matching {

void PriceWindow::allocate(u32 capacity) {
  std::vector<u32> cells(capacity);
  std::vector<u64> leaf(capacity >> 6);
  std::vector<u64> node(std::max(u32{1}, capacity >> 12));
  std::vector<u64> root(std::max(u32{1}, capacity >> 18));
  cells_.swap(cells);
  leaf_.swap(leaf);
  node_.swap(node);
  root_.swap(root);
  mask_ = capacity - 1;
}

u32 PriceWindow::nextWord(u32 i) const {
  const u32 l = i >> 6;
  // -2 shifted by l has the bits above l, none for l = 63.
  u64 word = node_[l >> 6] & (~u64{1} << (l & 63));
  u32 n = l & ~u32{63};
  if (word == 0) {
    const u32 m = nextNode(l >> 6);
    n = m << 6;
    word = node_[m];
  }
  const u32 w = n | lowest(word);
  return w << 6 | lowest(leaf_[w]);
}

u32 PriceWindow::nextNode(u32 m) const {
  u32 r = m >> 6;
  u64 up = root_[r] & (~u64{1} << (m & 63));
  while (up == 0) {
    r = (r + 1) & static_cast<u32>(root_.size() - 1);
    up = root_[r];
  }
  return r << 6 | lowest(up);
}

void PriceWindow::grow(u32 capacity) {
  const std::vector<u32> oldCells = cells_;
  const std::vector<u64> oldLeaf = leaf_;
  const u32 oldMask = mask_;
  const u32 begin = static_cast<u32>(bitsOf(first_));
  allocate(capacity);
  size_ = 0;
  for (u32 w = 0; w < oldLeaf.size(); w++) {
    for (u64 word = oldLeaf[w]; word != 0; word &= word - 1) {
      const u32 i = w << 6 | lowest(word);
      put(static_cast<i64>(bitsOf(first_) + ((i - begin) & oldMask)), oldCells[i]);
    }
  }
}

}  // namespace tandem::matching
