#pragma once

#include <array>
#include <limits>

#include "tandem/matching/far_levels.hpp"
#include "tandem/matching/trailing_store.hpp"

namespace tandem::matching {

class StopStore;
struct StopView;

/**
 * The orders of a symbol whose trigger trails its price: those that a rise wakes, whose best price
 * is the lowest since their entry, or those that a fall wakes, whose best is the highest.
 *
 * Orders of one best price are a group, those with offsets in ticks and in ppm apart. A trade at a
 * better price than that of some groups makes one group of them; so does no other one change any.
 * In a group the lower offset is triggered first, whatever the best price, so a group is a heap by
 * offset and then by entry, which melds with another one. The groups are a heap by the trigger of
 * their first order, and lie in sorted sequences by their best price. So a trade looks at the first
 * of each. What it triggers, adds or removes costs time logarithmic in the orders, and so does each
 * group that it merges; an order opens one group at most, so merging costs that once an order.
 *
 * For one thread at a time. Allocates nothing once it has its size.
 */
class TrailingSide {
 public:
  TrailingSide(TrailingStore& memory, bool rise) : memory_(memory), rise_(rise) {}
  TrailingSide(const TrailingSide&) = delete;
  TrailingSide& operator=(const TrailingSide&) = delete;

  /** Whether an order of the state has not been triggered by the last price of its symbol. */
  static bool maySleep(const StopView& stop, i64 last);

  /** Puts an order in; its best price is 0 if nothing has traded yet. */
  void add(u32 order, i64 best, i64 offset, bool inPpm);
  /** Takes an order out. */
  void remove(u32 order);
  /** Best price since the entry of an order. */
  i64 best(u32 order) const { return memory_.best(memory_.group(order)); }
  bool isInPpm(u32 order) const { return memory_.isInPpm(memory_.group(order)); }
  /** The price in ticks that triggers an order; 0: none does yet. */
  i64 trigger(u32 order) const { return memory_.trigger(memory_.group(order), order).ticks(rise_); }
  /** The order that is triggered first of those that a trade at a price reaches; 0 if none is. */
  u32 reachedBy(i64 price) const {
    if (next_ == 0) {
      return 0;
    }
    const u32 first = memory_.first(next_);
    const int order = TriggerPrice::at(price).compare(memory_.trigger(next_, first));
    return (rise_ ? order >= 0 : order <= 0) ? first : 0;
  }
  /**
   * Whether the order that is triggered first, which is there, is so before another one, which does
   * not trail and has this trigger in ticks.
   */
  bool precedes(u32 other, i64 trigger, const StopStore& stops) const;
  /** Gives the orders whose best price a trade has bettered its price as best. */
  void advance(i64 price) {
    advance(byBest_[0], price);
    advance(byBest_[1], price);
  }

 private:
  /** Rises with the groups of byBest_. Below 0, so no key is FarLevels::kNone. */
  i64 key(i64 best) const { return rise_ ? ~best : best ^ std::numeric_limits<i64>::min(); }
  FarLevels& groupsOf(bool inPpm) { return byBest_[inPpm ? 1 : 0]; }
  void advance(FarLevels& groups, i64 price);
  u32 takeFirst(FarLevels& groups);
  void enter(u32 group) { next_ = memory_.enter(next_, group); }
  void leave(u32 group) { next_ = memory_.leave(next_, group); }

  TrailingStore& memory_;
  bool rise_;
  /** Groups in ticks and in ppm by best price: in front the one that a better price meets first. */
  std::array<FarLevels, 2> byBest_;
  /** The group whose first order is triggered first; 0 if there is none. */
  u32 next_ = 0;
};

}  // namespace tandem::matching
