#pragma once

#include "tandem/command/command.hpp"
#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

/**
 * Orders that show a part of their lots at most: what becomes of the shown and of the hidden ones.
 * An order takes with all its lots. What rests of it shows as many as it says at most; the others
 * stand in no level. When trades have used up what it shows, it shows the next part, behind the
 * other orders of its price. What is taken off without a trade of the market is hidden lots first,
 * and the order keeps its place.
 *
 * Where nobody hides anything, each of these is one comparison.
 */
class Icebergs {
 public:
  /** Whether an order may have so many lots, if it is an iceberg: not too many parts. */
  static bool mayHave(const OrderBook& book, u32 order, i64 lots) {
    return !book.orders_.isIceberg(order) ||
           command::Instructions::isInParts(lots, book.orders_.display(order));
  }
  /** After a PLACE: has what rests of its order show no more than it says. */
  static void placed(command::Command& c, OrderBook& book);
  /** After an order has entered its new place with all its lots, none of them hidden. */
  static void moved(OrderBook& book, u32 order, command::Outcomes& outcomes) {
    if (book.orders_.isIceberg(order)) {
      show(book, order, outcomes);
    }
  }
  /**
   * Makes an order an iceberg that rests with all its lots, and keeps its place: it shows so many
   * at most, and hides so many now. False if it shows more than that then, or nothing: nothing has
   * changed.
   */
  static bool restore(OrderBook& book, i64 orderId, i64 display, i64 hidden);
  /**
   * Takes an order out of its queue, with all its lots; none is hidden any more. It is to be put
   * into another queue.
   */
  static void leave(OrderBook& book, BookSide& side, u32 order);
  /**
   * Takes lots that have traded off what an order shows. One that shows no more leaves, or shows
   * its next part, behind the others of its price.
   */
  static void fill(OrderBook& book, BookSide& side, u32 order, i64 lots,
                   command::Outcomes& outcomes);
  /** Takes lots off an order, hidden ones first; it leaves if it has no more. */
  static void takeOff(OrderBook& book, BookSide& side, u32 order, i64 lots);
  /** Open lots of the orders at a key, hidden ones too. */
  static i64 openAt(const OrderStore& orders, const BookSide& side, i64 key);

 private:
  /** Hides what an iceberg does not show, which has all its lots in its level, at the end of it. */
  static void show(OrderBook& book, u32 order, command::Outcomes& outcomes);
  static void hide(OrderBook& book, u32 order, i64 lots);
  static void report(const OrderBook& book, u32 order, u8 reason, command::Outcomes& outcomes);
  /** Takes lots off what an order shows; it leaves if that is all, and hides nothing. */
  static void takeShown(OrderBook& book, BookSide& side, u32 order, i64 lots);
};

}  // namespace tandem::matching
