#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::client::wire {

/** The side of an order, by its code in a message. */
enum class Side : u8 { kBuy = 0, kSell = 1 };

}  // namespace tandem::client::wire
