#pragma once

#include <vector>

#include "tandem/command/id_index.hpp"
#include "tandem/command/result_code.hpp"
#include "tandem/risk/transaction_window.hpp"

namespace tandem::risk {

/**
 * The users of one risk shard, numbered in the order they came. Of those of the other shards it
 * knows that they exist, and nothing else: every shard sees every command that adds a user. For one
 * thread at a time.
 */
class Users {
 public:
  /** Room for so many users of this shard before it grows. */
  explicit Users(u32 expected);

  /** The number of a user, or IdIndex::kAbsent. */
  u32 find(i64 userId) const { return index_.find(userId); }
  /** Takes note of a user of another shard. */
  void addOther(i64 userId) { others_.findOrAdd(userId); }
  /** Whether there is such a user, of whatever shard. */
  bool exists(i64 userId) const {
    return index_.find(userId) != command::IdIndex::kAbsent ||
           others_.find(userId) != command::IdIndex::kAbsent;
  }
  /** Whether there is no user, of whatever shard. */
  bool isEmpty() const { return index_.size() + others_.size() == 0; }
  bool isSuspended(u32 user) const { return suspended_[user] != 0; }

  /** Adds, suspends or resumes a user, by the command's type. */
  command::ResultCode apply(u8 commandType, i64 userId);

  /** Gives a user a self-trade group, 0 for none; for matching, which has it from the command. */
  command::ResultCode group(i64 userId, i64 group);
  /** The self-trade group of a user, 0 for none. */
  i64 groupOf(u32 user) const { return user < groups_.size() ? groups_[user] : 0; }

  void countOrders(u32 user, i32 change) { openOrders_[user] += change; }
  i32 openOrders(u32 user) const { return openOrders_[user]; }

  TransactionWindow& transactions(u32 user) { return transactions_[user]; }
  const TransactionWindow& transactions(u32 user) const { return transactions_[user]; }

  /** Users, by number and by rising id. */
  const command::IdIndex& ids() const { return index_; }

 private:
  command::IdIndex index_;
  /** The users of the other shards. */
  command::IdIndex others_;
  std::vector<u8> suspended_;
  std::vector<i32> openOrders_;
  /** Self-trade group of each user, 0 for none; as long as needed. */
  std::vector<i64> groups_;
  std::vector<TransactionWindow> transactions_;
};

}  // namespace tandem::risk
