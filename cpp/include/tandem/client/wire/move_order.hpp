#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Gives an order another price and quantity; it loses its place. */
class MoveOrder final : public Message<MoveOrder> {
 public:
  /** Its template. */
  static constexpr u16 kId = 4;
  /** Bytes of its fields. */
  static constexpr u16 kBlock = 48;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  /** Sets it. */
  MoveOrder& sequence(i64 value) { return put(kSequence, value); }

  /** The user. */
  i64 user() const { return get<i64>(kUser); }

  /** Sets it. */
  MoveOrder& user(i64 value) { return put(kUser, value); }

  /** The id of the order. */
  i64 order() const { return get<i64>(kOrder); }

  /** Sets it. */
  MoveOrder& order(i64 value) { return put(kOrder, value); }

  /** The new limit, in ticks. */
  i64 price() const { return get<i64>(kPrice); }

  /** Sets it. */
  MoveOrder& price(i64 value) { return put(kPrice, value); }

  /** The new open lots; 0 keeps them. */
  i64 quantity() const { return get<i64>(kQuantity); }

  /** Sets it. */
  MoveOrder& quantity(i64 value) { return put(kQuantity, value); }

  /** The symbol. */
  i32 symbol() const { return get<i32>(kSymbol); }

  /** Sets it. */
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
