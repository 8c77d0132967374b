#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** A command was refused and has changed nothing. */
class Reject final : public Message<Reject> {
 public:
  static constexpr u16 kId = 13;
  static constexpr u16 kBlock = 40;

  /** The client's. */
  i64 sequence() const { return get<i64>(kSequence); }

  Reject& sequence(i64 value) { return put(kSequence, value); }

  i64 order() const { return get<i64>(kOrder); }

  Reject& order(i64 value) { return put(kOrder, value); }

  /** The number in the event stream; -1: the command has none. */
  i64 eventNumber() const { return get<i64>(kEventNumber); }

  Reject& eventNumber(i64 value) { return put(kEventNumber, value); }

  /** Of the command, in nanoseconds since 1970; 0: it never came to the exchange. */
  i64 time() const { return get<i64>(kTime); }

  Reject& time(i64 value) { return put(kTime, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  Reject& symbol(i32 value) { return put(kSymbol, value); }

  /** A result code, or one of the gateway's. */
  u8 code() const { return get<u8>(kCode); }

  Reject& code(u8 value) { return put(kCode, value); }

  /** With DUPLICATE_COMMAND: how the first one was refused; else 0. */
  u8 firstCode() const { return get<u8>(kFirstCode); }

  Reject& firstCode(u8 value) { return put(kFirstCode, value); }

  /** The type of the command, as the log has it. */
  u8 command() const { return get<u8>(kCommand); }

  Reject& command(u8 value) { return put(kCommand, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kOrder = 8;
  static constexpr std::size_t kEventNumber = 16;
  static constexpr std::size_t kTime = 24;
  static constexpr std::size_t kSymbol = 32;
  static constexpr std::size_t kCode = 36;
  static constexpr std::size_t kFirstCode = 37;
  static constexpr std::size_t kCommand = 38;
};

}  // namespace tandem::client::wire
