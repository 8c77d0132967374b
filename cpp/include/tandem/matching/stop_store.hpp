#pragma once

#include <vector>

#include "tandem/matching/level_store.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

/**
 * The memory of a shard's sleeping orders: rows and levels as those of its books, and beside each
 * row the limit, the trigger price and the terms of the order. 64 bytes an order, and 16 to 64 in
 * the index by id. For one thread at a time.
 */
class StopStore {
 public:
  StopStore() : orders_(0), levels_(orders_) {}
  StopStore(const StopStore&) = delete;
  StopStore& operator=(const StopStore&) = delete;

  OrderStore& orders() { return orders_; }
  LevelStore& levels() { return levels_; }

  /** The number of a new order, in no queue yet. */
  u32 allocate(i64 id, i64 user, u32 tag, u32 side, u8 terms, i64 limit, i64 trigger) {
    const u32 order = orders_.allocate(id, user, tag, side);
    if (order >= stops_.size()) {
      stops_.resize(order * 2);
    }
    stops_[order] = {limit, trigger, terms};
    return order;
  }

  u8 terms(u32 order) const { return stops_[order].terms; }
  /** The limit price of the order once it is triggered. */
  i64 limit(u32 order) const { return stops_[order].limit; }
  void limit(u32 order, i64 ticks) { stops_[order].limit = ticks; }
  i64 trigger(u32 order) const { return stops_[order].trigger; }

 private:
  struct Stop {
    i64 limit;
    i64 trigger;
    u8 terms;
  };

  OrderStore orders_;
  LevelStore levels_;
  std::vector<Stop> stops_{64};
};

}  // namespace tandem::matching
