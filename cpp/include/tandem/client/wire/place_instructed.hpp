#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/**
 * Places an order of any type, with instructions. It begins as a PlaceOrder. A field of 0 says
 * nothing; what the exchange does not have it refuses.
 */
class PlaceInstructed final : public Message<PlaceInstructed> {
 public:
  static constexpr u16 kId = 17;
  static constexpr u16 kBlock = 112;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  PlaceInstructed& sequence(i64 value) { return put(kSequence, value); }

  i64 user() const { return get<i64>(kUser); }

  PlaceInstructed& user(i64 value) { return put(kUser, value); }

  /** Id of the new order, not 0, unique among the live ones of its symbol. */
  i64 order() const { return get<i64>(kOrder); }

  PlaceInstructed& order(i64 value) { return put(kOrder, value); }

  /** The limit, in ticks; 0: none. */
  i64 price() const { return get<i64>(kPrice); }

  PlaceInstructed& price(i64 value) { return put(kPrice, value); }

  /** In lots; 0 with a budget. */
  i64 quantity() const { return get<i64>(kQuantity); }

  PlaceInstructed& quantity(i64 value) { return put(kQuantity, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  PlaceInstructed& symbol(i32 value) { return put(kSymbol, value); }

  /** The side: the code of a Side. */
  u8 side() const { return get<u8>(kSide); }

  PlaceInstructed& side(u8 value) { return put(kSide, value); }

  /** How long it lives: the code of a TimeInForce. */
  u8 timeInForce() const { return get<u8>(kTimeInForce); }

  PlaceInstructed& timeInForce(u8 value) { return put(kTimeInForce, value); }

  /** The code of an OrderType. */
  u8 orderType() const { return get<u8>(kOrderType); }

  PlaceInstructed& orderType(u8 value) { return put(kOrderType, value); }

  /** The code of a PostOnly. */
  u8 postOnly() const { return get<u8>(kPostOnly); }

  PlaceInstructed& postOnly(u8 value) { return put(kPostOnly, value); }

  /** Where a stop or take profit wakes, in ticks. */
  i64 triggerPrice() const { return get<i64>(kTriggerPrice); }

  PlaceInstructed& triggerPrice(i64 value) { return put(kTriggerPrice, value); }

  /** Lots to be filled at once, or none is. */
  i64 minQuantity() const { return get<i64>(kMinQuantity); }

  PlaceInstructed& minQuantity(i64 value) { return put(kMinQuantity, value); }

  /** Money that a market buy spends, in place of lots. */
  i64 budget() const { return get<i64>(kBudget); }

  PlaceInstructed& budget(i64 value) { return put(kBudget, value); }

  /** When it ends, in nanoseconds since 1970. */
  i64 expireTime() const { return get<i64>(kExpireTime); }

  PlaceInstructed& expireTime(i64 value) { return put(kExpireTime, value); }

  /** How far its trigger trails. */
  i64 trailingOffset() const { return get<i64>(kTrailingOffset); }

  PlaceInstructed& trailingOffset(i64 value) { return put(kTrailingOffset, value); }

  /** Lots that are shown. */
  i64 displayQuantity() const { return get<i64>(kDisplayQuantity); }

  PlaceInstructed& displayQuantity(i64 value) { return put(kDisplayQuantity, value); }

  /** The id of another order. */
  i64 linkedOrder() const { return get<i64>(kLinkedOrder); }

  PlaceInstructed& linkedOrder(i64 value) { return put(kLinkedOrder, value); }

  /** What reaches the trigger; 0: the last trade. */
  u8 triggerReference() const { return get<u8>(kTriggerReference); }

  PlaceInstructed& triggerReference(u8 value) { return put(kTriggerReference, value); }

  /** The unit of the trailing offset. */
  u8 offsetUnit() const { return get<u8>(kOffsetUnit); }

  PlaceInstructed& offsetUnit(u8 value) { return put(kOffsetUnit, value); }

  /** The code of a SelfTrade. */
  u8 selfTrade() const { return get<u8>(kSelfTrade); }

  PlaceInstructed& selfTrade(u8 value) { return put(kSelfTrade, value); }

  /** Whether it only reduces a position. */
  u8 reduceOnly() const { return get<u8>(kReduceOnly); }

  PlaceInstructed& reduceOnly(u8 value) { return put(kReduceOnly, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kOrder = 16;
  static constexpr std::size_t kPrice = 24;
  static constexpr std::size_t kQuantity = 32;
  static constexpr std::size_t kSymbol = 40;
  static constexpr std::size_t kSide = 44;
  static constexpr std::size_t kTimeInForce = 45;
  static constexpr std::size_t kOrderType = 46;
  static constexpr std::size_t kPostOnly = 47;
  static constexpr std::size_t kTriggerPrice = 48;
  static constexpr std::size_t kMinQuantity = 56;
  static constexpr std::size_t kBudget = 64;
  static constexpr std::size_t kExpireTime = 72;
  static constexpr std::size_t kTrailingOffset = 80;
  static constexpr std::size_t kDisplayQuantity = 88;
  static constexpr std::size_t kLinkedOrder = 96;
  static constexpr std::size_t kTriggerReference = 104;
  static constexpr std::size_t kOffsetUnit = 105;
  static constexpr std::size_t kSelfTrade = 106;
  static constexpr std::size_t kReduceOnly = 107;
};

}  // namespace tandem::client::wire
