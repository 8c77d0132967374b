#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::client::wire {

/** Whether an order may take as it enters or is moved, by its code in a message. */
enum class PostOnly : u8 {
  /** The order may take what rests. */
  kNo = 0,
  /** Where it would take it is refused. */
  kReject = 1,
  /** Where it would take it rests one tick from the best price of the other side. */
  kSlide = 2,
};

}  // namespace tandem::client::wire
