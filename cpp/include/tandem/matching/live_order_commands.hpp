#pragma once

#include <algorithm>

#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

/** The commands on an order that is there; their outputs are as MatchingEngine says. */
class LiveOrderCommands {
 public:
  static void cancel(command::Command& c, OrderBook& book);
  static void reduce(command::Command& c, OrderBook& book);
  static void move(command::Command& c, OrderBook& book);
  /** Cancels, reduces or moves, by what is open of the total at the price where it would rest. */
  static void amend(command::Command& c, OrderBook& book);

  /** Open lots that a MOVE or AMEND would give its order, which is there, before it takes. */
  static i64 lotsOf(const command::Command& c, OrderBook& book) {
    const u32 order = c.type == command::type::kAmend ? book.index_.get(c.orderId) : 0;
    if (order != 0) {
      return openOf(c, order, book.orders_);
    }
    return c.quantity == 0 ? book.openOf(c.orderId, c.userId) : c.quantity;
  }

 private:
  /** Lots of the total of an AMEND that would be open of an order of the book. */
  static i64 openOf(const command::Command& c, u32 order, const OrderStore& orders) {
    return std::max(i64{0}, c.quantity - orders.filled(order));
  }
  /** Moves with so many open lots, if the order is in the book itself. */
  static bool move(command::Command& c, i64 lots, OrderBook& book);
  static void found(command::Command& c, const OrderBook& book);
};

}  // namespace tandem::matching
