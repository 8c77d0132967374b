#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** A command was accepted, now or when it was sent first. */
class ExecutionReport final : public Message<ExecutionReport> {
 public:
  static constexpr u16 kId = 12;
  static constexpr u16 kBlock = 88;

  /** The client's; 0: the command is another session's, whose user this one follows. */
  i64 sequence() const { return get<i64>(kSequence); }

  ExecutionReport& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  ExecutionReport& user(i64 value) { return put(kUser, value); }

  i64 order() const { return get<i64>(kOrder); }

  ExecutionReport& order(i64 value) { return put(kOrder, value); }

  /** The number in the event stream, which continues over restarts. */
  i64 eventNumber() const { return get<i64>(kEventNumber); }

  ExecutionReport& eventNumber(i64 value) { return put(kEventNumber, value); }

  /** Of the command, in nanoseconds since 1970. */
  i64 time() const { return get<i64>(kTime); }

  ExecutionReport& time(i64 value) { return put(kTime, value); }

  /** Of the order, in ticks. */
  i64 price() const { return get<i64>(kPrice); }

  ExecutionReport& price(i64 value) { return put(kPrice, value); }

  /** Lots that traded by this command. */
  i64 filled() const { return get<i64>(kFilled); }

  ExecutionReport& filled(i64 value) { return put(kFilled, value); }

  /** Lots that rest after it. */
  i64 open() const { return get<i64>(kOpen); }

  ExecutionReport& open(i64 value) { return put(kOpen, value); }

  /** Lots that it took off the book, or never let in. */
  i64 released() const { return get<i64>(kReleased); }

  ExecutionReport& released(i64 value) { return put(kReleased, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  ExecutionReport& symbol(i32 value) { return put(kSymbol, value); }

  /** So many fills of the order follow at once. */
  i32 trades() const { return get<i32>(kTrades); }

  ExecutionReport& trades(i32 value) { return put(kTrades, value); }

  /** The type of the command, as the log has it. */
  u8 command() const { return get<u8>(kCommand); }

  ExecutionReport& command(u8 value) { return put(kCommand, value); }

  /**
   * OK; or DUPLICATE_COMMAND, if the first one was OK: then only sequence, event and time are
   * known.
   */
  u8 code() const { return get<u8>(kCode); }

  ExecutionReport& code(u8 value) { return put(kCode, value); }

  /** The side: the code of a Side. */
  u8 side() const { return get<u8>(kSide); }

  ExecutionReport& side(u8 value) { return put(kSide, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kEventNumber = 24;
  static constexpr std::size_t kTime = 32;
  static constexpr std::size_t kPrice = 40;
  static constexpr std::size_t kFilled = 48;
  static constexpr std::size_t kOpen = 56;
  static constexpr std::size_t kReleased = 64;
  static constexpr std::size_t kSymbol = 72;
  static constexpr std::size_t kTrades = 76;
  static constexpr std::size_t kCommand = 80;
  static constexpr std::size_t kCode = 81;
  static constexpr std::size_t kSide = 82;
};

}  // namespace tandem::client::wire
