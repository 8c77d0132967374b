#pragma once

#include "tandem/risk/risk_engine.hpp"

namespace tandem::risk {

/**
 * A risk shard that holds for commands before earlier ones are settled. It has an index of its own
 * of the orders that it holds for, because the books are behind or ahead of it.
 *
 * While a move is in flight its order may come to have what it had or what the move names, and
 * trade in between: so each move reserves on top of what is held, and what was too much is released
 * when the last of them is settled.
 */
class ShardedRisk final : public RiskEngine {
 public:
  /** How a shard is made. */
  struct Options {
    /** Number of this shard, from 0, and of all. */
    u32 shard = 0;
    u32 shardCount = 1;
    /** Users and live orders of this shard it has room for before it grows. */
    u32 expectedUsers = 0;
    u32 expectedOrders = 0;
  };

  explicit ShardedRisk(const Options& options)
      : RiskEngine(options.shard, options.shardCount, options.expectedUsers, options.expectedOrders,
                   true) {}

 private:
  using RiskEngine::find;
  u32 find(i64 userId, i32 symbol, i64 orderId) const override {
    return orders_.find(userId, symbol, orderId);
  }
  bool holdMove(command::Command& c, u32 order, bool settled) override;
  void settleMove(const command::Command& c) override;

  bool addsNoLots(const command::Command& c, u32 order, bool settled) const;
  bool holdPrice(command::Command& c, u32 order, bool settled);
  bool holdResize(command::Command& c, u32 order, bool settled);
};

}  // namespace tandem::risk
