#pragma once

#include <algorithm>
#include <vector>

#include "tandem/matching/leftist_heap.hpp"
#include "tandem/matching/trigger_price.hpp"

namespace tandem::matching {

class StopStore;

/**
 * The memory of a shard's orders that trail: beside the row of each in StopStore its offset and its
 * place in a group, and the groups; see TrailingSide. 32 bytes an order and 40 a group, of which
 * there are no more than orders.
 *
 * A group that is merged into another one remains as long as an order has its number, so that
 * merging renames no orders: the group of an order is found in as many steps as the logarithm of
 * the groups that are merged in it. For one thread at a time.
 */
class TrailingStore {
 public:
  explicit TrailingStore(const StopStore& stops) : stops_(stops) {}
  TrailingStore(const TrailingStore&) = delete;
  TrailingStore& operator=(const TrailingStore&) = delete;

  /** The number of a new group without orders. */
  u32 open(bool rise, bool inPpm, i64 best);
  /** Puts an order, which has its row, into a group. */
  void add(u32 order, i64 offset, u32 group);
  /** Takes an order out of its group, whose number is free if it was the last one. */
  void remove(u32 order, u32 group);
  /** Makes one group of two of the same kind; the number of one of them. */
  u32 merge(u32 one, u32 two);

  /** Whether the first order of a group is its only one. */
  bool isAlone(u32 group) const { return orderHeap_.isAlone(groups_[group].first); }
  /** The group of an order. */
  u32 group(u32 order) const {
    u32 group = orders_[order].group;
    while (groups_[group].mergedInto != 0) {
      group = groups_[group].mergedInto;
    }
    return group;
  }
  /** The order of a group that is triggered first; 0 if it has none. */
  u32 first(u32 group) const { return groups_[group].first; }
  i64 best(u32 group) const { return groups_[group].best; }
  void best(u32 group, i64 price) { groups_[group].best = price; }
  bool isInPpm(u32 group) const { return groups_[group].inPpm; }
  i64 offset(u32 order) const { return orders_[order].offset; }
  /** What triggers an order of a group. */
  TriggerPrice trigger(u32 group, u32 order) const {
    const Group& g = groups_[group];
    return TriggerPrice::of(g.rise, g.best, orders_[order].offset, g.inPpm);
  }

  /** Puts a group into the heap by the trigger of their first order; the first group. */
  u32 enter(u32 next, u32 group);
  /** Takes a group out of that heap. */
  u32 leave(u32 next, u32 group);

 private:
  struct Order {
    i64 offset;
    u32 group;
  };
  struct Group {
    i64 best;
    /** The first order; of a free number the next free one. */
    u32 first = 0;
    /** The group that this one is merged into, or 0. */
    u32 mergedInto = 0;
    /** Orders that have its number, and groups that are merged into it. */
    u32 references = 0;
    /** How many steps it takes to it from any that is merged in it. */
    u8 depth = 0;
    bool rise = false;
    bool inPpm = false;
  };

  bool precedesInGroup(u32 order, u32 other) const;
  bool precedes(u32 group, u32 other) const;

  const StopStore& stops_;
  std::vector<Order> orders_{64};
  std::vector<Group> groups_{1};
  u32 free_ = 0;
  /** The orders of a group: of one best price the lower offset is reached first. */
  LeftistHeap orderHeap_;
  LeftistHeap groupHeap_;
};

}  // namespace tandem::matching
