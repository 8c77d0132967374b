#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** The answer to a SubscribeUser; reports follow. */
class UserSubscribed final : public Message<UserSubscribed> {
 public:
  static constexpr u16 kId = 15;
  static constexpr u16 kBlock = 32;

  i64 user() const { return get<i64>(kUser); }

  UserSubscribed& user(i64 value) { return put(kUser, value); }

  /** This start of the gateway. */
  i64 run() const { return get<i64>(kRun); }

  UserSubscribed& run(i64 value) { return put(kRun, value); }

  /** Reports come above this number. */
  i64 number() const { return get<i64>(kNumber); }

  UserSubscribed& number(i64 value) { return put(kNumber, value); }

  /** 0: from now on; 1: from where it was; 2: reports after that are gone; 3: the gateway was
   * started since. */
  u8 outcome() const { return get<u8>(kOutcome); }

  UserSubscribed& outcome(u8 value) { return put(kOutcome, value); }

 private:
  static constexpr std::size_t kUser = 0;
  static constexpr std::size_t kRun = 8;
  static constexpr std::size_t kNumber = 16;
  static constexpr std::size_t kOutcome = 24;
};

}  // namespace tandem::client::wire
