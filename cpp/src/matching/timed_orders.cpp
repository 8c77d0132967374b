#include "tandem/matching/timed_orders.hpp"

#include "tandem/command/command_type.hpp"
#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

using command::Command;
using command::Outcome;
using command::Outcomes;

TimedOrders::TimedOrders(OrderBook& book, TimedStore& memory)
    : book_(book),
      orders_(memory.orders()),
      levels_(memory.levels()),
      index_(orders_),
      expiring_(command::kSell, levels_) {}

i64 TimedOrders::timeOf(i64 orderId) {
  const u32 order = index_.get(orderId);
  if (order == 0) {
    return kNever;
  }
  const u32 level = orders_.level(order);
  if (level == day_) {
    return kSession;
  }
  return level == auction_ ? kAuction : levels_.key(level);
}

void TimedOrders::add(i64 orderId, i64 expireTime) {
  const u32 order = orders_.allocate(orderId, 0, 0, command::kBuy);
  index_.put(orderId, order);
  if (expireTime > 0) {
    expiring_.append(levels_, expireTime, order, 1);
    return;
  }
  // No price has this key.
  u32& level = expireTime == kSession ? day_ : auction_;
  level = levels_.enter(level, FarLevels::kNone, order, 1);
}

/** Takes an order out of a queue. */
void TimedOrders::unlink(u32& level, u32 order) {
  if (levels_.unlink(level, order, 1)) {
    levels_.closeIf(true, level);
    level = 0;
  }
}

void TimedOrders::remove(i64 orderId) {
  const u32 order = index_.get(orderId);
  if (order == 0) {
    return;
  }
  const u32 level = orders_.level(order);
  if (level == day_) {
    unlink(day_, order);
  } else if (level == auction_) {
    unlink(auction_, order);
  } else {
    expiring_.remove(levels_, level, order, 1);
  }
  index_.remove(orderId);
  orders_.release(order);
}

void TimedOrders::forget(const Command& c, std::size_t from) {
  if (c.result == command::ResultCode::kOk && command::type::isOfOrder(c.type) &&
      c.openQuantity == 0) {
    remove(c.orderId);
  }
  for (std::size_t i = from; i < c.outcomes.count(); i++) {
    const Outcome& outcome = c.outcomes[i];
    if (outcome.isTrade()) {
      if (outcome.makerDone()) {
        remove(outcome.makerOrderId);
      }
      if (outcome.takerDone()) {
        remove(outcome.takerOrderId);
      }
    } else if (outcome.kind == Outcome::kRelease && outcome.openQuantity() == 0) {
      remove(outcome.orderId());
    }
  }
}

void TimedOrders::endSession(Outcomes& outcomes) {
  for (u32 n = 0; n < kMostACommand && day_ != 0; n++) {
    const i64 orderId = orders_.id(levels_.head(day_));
    remove(orderId);
    book_.leave(orderId, Outcome::kBySessionEnd, outcomes);
  }
}

void TimedOrders::endAuction(Outcomes& outcomes) {
  while (auction_ != 0) {
    const i64 orderId = orders_.id(levels_.head(auction_));
    remove(orderId);
    if (book_.isLive(orderId)) {
      book_.leave(orderId, Outcome::kByAuctionEnd, outcomes);
    }
  }
}

void TimedOrders::expire(i64 nowNs, Outcomes& outcomes) {
  for (u32 n = 0; n < kMostACommand && expiring_.crosses(nowNs); n++) {
    const i64 orderId = orders_.id(levels_.head(expiring_.bestLevel()));
    remove(orderId);
    book_.leave(orderId, Outcome::kByExpiry, outcomes);
  }
}

i64 TimedOrders::due(i64 nowNs) const {
  i64 due = 0;
  for (i64 key = expiring_.firstKey(); key != FarLevels::kNone && key <= nowNs;
       key = expiring_.higher(key)) {
    due += expiring_.count(key);
  }
  return due;
}

}  // namespace tandem::matching
