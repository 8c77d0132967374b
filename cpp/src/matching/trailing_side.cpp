#include "tandem/matching/trailing_side.hpp"

#include "tandem/command/order_terms.hpp"
#include "tandem/matching/stop_orders.hpp"

namespace tandem::matching {

bool TrailingSide::maySleep(const StopView& stop, i64 last) {
  if (last == 0 || stop.best == 0) {
    return last == stop.best;
  }
  const bool rise = command::order_terms::wakesOnRise(stop.terms, stop.side);
  const TriggerPrice trigger = TriggerPrice::of(rise, stop.best, stop.offset, stop.inPpm);
  const int order = TriggerPrice::at(last).compare(trigger);
  return rise ? stop.best <= last && order < 0 : stop.best >= last && order > 0;
}

void TrailingSide::add(u32 order, i64 best, i64 offset, bool inPpm) {
  const i64 from = rise_ && best == 0 ? std::numeric_limits<i64>::max() : best;
  FarLevels& groups = groupsOf(inPpm);
  u32 group = groups.find(key(from));
  if (group == 0) {
    group = memory_.open(rise_, inPpm, from);
    groups.insert(key(from), group);
  } else {
    leave(group);
  }
  memory_.add(order, offset, group);
  enter(group);
}

void TrailingSide::remove(u32 order) {
  const u32 group = memory_.group(order);
  if (memory_.first(group) != order) {
    return memory_.remove(order, group);
  }
  leave(group);
  if (memory_.isAlone(group)) {
    groupsOf(memory_.isInPpm(group)).remove(key(memory_.best(group)));
    memory_.remove(order, group);
  } else {
    memory_.remove(order, group);
    enter(group);
  }
}

bool TrailingSide::precedes(u32 other, i64 trigger, const StopStore& stops) const {
  const u32 first = memory_.first(next_);
  const int order = memory_.trigger(next_, first).compare(TriggerPrice::at(trigger));
  return order == 0 ? stops.isOlder(first, other) : rise_ == (order < 0);
}

void TrailingSide::advance(FarLevels& groups, i64 price) {
  const i64 reached = key(price);
  if (groups.size() == 0 || groups.first() >= reached) {
    return;
  }
  u32 merged = takeFirst(groups);
  while (groups.size() != 0 && groups.first() <= reached) {
    merged = memory_.merge(merged, takeFirst(groups));
  }
  memory_.best(merged, price);
  groups.insert(reached, merged);
  enter(merged);
}

u32 TrailingSide::takeFirst(FarLevels& groups) {
  const u32 group = groups.remove(groups.first());
  leave(group);
  return group;
}

}  // namespace tandem::matching
