#include "tandem/matching/trailing_store.hpp"

#include "tandem/matching/stop_store.hpp"

namespace tandem::matching {

u32 TrailingStore::open(bool rise, bool inPpm, i64 best) {
  u32 group = free_;
  if (group != 0) {
    free_ = groups_[group].first;
  } else {
    group = static_cast<u32>(groups_.size());
    groups_.emplace_back();
  }
  groups_[group] = {best, 0, 0, 0, 0, rise, inPpm};
  return group;
}

bool TrailingStore::precedesInGroup(u32 order, u32 other) const {
  const i64 offset = orders_[order].offset;
  const i64 second = orders_[other].offset;
  return offset == second ? stops_.isOlder(order, other) : offset < second;
}

bool TrailingStore::precedes(u32 group, u32 other) const {
  const u32 first = groups_[group].first;
  const u32 second = groups_[other].first;
  const int order = trigger(group, first).compare(trigger(other, second));
  return order == 0 ? stops_.isOlder(first, second) : groups_[group].rise == (order < 0);
}

void TrailingStore::add(u32 order, i64 offset, u32 group) {
  if (order >= orders_.size()) {
    orders_.resize(std::max<std::size_t>(order + std::size_t{1}, orders_.size() * 2));
  }
  orders_[order] = {offset, group};
  groups_[group].references++;
  orderHeap_.single(order);
  groups_[group].first = orderHeap_.meld(groups_[group].first, order,
                                         [this](u32 a, u32 b) { return precedesInGroup(a, b); });
}

void TrailingStore::remove(u32 order, u32 group) {
  groups_[group].first = orderHeap_.remove(groups_[group].first, order,
                                           [this](u32 a, u32 b) { return precedesInGroup(a, b); });
  u32 each = orders_[order].group;
  while (each != 0 && --groups_[each].references == 0) {
    groups_[each].first = free_;
    free_ = each;
    each = groups_[each].mergedInto;
  }
}

u32 TrailingStore::merge(u32 one, u32 two) {
  const u32 group = groups_[one].depth < groups_[two].depth ? two : one;
  const u32 other = group == one ? two : one;
  if (groups_[group].depth == groups_[other].depth) {
    groups_[group].depth++;
  }
  groups_[other].mergedInto = group;
  groups_[group].references++;
  groups_[group].first = orderHeap_.meld(groups_[group].first, groups_[other].first,
                                         [this](u32 a, u32 b) { return precedesInGroup(a, b); });
  return group;
}

u32 TrailingStore::enter(u32 next, u32 group) {
  groupHeap_.single(group);
  return groupHeap_.meld(next, group, [this](u32 a, u32 b) { return precedes(a, b); });
}

u32 TrailingStore::leave(u32 next, u32 group) {
  return groupHeap_.remove(next, group, [this](u32 a, u32 b) { return precedes(a, b); });
}

}  // namespace tandem::matching
