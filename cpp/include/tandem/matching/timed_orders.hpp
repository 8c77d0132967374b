#pragma once

#include <limits>

#include "tandem/command/command.hpp"
#include "tandem/matching/book_side.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/timed_store.hpp"

namespace tandem::matching {

class OrderBook;

/**
 * The live orders of a symbol that a time ends: those that are good for the auction or the day, the
 * oldest first, and those that expire, by their time and then by entry. They rest in the book or
 * sleep among the stops; here is a row for each, found by its id. An order keeps its place when it
 * is moved or triggered.
 *
 * For one thread at a time. Allocates nothing once it has its size.
 */
class TimedOrders {
 public:
  /** Orders that one command removes because their time is over; it bounds how long it takes. */
  static constexpr u32 kMostACommand = 64;

  /** Stands for the time of an order that is for the day. */
  static constexpr i64 kSession = 0;
  /** Stands for the time of an order that is for the auction. */
  static constexpr i64 kAuction = -1;
  /** Stands for the time of an order that none ends. */
  static constexpr i64 kNever = std::numeric_limits<i64>::min();

  TimedOrders(OrderBook& book, TimedStore& memory);
  TimedOrders(const TimedOrders&) = delete;
  TimedOrders& operator=(const TimedOrders&) = delete;

  /** Number of orders for the day. */
  i64 count() const { return day_ == 0 ? 0 : levels_.count(day_); }
  /** Whether an order is one of these. */
  bool has(i64 orderId) { return index_.get(orderId) != 0; }
  /** When an order expires, or one of kSession, kAuction and kNever. */
  i64 timeOf(i64 orderId);
  /** Takes in an order, which is live and not here; the time may be kSession or kAuction. */
  void add(i64 orderId, i64 expireTime);
  /** Forgets an order, if it is one of these. */
  void remove(i64 orderId);
  /** Forgets the orders that a command has filled or removed, by its outcomes from one on. */
  void forget(const command::Command& c, std::size_t from);
  /** Removes the oldest orders for the day from the symbol, as many as one command may. */
  void endSession(command::Outcomes& outcomes);
  /**
   * Removes all orders for the auction from the symbol, some of which may be filled and gone: like
   * the trades of an uncross, without a bound.
   */
  void endAuction(command::Outcomes& outcomes);
  /** Removes the orders that have expired at a time, as many as one command may. */
  void expire(i64 nowNs, command::Outcomes& outcomes);
  /** Number of orders that have expired at a time and are live. */
  i64 due(i64 nowNs) const;

  /** Visits all orders with their times: those for the auction, for the day, then by time. */
  template <class Visitor>
  void forEach(Visitor&& visit) const {
    forEachBehind(auction_ == 0 ? 0 : levels_.head(auction_), kAuction, visit);
    forEachBehind(day_ == 0 ? 0 : levels_.head(day_), kSession, visit);
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

  void unlink(u32& level, u32 order);

  OrderBook& book_;
  OrderStore& orders_;
  LevelStore& levels_;
  OrderIndex index_;
  /** The level whose queue has those for the day; 0 if there are none. */
  u32 day_ = 0;
  /** The same of those for the auction. */
  u32 auction_ = 0;
  /** Those that expire, by time as others are by price. */
  BookSide expiring_;
};

}  // namespace tandem::matching
