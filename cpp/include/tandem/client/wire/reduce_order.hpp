#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Takes lots off an order, which keeps its place. */
class ReduceOrder final : public Message<ReduceOrder> {
 public:
  static constexpr u16 kId = 5;
  static constexpr u16 kBlock = 40;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  ReduceOrder& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  ReduceOrder& user(i64 value) { return put(kUser, value); }

  /** Id of the order to reduce, unique among the live ones of its symbol. */
  i64 order() const { return get<i64>(kOrder); }

  ReduceOrder& order(i64 value) { return put(kOrder, value); }

  /** Lots to take off. */
  i64 quantity() const { return get<i64>(kQuantity); }

  ReduceOrder& quantity(i64 value) { return put(kQuantity, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  ReduceOrder& symbol(i32 value) { return put(kSymbol, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kQuantity = 24;
  static constexpr std::size_t kSymbol = 32;
};

}  // namespace tandem::client::wire
