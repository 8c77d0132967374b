#include "tandem/matching/icebergs.hpp"

#include <algorithm>

namespace tandem::matching {

using command::Outcome;

void Icebergs::placed(command::Command& c, OrderBook& book) {
  const command::Instructions* said = c.instructions.get();
  const i64 display = said == nullptr ? 0 : said->displayQuantity();
  if (display != 0 && c.result == command::ResultCode::kOk && c.openQuantity != 0) {
    const u32 order = book.index_.get(c.orderId);
    book.orders_.iceberg(order, display);
    show(book, order, c.outcomes);
  }
}

void Icebergs::show(OrderBook& book, u32 order, command::Outcomes& outcomes) {
  const i64 open = book.orders_.quantity(order);
  hide(book, order, std::max(i64{0}, open - book.orders_.display(order)));
  report(book, order, Outcome::kByEntry, outcomes);
}

void Icebergs::hide(OrderBook& book, u32 order, i64 lots) {
  OrderStore& orders = book.orders_;
  BookSide& side = book.sides_[orders.side(order)];
  orders.quantity(order, orders.quantity(order) - lots);
  orders.hidden(order, lots);
  side.take(orders.level(order), lots);
  side.hide(lots);
}

void Icebergs::report(const OrderBook& book, u32 order, u8 reason, command::Outcomes& outcomes) {
  const OrderStore& orders = book.orders_;
  const BookSide& side = book.sides_[orders.side(order)];
  outcomes.change(Outcome::change(Outcome::kShow, book.symbol_, side.code(), reason,
                                  orders.id(order), orders.user(order),
                                  side.key(book.levels_.key(orders.level(order))),
                                  orders.quantity(order), orders.open(order), orders.tag(order)));
}

bool Icebergs::restore(OrderBook& book, i64 orderId, i64 display, i64 hidden) {
  const u32 order = book.index_.get(orderId);
  const i64 open = order == 0 ? 0 : book.orders_.quantity(order);
  if (order == 0 || book.orders_.isIceberg(order) || hidden < 0 || hidden >= open ||
      open - hidden > display) {
    return false;
  }
  book.orders_.iceberg(order, display);
  hide(book, order, hidden);
  return true;
}

void Icebergs::leave(OrderBook& book, BookSide& side, u32 order) {
  OrderStore& orders = book.orders_;
  const i64 hidden = orders.hidden(order);
  side.leave(book.levels_, orders.level(order), order, orders.quantity(order));
  if (hidden != 0) {
    side.hide(-hidden);
    orders.hidden(order, 0);
  }
}

void Icebergs::fill(OrderBook& book, BookSide& side, u32 order, i64 lots,
                    command::Outcomes& outcomes) {
  OrderStore& orders = book.orders_;
  const i64 shown = orders.quantity(order);
  const i64 hidden = orders.hidden(order);
  orders.addFilled(order, lots);
  if (lots < shown || hidden == 0) {
    return takeShown(book, side, order, lots);
  }
  const u32 level = orders.level(order);
  const i64 key = book.levels_.key(level);
  const i64 next = std::min(hidden, orders.display(order));
  side.leave(book.levels_, level, order, shown);
  orders.hidden(order, hidden - next);
  side.hide(-next);
  side.enter(book.levels_, key, order, next);
  report(book, order, Outcome::kByRefill, outcomes);
}

void Icebergs::takeOff(OrderBook& book, BookSide& side, u32 order, i64 lots) {
  const i64 hidden = book.orders_.hidden(order);
  const i64 less = std::min(hidden, lots);
  if (less != 0) {
    book.orders_.hidden(order, hidden - less);
    side.hide(-less);
  }
  if (lots != less) {
    takeShown(book, side, order, lots - less);
  }
}

void Icebergs::takeShown(OrderBook& book, BookSide& side, u32 order, i64 lots) {
  OrderStore& orders = book.orders_;
  const u32 level = orders.level(order);
  const i64 shown = orders.quantity(order);
  if (lots == shown) {
    side.remove(book.levels_, level, order, shown);
    book.bury(order);
  } else {
    orders.quantity(order, shown - lots);
    side.take(level, lots);
  }
}

i64 Icebergs::openAt(const OrderStore& orders, const BookSide& side, i64 key) {
  i64 open = side.quantity(key);
  if (side.hidden() != 0) {
    for (u32 order = side.head(key); order != 0; order = orders.next(order)) {
      open += orders.hidden(order);
    }
  }
  return open;
}

}  // namespace tandem::matching
