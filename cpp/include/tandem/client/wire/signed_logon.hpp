#pragma once

#include <span>
#include <string_view>

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/**
 * Whose the connection is, as Logon says it; but the secret of the key is not in it. The signature
 * is HMAC-SHA-256, under the SHA-256 of the secret's text, over these lines, with no newline behind
 * the last:
 *
 *     BINARY LOGON
 *     key
 *     session
 *     options
 *     heartbeatMillis
 *     time
 *     nonce, as 32 digits of base 16, a to f small
 *
 * Nothing here computes it: the headers need no library.
 */
class SignedLogon final : public Message<SignedLogon> {
 public:
  static constexpr u16 kId = 9;
  static constexpr u16 kBlock = 96;
  /** Characters of a key's name, at most. */
  static constexpr std::size_t kKeyBytes = 32;
  /** Bytes of a nonce. */
  static constexpr std::size_t kNonceBytes = 16;
  /** Bytes of a signature. */
  static constexpr std::size_t kSignatureBytes = 32;

  /** The key's name. It lies in the message: it is gone with its bytes. */
  std::string_view key() const { return text<kKeyBytes>(kKey); }

  /** Sets it; at most 32 characters of ISO 8859-1, none of them 0, else std::invalid_argument. */
  SignedLogon& key(std::string_view value) {
    putText<kKeyBytes>(kKey, value);
    return *this;
  }

  /** Of the client's clock, in milliseconds since 1970. */
  i64 time() const { return get<i64>(kTime); }

  SignedLogon& time(i64 value) { return put(kTime, value); }

  /** Random bytes that the key uses once. They lie in the message. */
  std::span<const std::byte, kNonceBytes> nonce() const { return bytes<kNonceBytes>(kNonce); }

  SignedLogon& nonce(std::span<const std::byte, kNonceBytes> value) {
    return putBytes(kNonce, value);
  }

  /** The signature. It lies in the message. */
  std::span<const std::byte, kSignatureBytes> signature() const {
    return bytes<kSignatureBytes>(kSignature);
  }

  SignedLogon& signature(std::span<const std::byte, kSignatureBytes> value) {
    return putBytes(kSignature, value);
  }

  /** 0 to 255: which of the key's sessions counts the sequences. */
  u16 session() const { return get<u16>(kSession); }

  SignedLogon& session(u16 value) { return put(kSession, value); }

  /** 1: cancel the session's orders when the connection ends without a logout. */
  u8 options() const { return get<u8>(kOptions); }

  SignedLogon& options(u8 value) { return put(kOptions, value); }

  /** The client sends something at least so often: 100 to 60,000. */
  u32 heartbeatMillis() const { return get<u32>(kHeartbeatMillis); }

  SignedLogon& heartbeatMillis(u32 value) { return put(kHeartbeatMillis, value); }

 private:
  static constexpr std::size_t kKey = 0;
  static constexpr std::size_t kTime = 32;
  static constexpr std::size_t kNonce = 40;
  static constexpr std::size_t kSignature = 56;
  static constexpr std::size_t kSession = 88;
  static constexpr std::size_t kOptions = 90;
  static constexpr std::size_t kHeartbeatMillis = 92;
};

}  // namespace tandem::client::wire
