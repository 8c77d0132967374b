#pragma once

#include <string_view>

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Whose the connection is; the first message of a client. */
class Logon final : public Message<Logon> {
 public:
  static constexpr u16 kId = 1;
  static constexpr u16 kBlock = 88;

  /** Name.secret, filled up with zeros. It lies in the message: it is gone with its bytes. */
  std::string_view key() const { return text<kKeyBytes>(kKey); }

  /** Sets it; at most 80 characters of ISO 8859-1, none of them 0, else std::invalid_argument. */
  Logon& key(std::string_view value) {
    putText<kKeyBytes>(kKey, value);
    return *this;
  }

  /** 0 to 255: which of the key's sessions counts the sequences. */
  u16 session() const { return get<u16>(kSession); }

  Logon& session(u16 value) { return put(kSession, value); }

  /** 1: cancel the session's orders when the connection ends without a logout. */
  u8 options() const { return get<u8>(kOptions); }

  Logon& options(u8 value) { return put(kOptions, value); }

  /** The client sends something at least so often: 100 to 60,000. */
  u32 heartbeatMillis() const { return get<u32>(kHeartbeatMillis); }

  Logon& heartbeatMillis(u32 value) { return put(kHeartbeatMillis, value); }

 private:
  static constexpr std::size_t kKey = 0;
  static constexpr std::size_t kKeyBytes = 80;
  static constexpr std::size_t kSession = 80;
  static constexpr std::size_t kOptions = 82;
  static constexpr std::size_t kHeartbeatMillis = 84;
};

}  // namespace tandem::client::wire
