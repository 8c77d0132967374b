#pragma once

#include <cstddef>
#include <optional>

#include "tandem/matching/book_side.hpp"
#include "tandem/matching/level_store.hpp"
#include "tandem/matching/order_index.hpp"
#include "tandem/matching/order_store.hpp"

namespace tandem::matching {

/** A price level: ticks, open lots, number of orders. */
struct LevelView {
  i64 price;
  i64 quantity;
  i64 orders;
};

/**
 * An order that rests: code of its side, code of post only or 0, its mode, ticks, the open lots
 * that it shows; those that it hides, and the most that it shows, 0 if that is all.
 */
struct OrderView {
  u8 side;
  u8 postOnly;
  command::SelfTrade selfTrade;
  u32 tag;
  i64 price;
  i64 orderId;
  i64 userId;
  i64 quantity;
  i64 hidden;
  i64 display;
  /** Lots of it that have traded. */
  i64 filled;
};

/**
 * What rests in a book: its best prices, its totals, its levels (L2) and its orders, each in
 * price-time order. Reading allocates nothing, and changes nothing: several threads may, while
 * nothing is changed.
 *
 * A side is given by its code; any other number is std::invalid_argument.
 */
class BookView {
 public:
  BookView(const BookSide (&sides)[2], const OrderIndex& index, const OrderStore& orders,
           const LevelStore& levels)
      : sides_(sides), index_(index), orders_(orders), levels_(levels) {}

  /** Best price of a side in ticks, 0 if the side is empty. O(1). */
  i64 bestPrice(u8 code) const {
    const BookSide& s = side(code);
    return s.isEmpty() ? 0 : s.key(s.bestKey());
  }
  /** Open lots of a side. O(1). */
  i64 quantity(u8 code) const { return side(code).quantity(); }
  /** Orders of a side. O(1). */
  i64 orders(u8 code) const { return side(code).count(); }
  /** Price levels of a side. O(1). */
  std::size_t levels(u8 code) const { return side(code).levels(); }
  /** Open lots of a side at a price in ticks, 0 if there are none. */
  i64 quantityAt(u8 code, i64 price) const {
    const BookSide& s = side(code);
    return s.quantity(s.key(price));
  }

  /** Shows the levels of a side, best first, until the visitor answers false. */
  template <class Visitor>
  void forEachLevel(u8 code, Visitor&& visitor) const {
    const BookSide& s = side(code);
    for (i64 key = s.firstKey(); key != FarLevels::kNone; key = s.higher(key)) {
      if (!visitor(LevelView{s.key(key), s.quantity(key), s.count(key)})) {
        return;
      }
    }
  }
  /** One order, if there is one with this id. */
  std::optional<OrderView> order(i64 orderId) const;

  /** Shows all orders of a side, best price first, oldest first. */
  template <class Visitor>
  void forEachOrder(u8 code, Visitor&& visitor) const {
    forEachOrderWhile(code, [&](const OrderView& order) {
      visitor(order);
      return true;
    });
  }
  /** The same until the visitor answers false. */
  template <class Visitor>
  void forEachOrderWhile(u8 code, Visitor&& visitor) const {
    const BookSide& s = side(code);
    for (i64 key = s.firstKey(); key != FarLevels::kNone; key = s.higher(key)) {
      for (u32 o = s.head(key); o != 0; o = orders_.next(o)) {
        if (!visitor(show(s, key, o))) {
          return;
        }
      }
    }
  }

 private:
  const BookSide& side(u8 code) const {
    if (code > 1) {
      refuse(code);
    }
    return sides_[code];
  }
  [[noreturn]] static void refuse(u8 code);

  OrderView show(const BookSide& side, i64 key, u32 order) const {
    return {side.code(),
            orders_.postOnly(order),
            orders_.selfTrade(order),
            orders_.tag(order),
            side.key(key),
            orders_.id(order),
            orders_.user(order),
            orders_.quantity(order),
            orders_.hidden(order),
            orders_.display(order),
            orders_.filled(order)};
  }

  const BookSide (&sides_)[2];
  const OrderIndex& index_;
  const OrderStore& orders_;
  const LevelStore& levels_;
};

}  // namespace tandem::matching
