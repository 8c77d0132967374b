#pragma once

#include <cstddef>

#include "tandem/command/command.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

class OrderBook;

/**
 * The pairs of orders of a symbol of which one cancels the other. Of each pair, which is of one
 * user and side, a limit order rests in the book and has not traded, and the other leg sleeps. A
 * leg that trades, wakes or leaves ends the pair, and has the other leg leave: so a leg is never
 * here that is filled in part, or waits for its turn.
 *
 * The legs of one command's own matching can only be limit orders, for those that sleep wake when
 * that has ended. So it is enough to look at its trades then, before any of them wakes an order;
 * and a book without pairs pays nothing for it.
 *
 * For one thread at a time. Allocates nothing once it has its size.
 */
class LinkedOrders {
 public:
  /** Has a row for each leg in the store: its id, and as its user the id of the other leg. */
  LinkedOrders(OrderBook& book, OrderStore& rows) : book_(book), rows_(rows), index_(rows) {}
  LinkedOrders(const LinkedOrders&) = delete;
  LinkedOrders& operator=(const LinkedOrders&) = delete;

  /** Whether an order is a leg. */
  bool has(i64 orderId) { return index_.get(orderId) != 0; }
  /** The id of the other leg; 0 if the order is none. */
  i64 otherOf(i64 orderId) {
    const u32 row = index_.get(orderId);
    return row == 0 ? 0 : rows_.user(row);
  }
  /** Makes a pair of two orders, neither of which is a leg. */
  void link(i64 orderId, i64 other);
  /**
   * Ends the pair of an order, if it is a leg, and has the other leg leave, if it has not yet; the
   * number of orders that left.
   */
  i64 sever(i64 orderId, command::Outcomes& outcomes);
  /**
   * Ends the pairs whose legs have traded or left, by the outcomes from one on; the number of
   * orders that left.
   */
  i64 follow(command::Outcomes& outcomes, std::size_t from);
  /**
   * The same once an accepted command has done what it does by itself. What it says of orders that
   * are left does not count those that have left here.
   */
  void after(command::Command& c, std::size_t from);

  /** Whether the order of a PLACE may be what it says to be a leg of; else it is refused. */
  static bool admits(command::Command& c, OrderBook& book);
  /** Whether two orders may be a pair: one rests and has not traded, the other one sleeps. */
  static bool mayLink(OrderBook& book, i64 asleep, i64 resting);
  /** Refuses a command that would move or amend a leg of its user. */
  static bool refuses(command::Command& c, OrderBook& book);

 private:
  void add(i64 orderId, i64 other);
  void remove(i64 orderId);

  OrderBook& book_;
  OrderStore& rows_;
  OrderIndex index_;
  u32 count_ = 0;
};

}  // namespace tandem::matching
