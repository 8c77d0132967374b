#include "tandem/matching/linked_orders.hpp"

#include "tandem/command/command_type.hpp"
#include "tandem/matching/market_rule.hpp"
#include "tandem/matching/order_book.hpp"

namespace tandem::matching {

using command::Command;
using command::Outcome;
using command::Outcomes;
using command::ResultCode;
namespace order_terms = command::order_terms;
namespace type = command::type;

void LinkedOrders::link(i64 orderId, i64 other) {
  add(orderId, other);
  add(other, orderId);
}

void LinkedOrders::add(i64 orderId, i64 other) {
  index_.put(orderId, rows_.allocate(orderId, other, 0, 0));
  count_++;
}

void LinkedOrders::remove(i64 orderId) {
  const u32 row = index_.get(orderId);
  index_.remove(orderId);
  rows_.release(row);
  count_--;
}

i64 LinkedOrders::sever(i64 orderId, Outcomes& outcomes) {
  const i64 other = otherOf(orderId);
  if (other == 0) {
    return 0;
  }
  remove(orderId);
  remove(other);
  if (!book_.isLive(other)) {
    return 0;
  }
  if (book_.timed() != nullptr) {
    book_.timed()->remove(other);
  }
  book_.leave(other, Outcome::kByOco, outcomes);
  return 1;
}

i64 LinkedOrders::follow(Outcomes& outcomes, std::size_t from) {
  i64 left = 0;
  const std::size_t end = outcomes.count();
  for (std::size_t i = from; i < end && count_ != 0; i++) {
    // A copy: rows that are appended may move it.
    const Outcome of = outcomes[i];
    if (of.isTrade()) {
      left += sever(of.makerOrderId, outcomes);
      left += sever(of.takerOrderId, outcomes);
    } else if (of.kind == Outcome::kRelease && of.openQuantity() == 0) {
      left += sever(of.orderId(), outcomes);
    }
  }
  return left;
}

void LinkedOrders::after(Command& c, std::size_t from) {
  if (count_ == 0) {
    return;
  }
  c.outcomes.endOwn();
  const i64 left = follow(c.outcomes, from);
  if (c.result == ResultCode::kOk && type::isOfOrder(c.type) && c.openQuantity == 0) {
    sever(c.orderId, c.outcomes);
  }
  if (c.type == type::kMassCancel) {
    // Both legs are of one user and side, so both were named.
    c.openQuantity -= left;
  } else if (c.type == type::kEndSession && left != 0) {
    c.openQuantity = book_.timed()->count();
  }
}

namespace {

/** Whether an order of the book is of a side and has not traded. */
bool isFreshOf(int side, i64 orderId, i64 userId, OrderBook& book) {
  return book.restingSideOf(orderId, userId) == side && book.filledOf(orderId) == 0;
}

/** Whether the second leg would take at once, or be triggered, instead of standing by. */
bool takes(const Command& c, bool sleeps, const OrderBook& book) {
  const command::Instructions& said = *c.instructions.get();
  if (sleeps) {
    return !order_terms::trails(c.terms) &&
           StopOrders::isReached(c.terms, c.side, said.triggerPrice(), book.lastPrice());
  }
  return said.postOnly() == 0 && !command::symbol_state::mayCross(book.state()) &&
         book.crosses(c.side, c.price);
}

ResultCode faultOf(const Command& c, i64 first, OrderBook& book) {
  if (book.isLive(c.orderId)) {
    return ResultCode::kDuplicateOrderId;
  }
  StopOrders* stops = book.stops();
  const bool rests = book.restingSideOf(first, c.userId) >= 0;
  const u32 asleep = rests || stops == nullptr ? 0 : stops->find(first, c.userId);
  if (!rests && asleep == 0) {
    return ResultCode::kUnknownLinkedOrder;
  }
  const bool sleeps = order_terms::hasTrigger(c.terms);
  const bool fits =
      rests ? sleeps && isFreshOf(c.side, first, c.userId, book)
            : !sleeps && !stops->isWaiting(asleep) && stops->sideOf(first, c.userId) == c.side;
  if (!fits || (book.links() != nullptr && book.links()->has(first))) {
    return ResultCode::kInvalidLinkedOrder;
  }
  return takes(c, sleeps, book) ? ResultCode::kWouldTake : ResultCode::kPending;
}

}  // namespace

bool LinkedOrders::admits(Command& c, OrderBook& book) {
  if (c.instructions.get() == nullptr || c.instructions.get()->linkedOrder() == 0) {
    return true;
  }
  if (!market_rule::admits(c, book)) {
    return false;
  }
  const ResultCode fault = faultOf(c, c.instructions.get()->linkedOrder(), book);
  if (fault != ResultCode::kPending) {
    c.reject(fault);
  }
  return fault == ResultCode::kPending;
}

bool LinkedOrders::mayLink(OrderBook& book, i64 asleep, i64 resting) {
  StopOrders* stops = book.stops();
  const i64 user = book.userOf(resting);
  const u32 stop = stops == nullptr ? 0 : stops->find(asleep, user);
  return stop != 0 && !stops->isWaiting(stop) &&
         isFreshOf(stops->sideOf(asleep, user), resting, user, book) &&
         (book.links() == nullptr || !(book.links()->has(asleep) || book.links()->has(resting)));
}

bool LinkedOrders::refuses(Command& c, OrderBook& book) {
  const bool moves = c.type == type::kMove || c.type == type::kAmend;
  const bool refused = moves && book.links() != nullptr && book.links()->has(c.orderId) &&
                       book.sideOf(c.orderId, c.userId) >= 0;
  if (refused) {
    c.reject(ResultCode::kOrderIsLinked);
  }
  return refused;
}

}  // namespace tandem::matching
