#pragma once

#include <cstddef>
#include <vector>

#include "tandem/risk/risk_engine.hpp"
#include "tandem/risk/transaction_window.hpp"
#include "tandem/risk/user_state.hpp"
#include "tandem/state/state_image.hpp"

namespace tandem::risk {

/**
 * A copy of what the users of a shard own, in canonical order. Held orders are left out: when
 * everything is settled each is what its order in the book says, and its hold exactly what that
 * needs. Taken on the thread that owns the shard, read by another one after a safe hand-over.
 */
class RiskCopy {
 public:
  void take(const RiskEngine& risk);

  /** Writes the tables of users, balances and currencies; without shards they are empty. */
  static void write(const std::vector<RiskCopy>& shards, state::StateImage& image);

 private:
  struct User {
    i64 userId;
    bool suspended;
    i64 group;
    TransactionWindow transactions;
    std::size_t firstBalance;
    std::size_t balances;
  };

  struct Owned {
    u32 user;
    Balance balance;
  };

  struct Currency {
    i32 currency;
    i64 fees;
    i64 supply;
  };

  void takeBalances(const Accounts& accounts);
  static void writeUsers(const std::vector<RiskCopy>& shards, state::StateImage& image);
  static void writeCurrencies(const std::vector<RiskCopy>& shards, state::StateImage& image);

  std::vector<User> users_;
  /** By user number, then by currency. */
  std::vector<Owned> balances_;
  std::vector<Currency> currencies_;
};

}  // namespace tandem::risk
