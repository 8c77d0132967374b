#pragma once

#include "tandem/command/integers.hpp"
#include "tandem/command/self_trade.hpp"

/** The rows of the table of stops: what the first word of one says. */
namespace tandem::state::stop_rows {

/** The first word. */
constexpr i64 head(u32 side, u8 terms, bool waiting, command::SelfTrade selfTrade, bool inPpm) {
  return static_cast<i64>(side | u32{terms} << 8 | (waiting ? u32{1} << 16 : 0) |
                          static_cast<u32>(selfTrade) << 24 | (inPpm ? u64{1} << 40 : 0));
}

/** Code of the side of a first word. */
constexpr u8 side(i64 head) { return static_cast<u8>(head); }
/** Terms of a first word. */
constexpr u8 terms(i64 head) { return static_cast<u8>(head >> 8); }
/** Whether the order is triggered and waits. */
constexpr bool isWaiting(i64 head) { return (bitsOf(head) >> 16 & 0xff) == 1; }
/** Whether the order trails by an offset in ppm. */
constexpr bool isInPpm(i64 head) { return (bitsOf(head) >> 40 & 0xff) == 1; }
/** The mode of self-trades. */
constexpr command::SelfTrade selfTrade(i64 head) {
  return static_cast<command::SelfTrade>(static_cast<u8>(bitsOf(head) >> 24));
}

}  // namespace tandem::state::stop_rows
