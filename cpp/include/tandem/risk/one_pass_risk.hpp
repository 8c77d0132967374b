#pragma once

#include "tandem/risk/order_finder.hpp"
#include "tandem/risk/risk_engine.hpp"

namespace tandem::risk {

/**
 * The only risk shard of a driver that settles each command before the next one is held. The books
 * then have exactly the orders that it holds for, and find them: there is no second index. A move
 * reserves nothing until it is settled, and is written once.
 */
class OnePassRisk final : public RiskEngine {
 public:
  /** Users and live orders it has room for before it grows; books live as long as this. */
  OnePassRisk(u32 expectedUsers, u32 expectedOrders, const OrderFinder& books)
      : RiskEngine(0, 1, expectedUsers, expectedOrders, false), books_(books) {}

  /** The same; std::logic_error if earlier commands are not settled. */
  bool hold(command::Command& c, bool settled) override;

 private:
  using RiskEngine::find;
  u32 find(i64 userId, i32 symbol, i64 orderId) const override {
    return books_.tagOf(userId, symbol, orderId);
  }
  bool holdMove(command::Command& c, u32 order, bool settled) override;
  void settleMove(const command::Command& c) override;
  /** Whose order the books have is a user. */
  void judgeLess(command::Command& c) const override;

  const OrderFinder& books_;
  /** From the hold of a move that was granted to its settlement: what the order needs. */
  i64 moveNeed_ = 0;
};

}  // namespace tandem::risk
