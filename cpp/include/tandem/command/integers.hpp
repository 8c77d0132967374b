#pragma once

#include <cstdint>

/** Integers by their width. Ids, prices, lots and amounts are signed, as they are in the formats.
 */
namespace tandem {

using i32 = std::int32_t;
using i64 = std::int64_t;
using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

/** The bits of a number, for arithmetic that goes round instead of being undefined. */
constexpr u64 bitsOf(i64 value) { return static_cast<u64>(value); }

/** The shard of so many that an id belongs to, also a negative one: its floor modulus. */
constexpr u32 shardOf(i64 id, u32 shards) {
  const auto count = static_cast<i64>(shards);
  return static_cast<u32>(((id % count) + count) % count);
}

}  // namespace tandem
