#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "tandem/command/integers.hpp"

namespace tandem::matching {

/**
 * Leftist trees over numbers above 0: heaps that meld. A node is in one heap at most, a heap is
 * known by its first node, an empty one by 0. All operations take time logarithmic in the nodes of
 * the heaps, also in the worst case.
 *
 * What precedes(node, other), a total order, says of two nodes must not change while both are in
 * one heap. For one thread at a time; allocates only to grow.
 */
class LeftistHeap {
 public:
  /** Makes a node the only one of a heap. */
  void single(u32 node) {
    if (node >= nodes_.size()) {
      nodes_.resize(std::max<std::size_t>(node + std::size_t{1}, nodes_.size() * 2));
    }
    nodes_[node] = {0, 0, 0, 1};
  }

  /** The first node of two heaps, which become one. */
  template <class Precedes>
  u32 meld(u32 first, u32 second, const Precedes& precedes) {
    const u32 root = join(first, second, precedes);
    nodes_[root].parent = 0;
    return root;
  }

  /** Whether the first node of a heap is its only one. */
  bool isAlone(u32 first) const {
    // What lies to the right has never more than what lies to the left.
    return nodes_[first].left == 0;
  }

  /** The first node of a heap once a node of it has gone. */
  template <class Precedes>
  u32 remove(u32 first, u32 node, const Precedes& precedes) {
    const u32 parent = nodes_[node].parent;
    const u32 below = meld(nodes_[node].left, nodes_[node].right, precedes);
    if (parent == 0) {
      return below;
    }
    (nodes_[parent].left == node ? nodes_[parent].left : nodes_[parent].right) = below;
    if (below != 0) {
      nodes_[below].parent = parent;
    }
    for (u32 n = parent; n != 0 && rank(n); n = nodes_[n].parent) {
      // A rank that stays changes none above it.
    }
    return first;
  }

 private:
  struct Node {
    u32 left = 0;
    u32 right = 0;
    u32 parent = 0;
    /** Nodes on the way to the right, itself included; those to the left are no fewer. */
    u32 rank = 0;
  };

  /** As deep as the ways to the right of both are long. */
  template <class Precedes>
  u32 join(u32 one, u32 two, const Precedes& precedes) {
    if (one == 0 || two == 0) {
      return one | two;
    }
    if (precedes(two, one)) {
      std::swap(one, two);
    }
    const u32 below = join(nodes_[one].right, two, precedes);
    nodes_[one].right = below;
    nodes_[below].parent = one;
    rank(one);
    return one;
  }

  /** Sets the rank of a node whose children have changed; whether it is another than before. */
  bool rank(u32 node) {
    Node& n = nodes_[node];
    if (nodes_[n.left].rank < nodes_[n.right].rank) {
      std::swap(n.left, n.right);
    }
    const u32 before = n.rank;
    n.rank = nodes_[n.right].rank + 1;
    return n.rank != before;
  }

  std::vector<Node> nodes_{64};
};

}  // namespace tandem::matching
