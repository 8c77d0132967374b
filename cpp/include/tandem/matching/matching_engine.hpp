#pragma once

#include <cstddef>
#include <memory>

#include "tandem/command/command.hpp"
#include "tandem/matching/book_table.hpp"
#include "tandem/matching/level_store.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

/**
 * The matching stage of one shard: the order books of its symbols.
 *
 * With n shards, shard i owns the symbols whose floor modulus by n is i and leaves the commands of
 * all others untouched, as it does types that are not matching's. Of a command that an earlier
 * stage has refused it takes the time alone.
 *
 * A command on a book first removes the orders of its symbol that have expired at its time, also
 * one that is refused; see TimedOrders. All below holds after that.
 *
 * match() answers ADD_SYMBOL, which admission has judged, and PLACE, CANCEL, REDUCE, MOVE,
 * AMEND, START_AUCTION, UNCROSS, SET_STATE, END_SESSION, MASS_CANCEL and TICK (kUnknownSymbol, the
 * refusals of state_rule, limit_rule and OrderBook). A refused command has its result and no other
 * output. An accepted one has, beside kOk:
 *
 *   PLACE     side, limit price, filled and open lots; the cancelled rest of an immediate order as
 *             released lots; of one that slid the price at which it rests
 *   CANCEL    side, price and tag of the order, its open lots as released lots
 *   REDUCE    side, price and tag of the order, the lots taken off as released, those left as open
 *   MOVE      side and tag of the order, its new price, filled and open lots, whose sum is the new
 *             quantity; released lots stay 0
 *   UNCROSS   the price (0: nothing crossed) and the filled lots, and a row of the new state
 *   START_AUCTION, SET_STATE  a row of the new state
 *   END_SESSION  a row of each order that it has removed; as open lots the number of orders for the
 *             day that are left
 *   MASS_CANCEL  a row of each order that it has removed; as open lots the number of orders that it
 *             names and that are left
 *   TICK      as open lots the number of orders that have expired and are live, and of those that
 *             wait and may take
 *
 * An order with a trigger sleeps in StopOrders; it is placed, cancelled, reduced and moved there as
 * others are in the book, with asleep set. What the trades of a command trigger follows behind
 * Outcomes::ownEnd().
 *
 * It expects what admission checks; otherwise: std::invalid_argument, nothing changed. For one
 * thread at a time. All books keep their orders in one array, which is copied to a larger one when
 * it is full: a pause that room from the start avoids.
 */
class MatchingEngine {
 public:
  /** Shard of so many, counted from 0, with room for so many resting orders before it grows. */
  MatchingEngine(u32 shard, u32 shardCount, u32 initialOrders);
  MatchingEngine(const MatchingEngine&) = delete;
  MatchingEngine& operator=(const MatchingEngine&) = delete;

  /** Carries out one command and writes its outputs. */
  void match(command::Command& c);

  /** Whether so many orders rest that looking ahead pays. */
  bool isDeep() const { return orders_.live() > kDeep; }
  /** Looks ahead, first: fetches where the order of a command, which may be any, is looked up. */
  [[gnu::always_inline]] void touchIndex(const command::CommandRecord& c) const {
    if (const OrderBook* book = books_.get(c.symbol); book != nullptr) {
      book->touchIndex(c.orderId);
    }
  }
  /** Second, when what was fetched is there: fetches the order. */
  [[gnu::always_inline]] void touchOrder(const command::CommandRecord& c) const {
    if (const OrderBook* book = books_.get(c.symbol); book != nullptr) {
      book->touchOrder(c.orderId);
    }
  }
  /**
   * Third: fetches the level, the neighbours and the place of the new price. Answers the tag that
   * the order most likely rests with, or 0.
   */
  [[gnu::always_inline]] u32 touchPlaces(const command::CommandRecord& c) const {
    const OrderBook* book = books_.get(c.symbol);
    return book == nullptr ? 0 : book->touchPlaces(c.orderId, c.side, c.price);
  }

  /** Number of this shard, from 0. */
  u32 shard() const { return shard_; }
  /** Whether a symbol belongs to this shard. */
  bool owns(i32 symbol) const { return shardCount_ == 1 || shardOf(symbol, shardCount_) == shard_; }
  /** The book of a symbol, or null if this shard has none. */
  OrderBook* book(i32 symbol) { return books_.get(symbol); }
  const OrderBook* book(i32 symbol) const { return books_.get(symbol); }
  /** The tag that an order of this user rests with in the book of a symbol; 0 if it does not. */
  u32 tagOf(i64 userId, i32 symbol, i64 orderId) {
    OrderBook* book = books_.get(symbol);
    return book == nullptr ? 0 : book->tagOf(orderId, userId);
  }

  /**
   * Puts an order that sleeps, or is triggered and waits, back where it was: behind those that were
   * put back before. False if its id is live, or if it sleeps although its trigger is reached.
   */
  [[nodiscard]] bool restoreStop(OrderBook& book, const StopView& stop, u32 tag);

  /**
   * Has a time, or if that is 0 the end of the session, end a live order that was put back, behind
   * those that were before. False if it is not live, or was here already.
   */
  [[nodiscard]] bool restoreTimed(OrderBook& book, i64 orderId, i64 expireTime);

  /** Gives a user a self-trade group in this shard; 0: none. */
  void group(i64 userId, i64 group) { orders_.group(userId, group); }

  /**
   * Makes a pair of two live orders that were put back. False if they are no limit order that has
   * not traded and one that sleeps, of one user and side, or a leg already.
   */
  [[nodiscard]] bool restoreLink(OrderBook& book, i64 asleep, i64 resting);

  /** The books by rising symbol, and what is traded in them. */
  const BookTable& books() const { return books_; }

 private:
  /** Live orders that, with their index and holds, are half of a second-level cache of 1 MB. */
  static constexpr u32 kDeep = u32{1} << 12;

  void specify(command::Command& c);
  [[gnu::always_inline]] void apply(command::Command& c, OrderBook& book);
  void place(command::Command& c, OrderBook& book, command::SelfTrade mode);
  void placeMinimum(command::Command& c, OrderBook& book);
  void placeStop(command::Command& c, OrderBook& book);
  /** Matches where a state, limits, stops or times have a say. */
  void matchJudged(command::Command& c, OrderBook& book);
  /** Removes what has expired, and the other legs of it. */
  static void expire(command::Command& c, OrderBook& book);
  /** Has a refused command remove what has expired, if it is in the log. */
  void expireBeside(command::Command& c);
  void placeInstructed(command::Command& c, OrderBook& book);
  /** Remembers the order of a PLACE if it lives, and a time ends it. */
  void takeTime(const command::Command& c, OrderBook& book);
  TimedOrders& timedOf(OrderBook& book);
  StopOrders& stopsOf(OrderBook& book);
  LinkedOrders& linksOf(OrderBook& book);
  /** Makes the order of a PLACE that was taken the other leg of the one that it names, if any. */
  void link(const command::Command& c, OrderBook& book);

  u32 shard_;
  u32 shardCount_;
  OrderStore orders_;
  LevelStore levels_;
  /** Where orders sleep; null until the first one does. */
  std::unique_ptr<StopStore> sleeping_;
  /** What a time ends; null until the first such order. */
  std::unique_ptr<TimedStore> timed_;
  /** The legs of all pairs; null until the first one. */
  std::unique_ptr<OrderStore> linked_;
  BookTable books_;
};

}  // namespace tandem::matching
