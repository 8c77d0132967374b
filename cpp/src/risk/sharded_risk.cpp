#include "tandem/risk/sharded_risk.hpp"

#include <algorithm>

#include "tandem/risk/money.hpp"

namespace tandem::risk {

using command::Command;

/**
 * Whether a move leaves at most as many lots open as there are, by any order of what is in flight:
 * what is filled of a total by then only makes it less. What is settled is judged exactly by the
 * other way, too.
 */
bool ShardedRisk::addsNoLots(const Command& c, u32 order, bool settled) const {
  if (orders_.isResized(order)) {
    return false;
  }
  const i64 mostOpen = orders_.mostOpen(order);
  return c.type == command::type::kAmend
             ? !settled && settlement_.lotsOf(c, order, mostOpen) <= mostOpen
             : c.quantity == 0;
}

bool ShardedRisk::holdMove(Command& c, u32 order, bool settled) {
  const bool held =
      addsNoLots(c, order, settled) ? holdPrice(c, order, settled) : holdResize(c, order, settled);
  if (held && !c.isRejected()) {
    orders_.startMove(order);
    c.holdTag = order;
  }
  return held;
}

/**
 * Reserves for a move that keeps the quantity, or makes it less. What is held covers all open lots
 * at any price that a move before it named, also after some of them have traded: so the difference
 * to this price is enough.
 */
bool ShardedRisk::holdPrice(Command& c, u32 order, bool settled) {
  const i64 need = settlement_.requirement(order, c.price, orders_.mostOpen(order));
  // Up or down is a coin toss that no predictor knows: the usual way has no branch on it.
  const i64 held = orders_.held(order);
  const i64 more = std::max(need, held) - held;
  const u32 account = orders_.places(order).holdAccount;
  if (need == money::kOverflow || accounts_.available(account) < more) {
    return refuseOrWaitWithMove(c, need, settled);
  }
  accounts_.hold(account, more);
  orders_.held(order, held + more);
  return true;
}

/**
 * Reserves for a move that names a quantity, or follows a move that is not settled. Trades before
 * it do not count towards its quantity and are paid out of what is held already, so it needs its
 * whole amount beside that. Only when everything is settled nothing trades before it, and the
 * difference is enough. Trades before an AMEND count, so that needs no more than what is not filled
 * as last settled.
 */
bool ShardedRisk::holdResize(Command& c, u32 order, bool settled) {
  const i64 mostOpen = orders_.mostOpen(order);
  const i64 quantity = settlement_.lotsOf(c, order, mostOpen);
  const i64 need = settlement_.requirement(order, c.price, quantity);
  const i64 held = orders_.held(order);
  const i64 more = settled ? std::max(need, held) - held : need;
  const u32 account = orders_.places(order).holdAccount;
  if (need == money::kOverflow || accounts_.available(account) < more) {
    return refuseOrWaitWithMove(c, need, settled);
  }
  accounts_.hold(account, more);
  orders_.held(order, held + more);
  // If matching refuses it, the order keeps its lots, and a later move is of them.
  orders_.resize(order, std::max(mostOpen, quantity));
  return true;
}

void ShardedRisk::settleMove(const Command& c) {
  const u32 own = owns(c.userId) ? c.holdTag : HeldOrders::kNone;
  // It may have expired by its own command: as long as it moves it is not given up.
  settlement_.beforeOwn(c, own);
  if (own != HeldOrders::kNone) {
    orders_.endMove(own);
    if (!c.isRejected()) {
      orders_.price(own, c.orderPrice);
      orders_.open(own, c.openQuantity);
      orders_.addFilled(own, c.filledQuantity);
    }
    settlement_.release(own);
  }
  settlement_.afterOwn(c);
}

}  // namespace tandem::risk
