#include "tandem/matching/self_trade_rule.hpp"

#include <algorithm>

#include "tandem/matching/icebergs.hpp"

namespace tandem::matching {

using command::Outcome;
using command::SelfTrade;

void SelfTradeRule::end(command::Command& c, OrderBook& book, SelfTrade mode) {
  if (mode != SelfTrade::kNone && c.result == command::ResultCode::kOk) {
    c.filledQuantity -= book.takePrevented();
    if (c.openQuantity != 0 && !c.asleep) {
      keep(book, c.orderId, mode);
    }
  }
}

bool SelfTradeRule::trades(const OrderBook& book, const BookSide& other, i64 limit,
                           const NewOrder& order, i64 least) {
  if (least == 0) {
    return true;
  }
  return order.selfTrade == SelfTrade::kNone && other.hidden() == 0
             ? other.restOf(limit, least) == 0
             : walk(book, other, limit, order).traded >= least;
}

i64 SelfTradeRule::restOf(const OrderBook& book, const BookSide& other, i64 limit,
                          const NewOrder& order) {
  return order.selfTrade == SelfTrade::kNone && other.hidden() == 0
             ? other.restOf(limit, order.quantity)
             : walk(book, other, limit, order).open;
}

SelfTradeRule::Walk SelfTradeRule::walk(const OrderBook& book, const BookSide& other, i64 limit,
                                        const NewOrder& order) {
  const OrderStore& orders = book.orders_;
  i64 open = order.quantity;
  i64 traded = 0;
  for (i64 key = other.firstKey(); key != FarLevels::kNone && key <= limit && open > 0;
       key = other.higher(key)) {
    for (u32 maker = other.head(key); maker != 0 && open > 0; maker = orders.next(maker)) {
      if (!prevents(orders, maker, order)) {
        const i64 most = std::min(open, orders.quantity(maker));
        traded += most;
        open -= most;
      } else if (order.selfTrade == SelfTrade::kDecrement) {
        open -= std::min(open, orders.open(maker));
      } else if (order.selfTrade != SelfTrade::kCancelOldest) {
        open = 0;
      }
    }
    // What others hide comes behind all that is shown; none that is prevented is left by then.
    const i64 most = other.hidden() == 0 ? 0 : std::min(open, hiddenOf(orders, other, key, order));
    traded += most;
    open -= most;
  }
  return {traded, open};
}

bool SelfTradeRule::prevents(const OrderStore& orders, u32 maker, const NewOrder& taker) {
  return taker.selfTrade != SelfTrade::kNone && orders.areOne(orders.user(maker), taker.userId);
}

i64 SelfTradeRule::hiddenOf(const OrderStore& orders, const BookSide& side, i64 key,
                            const NewOrder& taker) {
  i64 hidden = 0;
  for (u32 order = side.head(key); order != 0; order = orders.next(order)) {
    hidden += prevents(orders, order, taker) ? 0 : orders.hidden(order);
  }
  return hidden;
}

i64 SelfTradeRule::take(OrderBook& book, BookSide& other, i64 limit, const NewOrder& order,
                        command::Outcomes& outcomes) {
  const OrderStore& orders = book.orders_;
  const bool decrements = order.selfTrade == SelfTrade::kDecrement;
  i64 open = order.quantity;
  do {
    const u32 maker = book.levels_.head(other.bestLevel());
    const i64 price = other.key(other.bestKey());
    const i64 lots = orders.open(maker);
    if (!prevents(orders, maker, order)) {
      const i64 most = std::min(open, orders.quantity(maker));
      open -= most;
      const int flags =
          (most == lots ? Outcome::kMakerDone : 0) | (open == 0 ? Outcome::kTakerDone : 0);
      outcomes.trade({order.orderId, orders.id(maker), order.userId, orders.user(maker), price,
                      most, order.tag, orders.tag(maker), Outcome::kTrade, static_cast<u8>(flags),
                      order.side, 0, book.symbol_});
      book.lastPrice_ = price;
      Icebergs::fill(book, other, maker, most, outcomes);
      continue;
    }
    const i64 most = std::min(open, lots);
    if (order.selfTrade != SelfTrade::kCancelNewest) {
      const i64 off = decrements ? most : lots;
      outcomes.change(Outcome::change(Outcome::kRelease, book.symbol_, other.code(),
                                      Outcome::kBySelfTrade, orders.id(maker), orders.user(maker),
                                      price, off, lots - off, orders.tag(maker)));
      Icebergs::takeOff(book, other, maker, off);
    }
    if (order.selfTrade != SelfTrade::kCancelOldest) {
      const i64 off = decrements ? most : open;
      open -= off;
      book.prevented_ += off;
      outcomes.change(Outcome::change(Outcome::kRelease, book.symbol_, order.side,
                                      Outcome::kBySelfTrade, order.orderId, order.userId,
                                      other.key(limit), off, open, order.tag));
    }
  } while (open > 0 && other.crosses(limit));
  return open;
}

}  // namespace tandem::matching
