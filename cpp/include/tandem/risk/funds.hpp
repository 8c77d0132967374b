#pragma once

#include "tandem/command/command.hpp"
#include "tandem/risk/accounts.hpp"
#include "tandem/risk/users.hpp"

namespace tandem::risk {

/**
 * What is paid into the exchange and out of it, in one risk shard. Every shard knows the supply of
 * each currency, since no sum may leave 63 bits; the owner of the user alone answers. For one
 * thread at a time.
 */
class Funds {
 public:
  Funds(Users& users, Accounts& accounts) : users_(users), accounts_(accounts) {}

  /**
   * The first step of an adjustment; ours says whether this shard answers. What is deposited can be
   * spent by the next command, and what is withdrawn is gone for it. False if it can only be judged
   * when everything before is settled.
   */
  bool adjust(command::Command& c, bool ours, bool settled);

  /** The first step of a withdrawal of fees, in the shard that collects them; false as above. */
  bool withdrawFees(command::Command& c, bool settled);

  /** The second step of either, in every shard. */
  void settle(const command::Command& c);

 private:
  /** Unsettled deposits are counted in units of 2^32, rounded up: their sum cannot overflow. */
  static constexpr int kUnitBits = 32;
  static constexpr i64 kMaxUnits = i64{1} << (63 - kUnitBits);

  static i64 units(i64 amount) { return (amount >> kUnitBits) + 1; }

  bool judge(command::Command& c, bool settled);
  bool judgeWithdrawal(command::Command& c, u32 user, bool settled);
  bool judgeDeposit(command::Command& c, bool settled);

  Users& users_;
  Accounts& accounts_;
  /** Deposits of whatever currency that came and are not settled, in units. */
  i64 unsettledUnits_ = 0;
};

}  // namespace tandem::risk
