#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** The answer to a logon. */
class LogonAccepted final : public Message<LogonAccepted> {
 public:
  static constexpr u16 kId = 11;
  static constexpr u16 kBlock = 16;

  /** Of the gateway's clock, in nanoseconds since 1970. */
  i64 time() const { return get<i64>(kTime); }

  LogonAccepted& time(i64 value) { return put(kTime, value); }

  /** As the client's logon requested. */
  u32 heartbeatMillis() const { return get<u32>(kHeartbeatMillis); }

  LogonAccepted& heartbeatMillis(u32 value) { return put(kHeartbeatMillis, value); }

  /** As the client's logon requested. */
  u16 session() const { return get<u16>(kSession); }

  LogonAccepted& session(u16 value) { return put(kSession, value); }

 private:
  static constexpr std::size_t kTime = 0;
  static constexpr std::size_t kHeartbeatMillis = 8;
  static constexpr std::size_t kSession = 12;
};

}  // namespace tandem::client::wire
