#pragma once

#include <optional>
#include <vector>

#include "tandem/command/command.hpp"
#include "tandem/risk/accounts.hpp"
#include "tandem/risk/funds.hpp"
#include "tandem/risk/held_orders.hpp"
#include "tandem/risk/risk_restore.hpp"
#include "tandem/risk/settlement.hpp"
#include "tandem/risk/symbols.hpp"
#include "tandem/risk/user_state.hpp"
#include "tandem/risk/users.hpp"

namespace tandem::risk {

/**
 * One shard of the risk stage: what its users own, and what is held for their live orders.
 *
 * ShardedRisk may hold for commands before earlier ones are settled; OnePassRisk never does, and
 * needs less for it. Here is what both share: who may do what, what an order needs, and what is
 * paid for it.
 *
 * It works in two steps on one thread. hold() runs before matching: it refuses what the user may
 * not do or cannot pay, and reserves the worst case. settle() runs after matching over the same
 * commands, in the same order: it pays for the trades and releases what is no longer needed.
 *
 * Holds may run ahead of settlement, and yet the outcome of a command is that of an engine that
 * settles each command before it looks at the next: a hold only ever reserves the worst case, and
 * settlement only ever gives back. So what the first step grants, an engine that has settled
 * everything grants as well. What the first step cannot grant, or what needs an exact figure, is
 * judged once everything is settled. Users, symbols, deposits and transactions are the first step's
 * alone, so they are always exact; and so is what a transfer takes, whereas what it brings is the
 * second step's (Funds).
 *
 * What is held for an order is, when everything is settled, exactly what its open quantity needs at
 * its limit: for a buy the notional and the higher of the two fee rates on it, for a sell the lots.
 *
 * A user id belongs to the shard of its floor modulus by the number of shards; the fees are shard
 * 0's. Commands of other users pass untouched, apart from what every shard knows: symbols, the
 * supply of currencies, and which users there are. For one thread at a time. An account that would
 * fall below zero, which no input can bring about, is a std::logic_error.
 */
class RiskEngine {
 public:
  virtual ~RiskEngine() = default;
  RiskEngine(const RiskEngine&) = delete;
  RiskEngine& operator=(const RiskEngine&) = delete;

  /**
   * First step: refuses the command or reserves what it may cost. settled says whether every
   * command before it is settled. False if it cannot be judged before they are; nothing was changed
   * then. Never if they are.
   */
  virtual bool hold(command::Command& c, bool settled);

  /** Second step: pays for what matching did and releases what is no longer needed. */
  void settle(command::Command& c);

  /** Looks ahead: fetches what is held for an order; any tag that was given, or 0. */
  [[gnu::always_inline]] void touch(u32 tag) const { orders_.touch(tag); }

  /** One user of this shard, if he is known. When everything is settled; allocates. */
  std::optional<UserState> user(i64 userId) const;
  /** This shard's part of each currency, by rising id. When everything is settled; allocates. */
  std::vector<CurrencyTotals> totals() const;

  /** For new stages: what puts users and their money back. It lives as long as this at most. */
  RiskRestore restore() { return RiskRestore(users_, accounts_); }
  /** Says how many lots of an order that was put back have traded. */
  void restoreFilled(u32 handle, i64 lots) { orders_.addFilled(handle, lots); }
  /** Whether nothing was ever applied. */
  bool isEmpty() const {
    return users_.isEmpty() && symbols_.size() + accounts_.currencies().size() == 0;
  }

  u32 shard() const { return shard_; }
  const Users& users() const { return users_; }
  const Accounts& accounts() const { return accounts_; }

 protected:
  RiskEngine(u32 shard, u32 shardCount, u32 expectedUsers, u32 expectedOrders, bool indexed);

  bool owns(i64 userId) const { return settlement_.owns(userId); }
  /** The handle of a live order of this user in this symbol, or HeldOrders::kNone. */
  virtual u32 find(i64 userId, i32 symbol, i64 orderId) const = 0;
  /** The handle of the live order that a command names, or HeldOrders::kNone. */
  u32 find(const command::Command& c) const { return find(c.userId, c.symbol, c.orderId); }
  /** Judges a MOVE or AMEND of this shard's order, whose user may trade, and holds for it. */
  virtual bool holdMove(command::Command& c, u32 order, bool settled) = 0;
  /** Settles a MOVE or AMEND with its outcomes. */
  virtual void settleMove(const command::Command& c) = 0;
  /** Symbol and order of a CANCEL or REDUCE are matching's to find; its user must be known. */
  virtual void judgeLess(command::Command& c) const;
  /** Refuses a move, once it is certain that the order lives and what it needs. */
  static bool refuseOrWaitWithMove(command::Command& c, i64 need, bool settled);
  /** Settles a command that has done nothing to an order of its own. */
  void settleOutcomes(const command::Command& c);

 private:
  /** Whether this shard holds for the command; only the owner may read or write its result. */
  bool isOurs(const command::Command& c) const { return owns(c.userId) && !c.isRejectedAtEntry(); }

  void judgeUser(command::Command& c) const;
  bool holdPlace(command::Command& c, bool settled);
  u32 findLeg(const command::Command& c) const;
  bool grantPlace(command::Command& c, u32 user, u32 symbol, bool settled);
  bool refuseForFunds(command::Command& c, u32 account, i64 need, bool settled);
  bool holdMove(command::Command& c, bool settled);
  command::ResultCode whyNoOrder(const command::Command& c) const;
  void specify(const command::Command& c);

  void settlePlace(const command::Command& c);
  void settleLess(const command::Command& c);

  u32 shard_;
  Users users_;

 protected:
  Accounts accounts_;
  HeldOrders orders_;

 private:
  Symbols symbols_{accounts_};
  Funds funds_{users_, accounts_};

 protected:
  Settlement settlement_;
};

}  // namespace tandem::risk
