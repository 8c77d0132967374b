#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::command {

/**
 * What becomes of an order that must not take, where it would take as it enters or is moved. The
 * code 0, in instructions, in the book and on disk, says that an order may take.
 */
enum class PostOnly : u8 {
  /** An order that would take is refused. */
  kReject = 1,
  /** It rests one tick from the best price of the other side, or is refused if there is none. */
  kSlide = 2,
};

inline constexpr u8 kSlide = static_cast<u8>(PostOnly::kSlide);

}  // namespace tandem::command
