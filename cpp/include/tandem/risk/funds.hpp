#pragma once

#include "tandem/command/command.hpp"
#include "tandem/risk/accounts.hpp"
#include "tandem/risk/users.hpp"

namespace tandem::risk {

/**
 * What is paid into the exchange, out of it, and from user to user, in one risk shard. Every shard
 * knows the supply of each currency, since no sum may leave 63 bits; the owner of the user alone
 * answers. For one thread at a time.
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

  /**
   * The first step of a transfer; pays says whether this shard answers, gets whether the payee is
   * its own, if he exists; false as above. The payer's shard alone judges it, as if the payer
   * withdrew the amount: it knows of the payee that he exists, which is the first step's alone in
   * every shard (Users::exists), and there is nothing else that could speak against him. His
   * balance cannot overflow: with the amount it is within the supply of the currency, which a
   * transfer does not change. So no shard needs the answer of another one, and none waits for it.
   *
   * What is paid is gone for the next command. The payee's shard does not know yet what the payer's
   * has answered. Until it settles the transfer, which it does behind the first step of all shards,
   * it has every command wait that lacks funds. So the payee gets the amount as he would get the
   * proceeds of a trade: settlement still only gives.
   */
  bool transfer(command::Command& c, bool pays, bool gets, bool settled);

  /** The second step of a transfer; gets as in the first. */
  void settleTransfer(const command::Command& c, bool gets);

  /** The second step of an adjustment or a withdrawal of fees, in every shard. */
  void settle(const command::Command& c);

 private:
  /** Unsettled deposits are counted in units of 2^32, rounded up: their sum cannot overflow. */
  static constexpr int kUnitBits = 32;
  static constexpr i64 kMaxUnits = i64{1} << (63 - kUnitBits);

  static i64 units(i64 amount) { return (amount >> kUnitBits) + 1; }

  bool judge(command::Command& c, bool settled);
  bool judgeTransfer(command::Command& c, bool settled);
  /** The number of the command's user, if its transaction is new; otherwise refuses it: kAbsent. */
  u32 payer(command::Command& c) const;
  /** Whether a user has an amount, or else a refusal; false: it cannot be said yet. */
  bool judgePayment(command::Command& c, u32 user, i64 amount, bool settled) const;
  /** Whether the supply of a currency has room, or else a refusal; false as above. */
  bool judgeDeposit(command::Command& c, bool settled);

  void book(command::Command& c, u32 user, i64 amount);

  Users& users_;
  Accounts& accounts_;
  /** Deposits of whatever currency that came and are not settled, in units. */
  i64 unsettledUnits_ = 0;
};

}  // namespace tandem::risk
