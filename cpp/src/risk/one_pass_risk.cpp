#include "tandem/risk/one_pass_risk.hpp"

#include <algorithm>
#include <stdexcept>

#include "tandem/risk/money.hpp"

namespace tandem::risk {

using command::Command;

bool OnePassRisk::hold(Command& c, bool settled) {
  if (!settled) {
    throw std::logic_error("this shard is for commands that are settled one by one");
  }
  return RiskEngine::hold(c, true);
}

void OnePassRisk::judgeLess(Command& c) const {
  if (find(c) == HeldOrders::kNone) {
    RiskEngine::judgeLess(c);
  }
}

bool OnePassRisk::holdMove(Command& c, u32 order, bool) {
  const i64 quantity = settlement_.lotsOf(c, order, orders_.open(order));
  const i64 need = settlement_.requirement(order, c.price, quantity);
  const i64 available = accounts_.available(orders_.places(order).holdAccount);
  if (need == money::kOverflow || available < need - orders_.held(order)) {
    return refuseOrWaitWithMove(c, need, true);
  }
  moveNeed_ = need;
  c.holdTag = order;
  return true;
}

void OnePassRisk::settleMove(const Command& c) {
  if (c.isRejected()) {
    return settleOutcomes(c);
  }
  const u32 own = c.holdTag;
  orders_.price(own, c.orderPrice);
  // Without a trade the need is exact, unless it slid to another price, or nothing is left of it.
  if (c.outcomes.count() == 0 && c.orderPrice == c.price && c.openQuantity != 0) {
    orders_.open(own, c.openQuantity);
    settlement_.reserve(own, moveNeed_);
    return;
  }
  settlement_.reserve(own, std::max(moveNeed_, orders_.held(own)));
  settlement_.beforeOwn(c, own);
  orders_.open(own, c.openQuantity);
  orders_.addFilled(own, c.filledQuantity);
  settlement_.release(own);
  settlement_.afterOwn(c);
}

}  // namespace tandem::risk
