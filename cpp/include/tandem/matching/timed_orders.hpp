#pragma once

#include "tandem/command/command.hpp"
#include "tandem/matching/book_side.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/timed_store.hpp"

namespace tandem::matching {

class OrderBook;

/**
 * The live orders of a symbol that a time ends: those that are good for the day, the oldest first,
 * and those that expire, by their time and then by entry. They rest in the book or sleep among the
 * stops; here is a row for each, found by its id. An order keeps its place when it is moved or
 * triggered.
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
  /** When an order expires, 0 if it is for the day, -1 if it is none of these. */
  i64 timeOf(i64 orderId);
  /** Takes in an order, which is live and not here; the time is 0 if it is for the day. */
  void add(i64 orderId, i64 expireTime);
  /** Forgets the orders that a command has filled or removed, by its outcomes from one on. */
  void forget(const command::Command& c, std::size_t from);
  /** Removes the oldest orders for the day from the symbol, as many as one command may. */
  void endSession(command::Outcomes& outcomes);
  /** Removes the orders that have expired at a time, as many as one command may. */
  void expire(i64 nowNs, command::Outcomes& outcomes);

  /**
   * Visits all orders with their times: those for the day, whose time is 0, then those that expire;
   * the first to end in front.
   */
  template <class Visitor>
  void forEach(Visitor&& visit) const {
    forEachBehind(day_ == 0 ? 0 : levels_.head(day_), 0, visit);
    for (i64 key = expiring_.firstKey(); key != FarLevels::kNone; key = expiring_.higher(key)) {
      forEachBehind(expiring_.head(key), key, visit);
    }
  }

 private:
  template <class Visitor>
  void forEachBehind(u32 head, i64 expireTime, Visitor& visit) const {
    for (u32 order = head; order != 0; order = orders_.next(order)) {
      visit(orders_.id(order), expireTime);
    }
  }

  void remove(i64 orderId);
  void leave(i64 orderId, u8 reason, command::Outcomes& outcomes);

  OrderBook& book_;
  OrderStore& orders_;
  LevelStore& levels_;
  OrderIndex index_;
  /** The level whose queue has those for the day; 0 if there are none. */
  u32 day_ = 0;
  /** Those that expire, by time as others are by price. */
  BookSide expiring_;
};

}  // namespace tandem::matching
