#pragma once

#include "tandem/command/command.hpp"
#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

/**
 * Removes orders of a symbol by one MASS_CANCEL, of one user or of all, of one side or of both:
 * first those that rest, bids and then offers, by price and time; then those that sleep, in the
 * order of StopOrders::forEach(). So many leave as may expire in one command.
 *
 * There is no table of the orders of a user: one that names a user looks at all orders of the
 * sides. First it writes a row of each order that leaves, then the rows are carried out, so nothing
 * changes under the walk.
 *
 * For one thread at a time. Allocates nothing.
 */
class MassCancel {
 public:
  MassCancel(command::Command& c, OrderBook& book) : c_(c), book_(book) {}

  /** Removes orders and says how many are left, by the outputs that MatchingEngine names. */
  void apply();

 private:
  /** Whether the orders of a side are named. */
  bool namesSide(u8 side) const { return c_.side == command::kBothSides || c_.side == side; }
  /** Whether a user is named, or all are. */
  bool names(i64 user) const { return isOfAll() || user == c_.userId; }
  bool isOfAll() const { return c_.userId == 0; }
  /** Where all orders are named, nobody needs to look at those that stay. */
  bool isEnough() const { return room_ == 0 && isOfAll(); }

  void select(u8 side);
  void selectStops();
  void leave(u8 side, i64 orderId, i64 user, i64 price, i64 lots, u32 tag);

  command::Command& c_;
  OrderBook& book_;
  /** How many may still leave. */
  u32 room_ = TimedOrders::kMostACommand;
  /** Orders that are named and stay. */
  i64 left_ = 0;
};

}  // namespace tandem::matching
