#pragma once

#include "tandem/command/command.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/timed_store.hpp"

namespace tandem::matching {

class OrderBook;

/**
 * The live orders of a symbol that a time ends, in the order in which it ends them: those that are
 * good for the day, the oldest first. They rest in the book or sleep among the stops; here is a row
 * for each, found by its id. An order keeps its place when it is moved or triggered.
 *
 * For one thread at a time. Allocates nothing once it has its size.
 */
class TimedOrders {
 public:
  /** Orders that one command removes because their time is over; it bounds how long it takes. */
  static constexpr u32 kMostACommand = 64;

  TimedOrders(OrderBook& book, TimedStore& memory);
  TimedOrders(const TimedOrders&) = delete;
  TimedOrders& operator=(const TimedOrders&) = delete;

  /** Number of orders for the day. */
  i64 count() const { return day_ == 0 ? 0 : levels_.count(day_); }
  bool has(i64 orderId) { return index_.get(orderId) != 0; }
  /** Takes in an order for the day, which is live and not here. */
  void add(i64 orderId);
  /** Forgets the orders that a command has filled or removed. */
  void forget(const command::Command& c);
  /** Removes the oldest orders for the day from the symbol, as many as one command may. */
  void endSession(command::Outcomes& outcomes);

  /** Visits the ids of all orders, the one that ends first in front. */
  template <class Visitor>
  void forEach(Visitor&& visit) const {
    for (u32 order = day_ == 0 ? 0 : levels_.head(day_); order != 0; order = orders_.next(order)) {
      visit(orders_.id(order));
    }
  }

 private:
  void remove(i64 orderId);
  void leave(i64 orderId, u8 reason, command::Outcomes& outcomes);

  OrderBook& book_;
  OrderStore& orders_;
  LevelStore& levels_;
  OrderIndex index_;
  /** The level whose queue has those for the day; 0 if there are none. */
  u32 day_ = 0;
};

}  // namespace tandem::matching
