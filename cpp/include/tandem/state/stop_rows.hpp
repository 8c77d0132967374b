#pragma once

#include "tandem/command/integers.hpp"

/** The rows of the table of stops: what the first word of one says. */
namespace tandem::state::stop_rows {

/** The first word. */
constexpr i64 head(u32 side, u8 terms, bool waiting) {
  return static_cast<i64>(side | u32{terms} << 8 | (waiting ? u32{1} << 16 : 0));
}

/** Code of the side of a first word. */
constexpr u8 side(i64 head) { return static_cast<u8>(head); }
/** Terms of a first word. */
constexpr u8 terms(i64 head) { return static_cast<u8>(head >> 8); }
/** Whether the order is triggered and waits. */
constexpr bool isWaiting(i64 head) { return bitsOf(head) >> 16 == 1; }

}  // namespace tandem::state::stop_rows
