#pragma once

#include <memory>
#include <vector>

#include "tandem/matching/level_store.hpp"
#include "tandem/matching/order_store.hpp"
#include "tandem/matching/trailing_store.hpp"

namespace tandem::matching {

/**
 * The memory of a shard's sleeping orders: rows and levels as those of its books, and beside each
 * row the limit, the trigger price and the terms of the order, its entry and its neighbours by
 * entry. 80 bytes an order, and 16 to 64 in the index by id; those of TrailingStore have more. For
 * one thread at a time.
 */
class StopStore {
 public:
  StopStore() : orders_(0), levels_(orders_) {}
  StopStore(const StopStore&) = delete;
  StopStore& operator=(const StopStore&) = delete;

  OrderStore& orders() { return orders_; }
  LevelStore& levels() { return levels_; }

  TrailingStore& trailing() {
    if (trailing_ == nullptr) {
      trailing_ = std::make_unique<TrailingStore>(*this);
    }
    return *trailing_;
  }

  /** The number of a new order, in no queue yet. */
  u32 allocate(i64 id, i64 user, u32 tag, u32 side, u8 terms, i64 limit, i64 trigger) {
    const u32 order = orders_.allocate(id, user, tag, side);
    if (order >= stops_.size()) {
      stops_.resize(order * 2);
    }
    stops_[order] = {limit, trigger, 0, 0, 0, terms};
    return order;
  }

  u8 terms(u32 order) const { return stops_[order].terms; }
  /** The limit price of the order once it is triggered. */
  i64 limit(u32 order) const { return stops_[order].limit; }
  void limit(u32 order, i64 ticks) { stops_[order].limit = ticks; }
  /** The trigger price; of an order that trails 0 until it is triggered. */
  i64 trigger(u32 order) const { return stops_[order].trigger; }
  void trigger(u32 order, i64 ticks) { stops_[order].trigger = ticks; }

  /** Whether an order of a book came to sleep, or was moved last, before another one of it. */
  bool isOlder(u32 order, u32 other) const { return stops_[order].entry < stops_[other].entry; }
  u32 older(u32 order) const { return stops_[order].older; }
  u32 younger(u32 order) const { return stops_[order].younger; }
  /** Makes an order the youngest of its book, whose youngest is given; 0: it has none. */
  void enter(u32 order, u32 youngest) {
    // Row 0 has the entry 0; its links take writes at the ends, for nobody reads them.
    stops_[order].entry = stops_[youngest].entry + 1;
    stops_[order].older = youngest;
    stops_[order].younger = 0;
    stops_[youngest].younger = order;
  }
  /** Takes an order out of those by entry. */
  void leave(u32 order) {
    stops_[stops_[order].older].younger = stops_[order].younger;
    stops_[stops_[order].younger].older = stops_[order].older;
  }

 private:
  struct Stop {
    i64 limit;
    i64 trigger;
    i64 entry;
    u32 older;
    u32 younger;
    u8 terms;
  };

  OrderStore orders_;
  LevelStore levels_;
  std::vector<Stop> stops_{64};
  /** Null until the first order that trails. */
  std::unique_ptr<TrailingStore> trailing_;
};

}  // namespace tandem::matching
