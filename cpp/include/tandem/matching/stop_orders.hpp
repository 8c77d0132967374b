#pragma once

#include <memory>

#include "tandem/command/command.hpp"
#include "tandem/matching/book_side.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/stop_store.hpp"
#include "tandem/matching/trailing_side.hpp"

namespace tandem::matching {

class OrderBook;

/** An order that sleeps, or is triggered and waits. */
struct StopView {
  u8 side;
  u8 terms;
  bool isWaiting;
  i64 orderId;
  i64 userId;
  i64 limit;
  i64 quantity;
  /** In ticks; of one that trails 0 until it is triggered. */
  i64 trigger;
  /** The mode with which it takes. */
  command::SelfTrade selfTrade;
  /** Of one that trails, until it is triggered: the best price since its entry, 0 if none. */
  i64 best = 0;
  /** How far behind the best price it is triggered, in ticks or ppm; 0 of one that does not. */
  i64 offset = 0;
  /** Whether the offset is in ppm of the best price. */
  bool inPpm = false;
  /** The id of its other leg; 0: it has none. */
  i64 linked = 0;
};

/**
 * The orders of a symbol that sleep until a trade reaches their trigger price, and those that are
 * triggered and wait for their turn. None of them is in the book; each id is live.
 *
 * They stand in two queues by trigger price, and of one price by entry: those that a rise wakes,
 * the lowest trigger first, and those that a fall wakes, the highest first. So they are kept as the
 * two sides of a book are, and finding whether a trade wakes any is one comparison a queue. Those
 * whose trigger trails the price are beside each queue in a TrailingSide.
 *
 * cascade() runs after each command of the symbol. It walks the trades in their order. At each
 * price it puts those that the rise wakes, then those that the fall wakes, at the end of one queue.
 * Then the orders of that queue take, one after the other, and their trades are walked in turn. At
 * most kMostACommand orders take in a command; what is left of the queue comes first after the next
 * command of the symbol.
 *
 * For one thread at a time. Allocates nothing once it has its size.
 */
class StopOrders {
 public:
  /** Triggered orders that take in one command; it bounds how long a command takes. */
  static constexpr u32 kMostACommand = 32;

  StopOrders(OrderBook& book, StopStore& memory);
  StopOrders(const StopOrders&) = delete;
  StopOrders& operator=(const StopOrders&) = delete;

  /** Number of orders. */
  i64 count() const { return count_; }
  /** Number of those that are triggered and wait. */
  i64 waiting() const { return waiting_ == 0 ? 0 : levels_.count(waiting_); }
  bool has(i64 orderId) { return index_.get(orderId) != 0; }
  /** Code of the side of an order of this user; -1 if there is none. */
  int sideOf(i64 orderId, i64 userId) {
    const u32 order = find(orderId, userId);
    return order == 0 ? -1 : static_cast<int>(orders_.side(order));
  }
  /** Open lots of an order of this user; 0 if there is none. */
  i64 openOf(i64 orderId, i64 userId) {
    const u32 order = find(orderId, userId);
    return order == 0 ? 0 : orders_.quantity(order);
  }
  /** The tag of an order of this user, or 0. */
  u32 tagOf(i64 orderId, i64 userId) {
    const u32 order = find(orderId, userId);
    return order == 0 ? 0 : orders_.tag(order);
  }

  /** Whether a last price, 0 if there was none, has reached a trigger already. */
  static bool isReached(u8 terms, u8 side, i64 trigger, i64 last);
  /** Whether an order of the state may sleep: no trade since its entry has triggered it. */
  bool maySleep(const StopView& stop) const;
  /**
   * Puts an order that sleeps behind all others, or one that waits behind those that do. Its id is
   * not live, its terms have a trigger.
   */
  void add(const StopView& stop, u32 tag);

  /** Lets the order of a PLACE sleep, which nothing refuses. */
  void place(command::Command& c);
  /** Says that the order of a PLACE is triggered at once. */
  void reportTrigger(command::Command& c) const;
  /** The order of this id and user, or 0. */
  u32 find(i64 orderId, i64 userId) {
    const u32 order = index_.get(orderId);
    return order == 0 || orders_.user(order) != userId ? 0 : order;
  }
  /** All lots of an order. */
  i64 lots(u32 order) const { return orders_.quantity(order); }
  /** Whether an order is triggered. */
  bool isWaiting(u32 order) const { return waiting_ != 0 && orders_.level(order) == waiting_; }
  /** The limit of an order in ticks, once it is triggered. */
  i64 limit(u32 order) const { return memory_.limit(order); }
  /** Whether an order sleeps until a price that it names: it does not trail, nor wait. */
  bool namesTrigger(u32 order) const { return !isWaiting(order) && !trails(order); }
  /** The price in ticks that triggers an order; 0: none does yet. */
  i64 triggerOf(u32 order) const {
    return trails(order) ? trailingOf(order).trigger(order) : memory_.trigger(order);
  }
  /** Takes lots off an order, which has more; it keeps its place. */
  void takeOff(u32 order, i64 lots);
  /**
   * Gives an order another limit and other lots; it goes behind the others. Trigger is another
   * price in ticks, or 0, which keeps what triggers it; one that the last price has reached has it
   * wait.
   */
  void move(u32 order, i64 limit, i64 lots, i64 trigger);
  /** Removes an order. */
  void forget(u32 order);
  /** Says which order a command has found. */
  void found(command::Command& c, u32 order) const;
  /** Says that the order of a command sleeps. */
  void reportSleep(command::Command& c, u32 order) const {
    report(c.outcomes, command::Outcome::kSleep, order);
  }
  /** Removes an order, which is one of these. */
  void remove(i64 orderId) { forget(index_.get(orderId)); }
  /** Removes an order, if it is one of these, and says so with a reason. */
  bool leave(i64 orderId, u8 reason, command::Outcomes& outcomes);
  /** Triggers what the trades of a command reach, and has those that are triggered take. */
  void cascade(command::Command& c);

  /** Visits all orders: those that sleep by entry, then those that wait from the first one. */
  template <class Visitor>
  void forEach(Visitor&& visit) const {
    for (u32 order = oldest_; order != 0; order = memory_.younger(order)) {
      visit(viewOf(order));
    }
    for (u32 order = waiting_ == 0 ? 0 : levels_.head(waiting_); order != 0;
         order = orders_.next(order)) {
      visit(viewOf(order));
    }
  }

 private:
  /** Whether an order that sleeps trails: it is at no level. */
  bool trails(u32 order) const { return orders_.level(order) == 0; }
  bool wakesOnRise(u32 order) const {
    return command::order_terms::wakesOnRise(memory_.terms(order), orders_.side(order));
  }
  BookSide& queueOf(u32 order) { return wakesOnRise(order) ? rise_ : fall_; }
  TrailingSide& trailingOf(u32 order);
  const TrailingSide& trailingOf(u32 order) const {
    return wakesOnRise(order) ? *trailingRise_ : *trailingFall_;
  }
  void sleep(u32 order, i64 lots, i64 best, i64 offset, bool inPpm);
  /** Has an order that sleeps wait as triggered, behind those that do; its other leg leaves. */
  void wakeOrder(u32 order, command::Outcomes& outcomes);
  void wakeAt(i64 price, command::Outcomes& outcomes);
  void await(u32 order, i64 lots);
  /** Takes an order out of its queue. */
  void unlink(u32 order, i64 lots);
  void report(command::Outcomes& outcomes, u8 kind, u32 order) const;
  void wakeAll(BookSide& queue, const TrailingSide* trailing, i64 price,
               command::Outcomes& outcomes);
  void take(u32 order, command::Outcomes& outcomes);

  StopView viewOf(u32 order) const;

  OrderBook& book_;
  StopStore& memory_;
  OrderStore& orders_;
  LevelStore& levels_;
  OrderIndex index_;
  /** A key rises from the trigger that is reached first to the one that is reached last. */
  BookSide rise_;
  BookSide fall_;
  /** Those that trail, by a rise and by a fall; null until the first one. */
  std::unique_ptr<TrailingSide> trailingRise_;
  std::unique_ptr<TrailingSide> trailingFall_;
  /** The ends of those that sleep by entry; a move is one. */
  u32 oldest_ = 0;
  u32 youngest_ = 0;
  /** The level whose queue has those that are triggered and wait; 0 if there are none. */
  u32 waiting_ = 0;
  i64 count_ = 0;
};

}  // namespace tandem::matching
