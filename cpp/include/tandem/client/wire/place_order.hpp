#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Places an order. */
class PlaceOrder final : public Message<PlaceOrder> {
 public:
  /** Its template. */
  static constexpr u16 kId = 2;
  /** Bytes of its fields. */
  static constexpr u16 kBlock = 48;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  /** Sets it. */
  PlaceOrder& sequence(i64 value) { return put(kSequence, value); }

  /** The user. */
  i64 user() const { return get<i64>(kUser); }

  /** Sets it. */
  PlaceOrder& user(i64 value) { return put(kUser, value); }

  /** The id of the order. */
  i64 order() const { return get<i64>(kOrder); }

  /** Sets it. */
  PlaceOrder& order(i64 value) { return put(kOrder, value); }

  /** The limit, in ticks. */
  i64 price() const { return get<i64>(kPrice); }

  /** Sets it. */
  PlaceOrder& price(i64 value) { return put(kPrice, value); }

  /** In lots. */
  i64 quantity() const { return get<i64>(kQuantity); }

  /** Sets it. */
  PlaceOrder& quantity(i64 value) { return put(kQuantity, value); }

  /** The symbol. */
  i32 symbol() const { return get<i32>(kSymbol); }

  /** Sets it. */
  PlaceOrder& symbol(i32 value) { return put(kSymbol, value); }

  /** The side: the code of a Side. */
  u8 side() const { return get<u8>(kSide); }

  /** Sets it. */
  PlaceOrder& side(u8 value) { return put(kSide, value); }

  /** How long the order lives, the code of an OrderType. */
  u8 orderType() const { return get<u8>(kOrderType); }

  /** Sets it. */
  PlaceOrder& orderType(u8 value) { return put(kOrderType, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kPrice = 24;
  static constexpr std::size_t kQuantity = 32;
  static constexpr std::size_t kSymbol = 40;
  static constexpr std::size_t kSide = 44;
  static constexpr std::size_t kOrderType = 45;
};

}  // namespace tandem::client::wire
