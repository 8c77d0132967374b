#include "tandem/risk/users.hpp"

#include <algorithm>

#include "tandem/command/command_type.hpp"

namespace tandem::risk {

using command::IdIndex;
using command::ResultCode;

Users::Users(u32 expected) : index_(expected), others_(0) {
  const u32 room = std::max(u32{16}, expected);
  suspended_.reserve(room);
  openOrders_.reserve(room);
  transactions_.reserve(room);
}

ResultCode Users::apply(u8 commandType, i64 userId) {
  const u32 user = index_.find(userId);
  if (commandType == command::type::kAddUser) {
    if (user != IdIndex::kAbsent) {
      return ResultCode::kUserExists;
    }
    index_.findOrAdd(userId);
    suspended_.push_back(0);
    openOrders_.push_back(0);
    transactions_.emplace_back();
    return ResultCode::kOk;
  }
  if (user == IdIndex::kAbsent) {
    return ResultCode::kUnknownUser;
  }
  const bool suspend = commandType == command::type::kSuspendUser;
  if (isSuspended(user) == suspend) {
    return suspend ? ResultCode::kUserSuspended : ResultCode::kUserNotSuspended;
  }
  suspended_[user] = suspend ? 1 : 0;
  return ResultCode::kOk;
}

ResultCode Users::group(i64 userId, i64 group) {
  const u32 user = index_.find(userId);
  if (user == IdIndex::kAbsent) {
    return ResultCode::kUnknownUser;
  }
  if (user >= groups_.size()) {
    groups_.resize(index_.size());
  }
  groups_[user] = group;
  return ResultCode::kOk;
}

}  // namespace tandem::risk
