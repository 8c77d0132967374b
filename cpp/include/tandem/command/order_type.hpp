#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/** How long an order lives, by its code in commands and on disk. */
enum class OrderType : u8 {
  /** Good till cancelled: what is not filled at once rests in the book. */
  kGtc = 0,
  /** Immediate or cancel: what is not filled at once is cancelled. Refused in a call auction. */
  kIoc = 1,
};

inline constexpr u8 kGtc = static_cast<u8>(OrderType::kGtc);
inline constexpr u8 kIoc = static_cast<u8>(OrderType::kIoc);

}  // namespace tandem::command
