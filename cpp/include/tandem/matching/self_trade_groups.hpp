#pragma once

#include <vector>

#include "tandem/command/id_index.hpp"

namespace tandem::matching {

/** The self-trade groups of those users who were ever given one. For one thread at a time. */
class SelfTradeGroups {
 public:
  /** Gives a user a group; 0: he is in none. */
  void set(i64 userId, i64 group) {
    const u32 user = users_.findOrAdd(userId);
    if (user == groups_.size()) {
      groups_.push_back(0);
    }
    groups_[user] = group;
  }

  /** Whether two users are in one group. */
  bool areOne(i64 userId, i64 other) const {
    const i64 group = of(userId);
    return group != 0 && group == of(other);
  }

 private:
  i64 of(i64 userId) const {
    const u32 user = users_.find(userId);
    return user == command::IdIndex::kAbsent ? 0 : groups_[user];
  }

  command::IdIndex users_{0};
  std::vector<i64> groups_;
};

}  // namespace tandem::matching
