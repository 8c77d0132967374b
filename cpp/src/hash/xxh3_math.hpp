#pragma once

#include "bytes.hpp"
#include "xxh64_math.hpp"

/** The arithmetic of XXH3. Algorithm: Yann Collet, "xxHash fast digest algorithm", XXH3. */
namespace tandem::hash::xxh3 {

inline constexpr u64 kP32_1 = 0x9E3779B1;
inline constexpr u64 kP32_2 = 0x85EBCA77;
inline constexpr u64 kP32_3 = 0xC2B2AE3D;
inline constexpr u64 kMx1 = 0x165667919E3779F9;
inline constexpr u64 kMx2 = 0x9FB21C651E98DF25;

inline constexpr std::size_t kStripe = 64;
inline constexpr std::size_t kLanes = 8;
/** The longest input that is hashed without lanes. */
inline constexpr std::size_t kShort = 240;
inline constexpr std::size_t kSecretMin = 136;
inline constexpr std::size_t kSecretBytes = 192;

extern const u8 kSecret[kSecretBytes];

/** The lanes before anything is added. */
alignas(64) inline constexpr u64 kStart[kLanes] = {kP32_3,     xxh64::kP1, xxh64::kP2, xxh64::kP3,
                                                   xxh64::kP4, kP32_2,     xxh64::kP5, kP32_1};

TANDEM_INLINE u64 avalanche(u64 h) {
  h ^= h >> 37;
  h *= kMx1;
  return h ^ (h >> 32);
}

TANDEM_INLINE u64 merge(const u64* lanes, const u8* secret, u64 h) {
  for (std::size_t i = 0; i < kLanes; i += 2) {
    h += mulFold(lanes[i] ^ read64(secret + 8 * i), lanes[i + 1] ^ read64(secret + 8 * i + 8));
  }
  return avalanche(h);
}

/** The 64-bit digest of lanes to which everything has been added. */
TANDEM_INLINE u64 digest(const u64* lanes, u64 length, const u8* secret) {
  return merge(lanes, secret + 11, length * xxh64::kP1);
}

/** The high half of the 128-bit digest; the low half is digest(). */
TANDEM_INLINE u64 digestHigh(const u64* lanes, u64 length, const u8* secret, std::size_t bytes) {
  return merge(lanes, secret + bytes - kStripe - 11, ~(length * xxh64::kP2));
}

/** The standard secret under a seed. */
TANDEM_INLINE void deriveSecret(u64 seed, u8* secret) {
  for (std::size_t i = 0; i < kSecretBytes; i += 16) {
    const u64 words[2] = {read64(kSecret + i) + seed, read64(kSecret + i + 8) - seed};
    std::memcpy(secret + i, words, sizeof words);
  }
}

}  // namespace tandem::hash::xxh3
