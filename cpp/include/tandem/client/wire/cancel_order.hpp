#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Cancels all that is open of an order. */
class CancelOrder final : public Message<CancelOrder> {
 public:
  static constexpr u16 kId = 3;
  static constexpr u16 kBlock = 32;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  CancelOrder& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  CancelOrder& user(i64 value) { return put(kUser, value); }

  /** Id of the order to cancel, unique among the live ones of its symbol. */
  i64 order() const { return get<i64>(kOrder); }

  CancelOrder& order(i64 value) { return put(kOrder, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  CancelOrder& symbol(i32 value) { return put(kSymbol, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kSymbol = 24;
};

}  // namespace tandem::client::wire
