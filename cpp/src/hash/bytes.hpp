#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Everything in the functions' headers is inlined into the file that includes it: these files are
// compiled for different instruction sets, and a shared copy would run where it must not.
#define TANDEM_INLINE [[gnu::always_inline]] static inline
// The same for a lambda, behind its parameters.
#define TANDEM_INLINED __attribute__((always_inline))

namespace tandem::hash {

using u8 = std::uint8_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;

static_assert(std::endian::native == std::endian::little, "the functions read words as they lie");

TANDEM_INLINE u64 read64(const u8* p) {
  u64 word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

TANDEM_INLINE u32 read32(const u8* p) {
  u32 word;
  std::memcpy(&word, p, sizeof word);
  return word;
}

TANDEM_INLINE u64 rotateLeft(u64 word, int count) {
  return (word << count) | (word >> (64 - count));
}

/** The high half of a 128-bit product. */
TANDEM_INLINE u64 mulHigh(u64 a, u64 b) {
  __extension__ using u128 = unsigned __int128;
  return static_cast<u64>((static_cast<u128>(a) * b) >> 64);
}

/** The two halves of a 128-bit product, xored. */
TANDEM_INLINE u64 mulFold(u64 a, u64 b) { return (a * b) ^ mulHigh(a, b); }

}  // namespace tandem::hash
