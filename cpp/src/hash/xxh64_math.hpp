#pragma once

#include "bytes.hpp"

/** The arithmetic of XXH64. Algorithm: Yann Collet, "xxHash fast digest algorithm", XXH64. */
namespace tandem::hash::xxh64 {

inline constexpr u64 kP1 = 0x9E3779B185EBCA87;
inline constexpr u64 kP2 = 0xC2B2AE3D27D4EB4F;
inline constexpr u64 kP3 = 0x165667B19E3779F9;
inline constexpr u64 kP4 = 0x85EBCA77C2B2AE63;
inline constexpr u64 kP5 = 0x27D4EB2F165667C5;
inline constexpr std::size_t kStripe = 32;

TANDEM_INLINE void start(u64* lanes, u64 seed) {
  lanes[0] = seed + kP1 + kP2;
  lanes[1] = seed + kP2;
  lanes[2] = seed;
  lanes[3] = seed - kP1;
}

/** A round with a word that has been multiplied by kP2. */
TANDEM_INLINE u64 multipliedRound(u64 lane, u64 product) {
  return rotateLeft(lane + product, 31) * kP1;
}

TANDEM_INLINE u64 round(u64 lane, u64 word) { return multipliedRound(lane, word * kP2); }

TANDEM_INLINE u64 merge(const u64* lanes) {
  u64 h = rotateLeft(lanes[0], 1) + rotateLeft(lanes[1], 7) + rotateLeft(lanes[2], 12) +
          rotateLeft(lanes[3], 18);
  for (int i = 0; i < 4; i++) {
    h = (h ^ round(0, lanes[i])) * kP1 + kP4;
  }
  return h;
}

TANDEM_INLINE u64 avalanche(u64 h) {
  h ^= h >> 33;
  h *= kP2;
  h ^= h >> 29;
  h *= kP3;
  return h ^ (h >> 32);
}

/** Adds the fewer than 32 last bytes to a merged value, and mixes the result. */
TANDEM_INLINE u64 finish(u64 h, const u8* p, std::size_t length) {
  for (; length >= 8; length -= 8, p += 8) {
    h = rotateLeft(h ^ round(0, read64(p)), 27) * kP1 + kP4;
  }
  if (length >= 4) {
    h = rotateLeft(h ^ (read32(p) * kP1), 23) * kP2 + kP3;
    length -= 4;
    p += 4;
  }
  for (; length > 0; length--, p++) {
    h = rotateLeft(h ^ (*p * kP5), 11) * kP1;
  }
  return avalanche(h);
}

}  // namespace tandem::hash::xxh64
