#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** From now on this session gets reports of all that becomes of a user's orders. */
class FollowUser final : public Message<FollowUser> {
 public:
  static constexpr u16 kId = 6;
  static constexpr u16 kBlock = 8;

  i64 user() const { return get<i64>(kUser); }

  FollowUser& user(i64 value) { return put(kUser, value); }

 private:
  static constexpr std::size_t kUser = 0;
};

}  // namespace tandem::client::wire
