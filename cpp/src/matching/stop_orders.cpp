#include "tandem/matching/stop_orders.hpp"

#include <algorithm>

#include "tandem/command/held_price.hpp"
#include "tandem/matching/market_rule.hpp"
#include "tandem/matching/order_book.hpp"
#include "tandem/matching/self_trade_rule.hpp"

namespace tandem::matching {

using command::Command;
using command::Outcome;
using command::Outcomes;
using command::ResultCode;
namespace order_terms = command::order_terms;

StopOrders::StopOrders(OrderBook& book, StopStore& memory)
    : book_(book),
      memory_(memory),
      orders_(memory.orders()),
      levels_(memory.levels()),
      index_(orders_),
      rise_(command::kSell, levels_),
      fall_(command::kBuy, levels_) {}

bool StopOrders::isReached(u8 terms, u8 side, i64 trigger, i64 last) {
  return last != 0 && (order_terms::wakesOnRise(terms, side) ? last >= trigger : last <= trigger);
}

bool StopOrders::maySleep(const StopView& stop) const {
  return stop.offset == 0 ? !isReached(stop.terms, stop.side, stop.trigger, book_.lastPrice())
                          : TrailingSide::maySleep(stop, book_.lastPrice());
}

void StopOrders::add(const StopView& stop, u32 tag) {
  const u32 order = memory_.allocate(stop.orderId, stop.userId, tag, stop.side, stop.terms,
                                     stop.limit, stop.trigger);
  orders_.modes(order, 0, stop.selfTrade);
  index_.put(stop.orderId, order);
  count_++;
  if (stop.isWaiting) {
    await(order, stop.quantity);
  } else {
    sleep(order, stop.quantity, stop.best, stop.offset, stop.inPpm);
  }
}

void StopOrders::sleep(u32 order, i64 lots, i64 best, i64 offset, bool inPpm) {
  memory_.enter(order, youngest_);
  oldest_ = oldest_ == 0 ? order : oldest_;
  youngest_ = order;
  if (offset == 0) {
    BookSide& queue = queueOf(order);
    queue.append(levels_, queue.key(memory_.trigger(order)), order, lots);
  } else {
    orders_.quantity(order, lots);
    trailingOf(order).add(order, best, offset, inPpm);
  }
}

TrailingSide& StopOrders::trailingOf(u32 order) {
  if (trailingRise_ == nullptr) {
    trailingRise_ = std::make_unique<TrailingSide>(memory_.trailing(), true);
    trailingFall_ = std::make_unique<TrailingSide>(memory_.trailing(), false);
  }
  return wakesOnRise(order) ? *trailingRise_ : *trailingFall_;
}

void StopOrders::wakeOrder(u32 order, Outcomes& outcomes) {
  if (book_.links() != nullptr) {
    outcomes.endOwn();
    book_.links()->sever(orders_.id(order), outcomes);
  }
  const i64 trigger = triggerOf(order);
  const i64 lots = orders_.quantity(order);
  unlink(order, lots);
  memory_.trigger(order, trigger);
  await(order, lots);
}

StopView StopOrders::viewOf(u32 order) const {
  StopView view{static_cast<u8>(orders_.side(order)),
                memory_.terms(order),
                isWaiting(order),
                orders_.id(order),
                orders_.user(order),
                memory_.limit(order),
                orders_.quantity(order),
                memory_.trigger(order),
                orders_.selfTrade(order)};
  if (trails(order)) {
    const TrailingSide& trailing = trailingOf(order);
    view.best = book_.lastPrice() == 0 ? 0 : trailing.best(order);
    view.offset = memory_.trailing().offset(order);
    view.inPpm = trailing.isInPpm(order);
  }
  view.linked = book_.links() == nullptr ? 0 : book_.links()->otherOf(view.orderId);
  return view;
}

void StopOrders::await(u32 order, i64 lots) {
  // No price has this key.
  waiting_ = levels_.enter(waiting_, FarLevels::kNone, order, lots);
}

void StopOrders::unlink(u32 order, i64 lots) {
  if (isWaiting(order)) {
    if (levels_.unlink(waiting_, order, lots)) {
      levels_.closeIf(true, waiting_);
      waiting_ = 0;
    }
    return;
  }
  oldest_ = order == oldest_ ? memory_.younger(order) : oldest_;
  youngest_ = order == youngest_ ? memory_.older(order) : youngest_;
  memory_.leave(order);
  if (trails(order)) {
    trailingOf(order).remove(order);
  } else {
    queueOf(order).remove(levels_, orders_.level(order), order, lots);
  }
}

void StopOrders::forget(u32 order) {
  unlink(order, orders_.quantity(order));
  index_.remove(orders_.id(order));
  orders_.release(order);
  count_--;
}

void StopOrders::place(Command& c) {
  const i64 limit = command::held_price::of(c, book_.spec());
  const command::Instructions& said = *c.instructions.get();
  add({c.side, c.terms, false, c.orderId, c.userId, limit, c.quantity, said.triggerPrice(),
       said.selfTrade(), book_.lastPrice(), said.trailing(), said.trailsInPpm()},
      c.holdTag);
  c.result = ResultCode::kOk;
  c.orderSide = c.side;
  c.orderPrice = limit;
  c.openQuantity = c.quantity;
  c.asleep = true;
  reportSleep(c, index_.get(c.orderId));
}

void StopOrders::reportTrigger(Command& c) const {
  c.outcomes.change(Outcome::change(Outcome::kTrigger, c.symbol, c.side, c.terms, c.orderId,
                                    c.userId, command::held_price::of(c, book_.spec()),
                                    c.instructions.get()->triggerPrice(), c.quantity, c.holdTag));
}

void StopOrders::takeOff(u32 order, i64 lots) {
  orders_.quantity(order, orders_.quantity(order) - lots);
  if (isWaiting(order)) {
    levels_.reduce(waiting_, lots);
  } else if (!trails(order)) {
    queueOf(order).take(orders_.level(order), lots);
  }
}

void StopOrders::move(u32 order, i64 limit, i64 lots, i64 trigger) {
  const StopView stop = viewOf(order);
  unlink(order, stop.quantity);
  memory_.limit(order, limit);
  if (trigger != 0) {
    memory_.trigger(order, trigger);
  }
  if (stop.isWaiting ||
      (trigger != 0 && isReached(stop.terms, stop.side, trigger, book_.lastPrice()))) {
    await(order, lots);
  } else {
    sleep(order, lots, stop.best, stop.offset, stop.inPpm);
  }
}

bool StopOrders::leave(i64 orderId, u8 reason, Outcomes& outcomes) {
  const u32 order = index_.get(orderId);
  if (order == 0) {
    return false;
  }
  const auto side = static_cast<u8>(orders_.side(order));
  outcomes.change(Outcome::change(Outcome::kRelease, book_.symbol(), side, reason, orderId,
                                  orders_.user(order), memory_.limit(order),
                                  orders_.quantity(order), 0, orders_.tag(order)));
  forget(order);
  return true;
}

void StopOrders::found(Command& c, u32 order) const {
  c.result = ResultCode::kOk;
  c.orderSide = static_cast<u8>(orders_.side(order));
  c.orderPrice = memory_.limit(order);
  c.foundTag = orders_.tag(order);
  c.asleep = true;
}

void StopOrders::report(Outcomes& outcomes, u8 kind, u32 order) const {
  outcomes.change(Outcome::change(kind, book_.symbol(), static_cast<u8>(orders_.side(order)),
                                  memory_.terms(order), orders_.id(order), orders_.user(order),
                                  memory_.limit(order), triggerOf(order), orders_.quantity(order),
                                  orders_.tag(order)));
}

void StopOrders::cascade(Command& c) {
  if (count_ == 0) {
    return;
  }
  Outcomes& outcomes = c.outcomes;
  std::size_t walked = 0;
  for (u32 taken = 0;; taken++) {
    for (; walked < outcomes.count(); walked++) {
      if (outcomes[walked].isTrade()) {
        wakeAt(outcomes[walked].price, outcomes);
      }
    }
    if (waiting_ == 0 || taken == kMostACommand) {
      return;
    }
    if (taken == 0) {
      outcomes.endOwn();
    }
    const std::size_t before = outcomes.count();
    take(levels_.head(waiting_), outcomes);
    if (book_.links() != nullptr) {
      book_.links()->follow(outcomes, before);
    }
  }
}

void StopOrders::wakeAt(i64 price, Outcomes& outcomes) {
  wakeAll(rise_, trailingRise_.get(), price, outcomes);
  wakeAll(fall_, trailingFall_.get(), price, outcomes);
  if (trailingRise_ != nullptr) {
    trailingRise_->advance(price);
    trailingFall_->advance(price);
  }
}

void StopOrders::wakeAll(BookSide& queue, const TrailingSide* trailing, i64 price,
                         Outcomes& outcomes) {
  const i64 key = queue.key(price);
  while (true) {
    const u32 order = queue.crosses(key) ? levels_.head(queue.bestLevel()) : 0;
    const u32 other = trailing == nullptr ? 0 : trailing->reachedBy(price);
    if ((order | other) == 0) {
      return;
    }
    const bool isOther =
        other != 0 && (order == 0 || trailing->precedes(order, memory_.trigger(order), memory_));
    wakeOrder(isOther ? other : order, outcomes);
  }
}

void StopOrders::take(u32 order, Outcomes& outcomes) {
  report(outcomes, Outcome::kTrigger, order);
  StopView stop = viewOf(order);
  if (order_terms::neverRests(stop.terms)) {
    stop.limit = market_rule::limitOf(stop.side, stop.limit, book_);
  }
  const u32 tag = orders_.tag(order);
  forget(order);
  NewOrder taker{stop.side,     stop.terms,   tag,         stop.limit,
                 stop.quantity, stop.orderId, stop.userId, stop.selfTrade};
  const i64 open = book_.match(taker, outcomes);
  const i64 filled = stop.quantity - open - book_.takePrevented();
  if (open == 0) {
    return;
  }
  taker.quantity = open;
  const bool rests = order_terms::rests(stop.terms);
  if (rests && book_.insert(taker) > 0) {
    SelfTradeRule::keep(book_, stop.orderId, stop.selfTrade);
    book_.addFilled(stop.orderId, filled);
    outcomes.change(Outcome::change(Outcome::kRest, book_.symbol(), stop.side, 0, stop.orderId,
                                    stop.userId, stop.limit, 0, open, tag));
  } else {
    outcomes.change(Outcome::change(Outcome::kRelease, book_.symbol(), stop.side,
                                    rests ? Outcome::kByOverflow : Outcome::kByTerms, stop.orderId,
                                    stop.userId, stop.limit, open, 0, tag));
  }
}

}  // namespace tandem::matching
