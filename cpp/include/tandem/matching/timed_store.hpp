#pragma once

#include "tandem/matching/level_store.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

/**
 * The memory of a shard's timed orders: a row for each, and queues of them, as those of its books.
 * 40 bytes an order, and 16 to 64 in the index by id. For one thread at a time.
 */
class TimedStore {
 public:
  TimedStore() : orders_(0), levels_(orders_) {}
  TimedStore(const TimedStore&) = delete;
  TimedStore& operator=(const TimedStore&) = delete;

  OrderStore& orders() { return orders_; }
  LevelStore& levels() { return levels_; }

 private:
  OrderStore orders_;
  LevelStore levels_;
};

}  // namespace tandem::matching
