#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Gives an order another price and quantity; it loses its place. */
class MoveOrder final : public Message<MoveOrder> {
 public:
  static constexpr u16 kId = 4;
  static constexpr u16 kBlock = 48;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  MoveOrder& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  MoveOrder& user(i64 value) { return put(kUser, value); }

  /** Id of the order to move, unique among the live ones of its symbol. */
  i64 order() const { return get<i64>(kOrder); }

  MoveOrder& order(i64 value) { return put(kOrder, value); }

  /** The new limit, in ticks. */
  i64 price() const { return get<i64>(kPrice); }

  MoveOrder& price(i64 value) { return put(kPrice, value); }

  /** The new open lots; 0 keeps them. */
  i64 quantity() const { return get<i64>(kQuantity); }

  MoveOrder& quantity(i64 value) { return put(kQuantity, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  MoveOrder& symbol(i32 value) { return put(kSymbol, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kPrice = 24;
  static constexpr std::size_t kQuantity = 32;
  static constexpr std::size_t kSymbol = 40;
};

}  // namespace tandem::client::wire
