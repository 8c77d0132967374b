#pragma once

#include "tandem/risk/accounts.hpp"
#include "tandem/risk/users.hpp"

namespace tandem::risk {

/**
 * Puts users and what they own back into a risk shard. What is held comes back as available:
 * placing the orders holds it again, and checkHeld() then compares.
 *
 * Each method refuses, with an InvalidImageException, what no kernel can have written.
 */
class RiskRestore {
 public:
  RiskRestore(Users& users, Accounts& accounts) : users_(users), accounts_(accounts) {}

  /** Gives a currency its supply, and the fees of which this shard has to know. */
  void currency(i32 id, i64 fees, i64 supply);

  /** Adds a user, to whom belong the balances that come next. */
  void user(i64 id, const TransactionWindow& transactions);
  /** Gives the user who was added last a self-trade group, 0 for none. */
  void group(i64 group);

  /** Takes note of a user of another shard. */
  void otherUser(i64 id) { users_.addOther(id); }

  /** Suspends a user: after the orders, for a suspended user cannot place any. */
  void suspend(i64 id);

  /** Gives the user an amount, all of it available. */
  void balance(i32 currency, i64 available, i64 held);

  /**
   * Refuses a balance that has not come out as given, now that all orders are placed. To be called
   * in the order of balance().
   */
  void checkHeld(i64 id, i64 available, i64 held);

 private:
  Users& users_;
  Accounts& accounts_;
  /** The user that was added last, to whom balances go. */
  i64 userId_ = 0;
  u32 user_ = command::IdIndex::kAbsent;
  u32 checked_ = 0;
};

}  // namespace tandem::risk
