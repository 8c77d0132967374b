#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Places an order. */
class PlaceOrder final : public Message<PlaceOrder> {
 public:
  static constexpr u16 kId = 2;
  static constexpr u16 kBlock = 48;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  PlaceOrder& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  PlaceOrder& user(i64 value) { return put(kUser, value); }

  /** Id of the new order, not 0, unique among the live ones of its symbol. */
  i64 order() const { return get<i64>(kOrder); }

  PlaceOrder& order(i64 value) { return put(kOrder, value); }

  /** The limit, in ticks. */
  i64 price() const { return get<i64>(kPrice); }

  PlaceOrder& price(i64 value) { return put(kPrice, value); }

  /** Lots of the order. */
  i64 quantity() const { return get<i64>(kQuantity); }

  PlaceOrder& quantity(i64 value) { return put(kQuantity, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  PlaceOrder& symbol(i32 value) { return put(kSymbol, value); }

  /** The side: the code of a Side. */
  u8 side() const { return get<u8>(kSide); }

  PlaceOrder& side(u8 value) { return put(kSide, value); }

  /** How long the order lives, the code of an TimeInForce. */
  u8 timeInForce() const { return get<u8>(kTimeInForce); }

  PlaceOrder& timeInForce(u8 value) { return put(kTimeInForce, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kPrice = 24;
  static constexpr std::size_t kQuantity = 32;
  static constexpr std::size_t kSymbol = 40;
  static constexpr std::size_t kSide = 44;
  static constexpr std::size_t kTimeInForce = 45;
};

}  // namespace tandem::client::wire
