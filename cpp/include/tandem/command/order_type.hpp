#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/** At which price an order trades, FIX's field 40; its code is a part of an order's terms. */
enum class OrderType : u8 {
  /** At its price or a better one. */
  kLimit = 0,
};

}  // namespace tandem::command
