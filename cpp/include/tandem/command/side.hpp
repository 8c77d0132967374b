#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/** The side of an order, by its code in commands, in event records and on disk. */
enum class Side : u8 { kBuy = 0, kSell = 1 };

inline constexpr u8 kBuy = static_cast<u8>(Side::kBuy);
inline constexpr u8 kSell = static_cast<u8>(Side::kSell);
/** Code of both sides, of a MASS_CANCEL; no order has it. */
inline constexpr u8 kBothSides = 2;

}  // namespace tandem::command
