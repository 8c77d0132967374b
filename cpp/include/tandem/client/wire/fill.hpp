#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** A trade of an order. */
class Fill final : public Message<Fill> {
 public:
  static constexpr u16 kId = 14;
  static constexpr u16 kBlock = 56;

  i64 user() const { return get<i64>(kUser); }

  Fill& user(i64 value) { return put(kUser, value); }

  i64 order() const { return get<i64>(kOrder); }

  Fill& order(i64 value) { return put(kOrder, value); }

  /** The id of the trade. */
  i64 trade() const { return get<i64>(kTrade); }

  Fill& trade(i64 value) { return put(kTrade, value); }

  /** Price of the fill in ticks. */
  i64 price() const { return get<i64>(kPrice); }

  Fill& price(i64 value) { return put(kPrice, value); }

  /** Filled lots. */
  i64 quantity() const { return get<i64>(kQuantity); }

  Fill& quantity(i64 value) { return put(kQuantity, value); }

  /** In nanoseconds since 1970. */
  i64 time() const { return get<i64>(kTime); }

  Fill& time(i64 value) { return put(kTime, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  Fill& symbol(i32 value) { return put(kSymbol, value); }

  /** Of the order, the code of a Side. */
  u8 side() const { return get<u8>(kSide); }

  Fill& side(u8 value) { return put(kSide, value); }

  /** 1: the order is filled; 2: it took, else it rested. */
  u8 options() const { return get<u8>(kOptions); }

  Fill& options(u8 value) { return put(kOptions, value); }

 private:
  static constexpr std::size_t kUser = 0;
  static constexpr std::size_t kOrder = 8;
  static constexpr std::size_t kTrade = 16;
  static constexpr std::size_t kPrice = 24;
  static constexpr std::size_t kQuantity = 32;
  static constexpr std::size_t kTime = 40;
  static constexpr std::size_t kSymbol = 48;
  static constexpr std::size_t kSide = 52;
  static constexpr std::size_t kOptions = 53;
};

}  // namespace tandem::client::wire
