#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** From now on, or from where it was, this session gets reports of all that becomes of a user's
 * orders, by numbers. */
class SubscribeUser final : public Message<SubscribeUser> {
 public:
  static constexpr u16 kId = 10;
  static constexpr u16 kBlock = 24;

  i64 user() const { return get<i64>(kUser); }

  SubscribeUser& user(i64 value) { return put(kUser, value); }

  /** The start of the gateway whose numbers it counts by; 0 if nothing was reported to it yet. */
  i64 run() const { return get<i64>(kRun); }

  SubscribeUser& run(i64 value) { return put(kRun, value); }

  /** Number of the last report that the client has of that start. */
  i64 from() const { return get<i64>(kFrom); }

  SubscribeUser& from(i64 value) { return put(kFrom, value); }

 private:
  static constexpr std::size_t kUser = 0;
  static constexpr std::size_t kRun = 8;
  static constexpr std::size_t kFrom = 16;
};

}  // namespace tandem::client::wire
