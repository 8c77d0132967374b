#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Says that a side lives; the gateway answers each with the same number. */
class Heartbeat final : public Message<Heartbeat> {
 public:
  static constexpr u16 kId = 7;
  static constexpr u16 kBlock = 8;

  /** Any number of the sender; the answer to a heartbeat carries the same. */
  i64 number() const { return get<i64>(kNumber); }

  Heartbeat& number(i64 value) { return put(kNumber, value); }

 private:
  static constexpr std::size_t kNumber = 0;
};

}  // namespace tandem::client::wire
