#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * What an order may say beside side, price, quantity and order_terms: the optional part of a
 * command, eight words. A word of 0 says nothing. Its layout has all that orders are to have; of
 * that only the trigger price is taken yet, and the rest is refused with kUnsupportedInstruction.
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
  static constexpr std::size_t kTriggerPrice = 1;

  std::array<i64, kWords> words{};

  /** The price in ticks at which the order is triggered; 0: none. */
  i64 triggerPrice() const { return words[kTriggerPrice]; }
  /** Whether it says anything that the exchange does not have yet. */
  bool saysOtherThanTrigger() const {
    i64 any = words[0];
    for (std::size_t i = kTriggerPrice + 1; i < kWords; i++) {
      any |= words[i];
    }
    return any != 0;
  }
  /** Whether nothing is said: no byte of it is kept then. */
  bool isEmpty() const { return !saysOtherThanTrigger() && triggerPrice() == 0; }
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
