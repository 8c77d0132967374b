#pragma once

#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

/**
 * How an order takes that must not trade with others of its own user or of the user's self-trade
 * group, by the mode that it names, or that takes from icebergs. Any other takes by OrderBook
 * alone.
 */
class SelfTradeRule {
 public:
  /** The mode with which the order of a PLACE takes; one that never takes has none. */
  static command::SelfTrade modeOf(const command::Command& c) {
    const command::Instructions* said = c.instructions.get();
    return said == nullptr || said->postOnly() != 0 ? command::SelfTrade::kNone : said->selfTrade();
  }
  /** Has an order that rests keep the mode that it took with, for when it is moved. */
  static void keep(OrderBook& book, i64 orderId, command::SelfTrade mode) {
    if (mode != command::SelfTrade::kNone) {
      book.modes(orderId, 0, mode);
    }
  }
  /** After the order of a PLACE took in this mode: its fields, and what it keeps. */
  static void end(command::Command& c, OrderBook& book, command::SelfTrade mode);
  /** Whether at least so many lots of an order would trade. Changes nothing. */
  static bool trades(const OrderBook& book, const BookSide& other, i64 limit, const NewOrder& order,
                     i64 least);
  /** Lots of an order that would stay open after it took. Changes nothing. */
  static i64 restOf(const OrderBook& book, const BookSide& other, i64 limit, const NewOrder& order);
  /** As OrderBook::match() of an order that crosses: best price first, then oldest first. */
  static i64 take(OrderBook& book, BookSide& other, i64 limit, const NewOrder& order,
                  command::Outcomes& outcomes);

 private:
  /** Lots that would trade, and that would stay open. */
  struct Walk {
    i64 traded;
    i64 open;
  };
  static Walk walk(const OrderBook& book, const BookSide& other, i64 limit, const NewOrder& order);
  static bool prevents(const OrderStore& orders, u32 maker, const NewOrder& taker);
  /** Lots that the orders of a level hide which would trade. */
  static i64 hiddenOf(const OrderStore& orders, const BookSide& side, i64 key,
                      const NewOrder& taker);
};

}  // namespace tandem::matching
