#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** The last message of a side. */
class Logout final : public Message<Logout> {
 public:
  static constexpr u16 kId = 8;
  static constexpr u16 kBlock = 8;

  /** 1 where the side wants it so; else a result code or one of the gateway's. */
  u8 code() const { return get<u8>(kCode); }

  Logout& code(u8 value) { return put(kCode, value); }

  /**
   * With Code::kUnauthorized: how far the time of a signed logon is ahead of the gateway's, in
   * milliseconds, which was too far; negative if it is behind. 0: it was not that.
   */
  i32 clockMillis() const { return get<i32>(kClockMillis); }

  Logout& clockMillis(i32 value) { return put(kClockMillis, value); }

 private:
  static constexpr std::size_t kCode = 0;
  static constexpr std::size_t kClockMillis = 4;
};

}  // namespace tandem::client::wire
