#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "tandem/command/integers.hpp"
#include "tandem/command/post_only.hpp"
#include "tandem/command/self_trade.hpp"

namespace tandem::command {

/**
 * What an order may say beside side, price, quantity and order_terms: the optional part of a
 * command, eight words. A word of 0 says nothing. Its layout has all that orders are to have; of
 * that the trigger reference and reduce only are not taken yet, and refused with
 * kUnsupportedInstruction.
 *
 *     0       8               16         24        32     40       48       56
 *     | modes | trigger price | trailing | display | min. | expire | budget | linked |
 *     |       |               | offset   | lots    | lots | time   |        | order  |
 *
 * Modes: trigger reference (byte 0), unit of the offset (1), post only (2), self-trade (3), reduce
 * only (4).
 */
struct Instructions {
  static constexpr std::size_t kWords = 8;
  static constexpr std::size_t kModes = 0;
  static constexpr std::size_t kTriggerPrice = 1;
  static constexpr std::size_t kTrailing = 2;
  static constexpr std::size_t kDisplayQuantity = 3;
  static constexpr std::size_t kMinQuantity = 4;
  static constexpr std::size_t kExpireTime = 5;
  static constexpr std::size_t kBudget = 6;
  static constexpr std::size_t kLinkedOrder = 7;
  /** The most parts in which an order may show its lots; it bounds how long a command takes. */
  static constexpr i64 kMostParts = 1000;
  /** An offset in ppm is below this. */
  static constexpr i64 kPpm = 1'000'000;
  static constexpr i64 kInPpm = 1 << 8;
  static constexpr u32 kPostOnlyShift = 16;
  static constexpr u32 kSelfTradeShift = 24;

  std::array<i64, kWords> words{};

  /** The price in ticks at which the order is triggered; 0: none. */
  i64 triggerPrice() const { return words[kTriggerPrice]; }
  /** How far behind the best price it is triggered, in ticks or ppm; 0: it does not trail. */
  i64 trailing() const { return words[kTrailing]; }
  /** Whether the trailing offset is in ppm of the best price; else it is in ticks. */
  bool trailsInPpm() const { return (words[kModes] & kInPpm) != 0; }
  /** Sets how far behind the best price it is triggered. */
  void trailing(i64 offset, bool inPpm) {
    words[kTrailing] = offset;
    words[kModes] = (words[kModes] & ~kInPpm) | (inPpm ? kInPpm : 0);
  }
  /** Whether an order may trail by this offset. */
  static constexpr bool isOffset(i64 offset, bool inPpm) {
    return offset > 0 && (!inPpm || offset < kPpm);
  }
  /** The lots that the order shows at most while it rests, FIX's field 1138; 0: all. */
  i64 displayQuantity() const { return words[kDisplayQuantity]; }
  /** Whether so many lots are not too many parts of this display quantity, both at least 1. */
  static constexpr bool isInParts(i64 lots, i64 display) {
    return (lots - 1) / display < kMostParts;
  }
  /** The lots that the order must be filled at once, FIX's field 110; 0: any. */
  i64 minQuantity() const { return words[kMinQuantity]; }
  /** When the order expires, FIX's field 126, in nanoseconds since the epoch; 0: never. */
  i64 expireTime() const { return words[kExpireTime]; }
  /** The money that a market buy spends instead of naming lots, fees apart; 0: none. */
  i64 budget() const { return words[kBudget]; }
  /** The id of the order of which this one is the other leg; 0: of none. */
  i64 linkedOrder() const { return words[kLinkedOrder]; }
  /** Code of its PostOnly; 0 if it may take. */
  u8 postOnly() const { return postOnlyOf(words[kModes]); }
  /** What becomes of it where it would trade with an order of its own user or group. */
  SelfTrade selfTrade() const { return selfTradeOf(words[kModes]); }
  /** The word of modes that says this of post only and of self-trades, and nothing else. */
  static constexpr i64 modesOf(u8 postOnly, SelfTrade selfTrade) {
    return i64{postOnly} << kPostOnlyShift | static_cast<i64>(selfTrade) << kSelfTradeShift;
  }
  /** The code of post only in a word of modes. */
  static constexpr u8 postOnlyOf(i64 modes) { return static_cast<u8>(modes >> kPostOnlyShift); }
  /** The mode of self-trades in a word of modes. */
  static constexpr SelfTrade selfTradeOf(i64 modes) {
    return static_cast<SelfTrade>(static_cast<u8>(modes >> kSelfTradeShift));
  }
  /** Whether a resting order may say all that this word of modes says. */
  static constexpr bool isKnown(i64 modes) {
    return modes == modesOf(postOnlyOf(modes), selfTradeOf(modes)) && postOnlyOf(modes) <= kSlide &&
           selfTradeOf(modes) <= SelfTrade::kDecrement;
  }
  /** Whether it says anything that the exchange does not have yet. */
  bool isUnsupported() const { return !isKnown(words[kModes] & ~kInPpm); }
  /** Whether it says nothing but perhaps a trigger price. */
  bool isOfTriggerAlone() const {
    return (words[kModes] | trailing() | displayQuantity() | minQuantity() | expireTime() |
            budget() | linkedOrder()) == 0;
  }
  /** Whether nothing is said: no byte of it is kept then. */
  bool isEmpty() const {
    return (words[kModes] | triggerPrice() | trailing() | displayQuantity() | minQuantity() |
            expireTime() | budget() | linkedOrder()) == 0;
  }
};

/**
 * The instructions of a command that may have none. Memory is allocated with the first ones of a
 * slot, and then used again: a plain order never touches it.
 */
class OptionalInstructions {
 public:
  OptionalInstructions() = default;
  OptionalInstructions(const OptionalInstructions& from) { *this = from; }
  OptionalInstructions& operator=(const OptionalInstructions& from) {
    if (from.words_ != nullptr && this != &from) {
      extend() = *from.words_;
    } else if (from.words_ == nullptr) {
      clear();
    }
    return *this;
  }
  ~OptionalInstructions() = default;

  /** The instructions; null if there are none, or if they say nothing. */
  const Instructions* get() const {
    return words_ == nullptr || words_->isEmpty() ? nullptr : words_.get();
  }
  /** Instructions to be filled; what they say is undefined. */
  Instructions& extend() {
    if (words_ == nullptr) {
      words_ = std::make_unique<Instructions>();
    }
    return *words_;
  }
  void clear() {
    if (words_ != nullptr) {
      *words_ = {};
    }
  }

 private:
  std::unique_ptr<Instructions> words_;
};

}  // namespace tandem::command
