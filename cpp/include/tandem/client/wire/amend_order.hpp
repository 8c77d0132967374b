#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/**
 * Gives an order another price, total quantity or trigger. Fewer lots at the same price keep its
 * place.
 */
class AmendOrder final : public Message<AmendOrder> {
 public:
  static constexpr u16 kId = 19;
  static constexpr u16 kBlock = 56;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  AmendOrder& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  AmendOrder& user(i64 value) { return put(kUser, value); }

  /** Id of the order to amend, unique among the live ones of its symbol. */
  i64 order() const { return get<i64>(kOrder); }

  AmendOrder& order(i64 value) { return put(kOrder, value); }

  /** The limit, in ticks, also where it stays as it is. */
  i64 price() const { return get<i64>(kPrice); }

  AmendOrder& price(i64 value) { return put(kPrice, value); }

  /** The new total, with what is filled, in lots. */
  i64 quantity() const { return get<i64>(kQuantity); }

  AmendOrder& quantity(i64 value) { return put(kQuantity, value); }

  /** The new trigger of an order that sleeps, in ticks; 0 keeps it. */
  i64 triggerPrice() const { return get<i64>(kTriggerPrice); }

  AmendOrder& triggerPrice(i64 value) { return put(kTriggerPrice, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  AmendOrder& symbol(i32 value) { return put(kSymbol, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kPrice = 24;
  static constexpr std::size_t kQuantity = 32;
  static constexpr std::size_t kTriggerPrice = 40;
  static constexpr std::size_t kSymbol = 48;
};

}  // namespace tandem::client::wire
