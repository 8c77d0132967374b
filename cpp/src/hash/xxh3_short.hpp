#pragma once

#include "xxh3_math.hpp"

/** XXH3 of at most 240 bytes: no lanes, and the same on every processor. */
namespace tandem::hash::xxh3 {

TANDEM_INLINE u64 mix(const u8* in, const u8* key, u64 seed) {
  return mulFold(read64(in) ^ (read64(key) + seed), read64(in + 8) ^ (read64(key + 8) - seed));
}

/** One to three bytes and their number, in one word. */
TANDEM_INLINE u32 spread(const u8* in, std::size_t length) {
  return static_cast<u32>(in[0]) << 16 | static_cast<u32>(in[length >> 1]) << 24 | in[length - 1] |
         static_cast<u32>(length) << 8;
}

TANDEM_INLINE u64 swapLow(u64 seed) {
  return seed ^ static_cast<u64>(__builtin_bswap32(static_cast<u32>(seed))) << 32;
}

TANDEM_INLINE u64 hashTo16(const u8* in, std::size_t length, const u8* key, u64 seed) {
  if (length > 8) {
    const u64 first = read64(in) ^ ((read64(key + 24) ^ read64(key + 32)) + seed);
    const u64 last = read64(in + length - 8) ^ ((read64(key + 40) ^ read64(key + 48)) - seed);
    return avalanche(length + __builtin_bswap64(first) + last + mulFold(first, last));
  }
  if (length >= 4) {
    const u64 flip = (read64(key + 8) ^ read64(key + 16)) - swapLow(seed);
    u64 h = (read32(in + length - 4) + (static_cast<u64>(read32(in)) << 32)) ^ flip;
    h ^= rotateLeft(h, 49) ^ rotateLeft(h, 24);
    h *= kMx2;
    h ^= (h >> 35) + length;
    h *= kMx2;
    return h ^ (h >> 28);
  }
  if (length > 0) {
    return xxh64::avalanche(spread(in, length) ^
                            (static_cast<u64>(read32(key) ^ read32(key + 4)) + seed));
  }
  return xxh64::avalanche(seed ^ read64(key + 56) ^ read64(key + 64));
}

TANDEM_INLINE u64 hashTo128(const u8* in, std::size_t length, const u8* key, u64 seed) {
  const u8* end = in + length;
  u64 h = length * xxh64::kP1;
  if (length > 32) {
    if (length > 64) {
      if (length > 96) {
        h += mix(in + 48, key + 96, seed) + mix(end - 64, key + 112, seed);
      }
      h += mix(in + 32, key + 64, seed) + mix(end - 48, key + 80, seed);
    }
    h += mix(in + 16, key + 32, seed) + mix(end - 32, key + 48, seed);
  }
  return avalanche(h + mix(in, key, seed) + mix(end - 16, key + 16, seed));
}

TANDEM_INLINE u64 hashTo240(const u8* in, std::size_t length, const u8* key, u64 seed) {
  u64 h = length * xxh64::kP1;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < 8; i++) {
    h += mix(in + 16 * i, key + 16 * i, seed);
  }
  h = avalanche(h);
  for (std::size_t i = 8; i < length / 16; i++) {
    h += mix(in + 16 * i, key + 16 * (i - 8) + 3, seed);
  }
  return avalanche(h + mix(in + length - 16, key + kSecretMin - 17, seed));
}

TANDEM_INLINE u64 hashShort(const u8* in, std::size_t length, const u8* key, u64 seed) {
  if (length <= 16) {
    return hashTo16(in, length, key, seed);
  }
  return length <= 128 ? hashTo128(in, length, key, seed) : hashTo240(in, length, key, seed);
}

TANDEM_INLINE void wideTo16(const u8* in, std::size_t length, const u8* key, u64 seed, u64* into) {
  if (length > 8) {
    const u64 flip = (read64(key + 32) ^ read64(key + 40)) - seed;
    const u64 flipHigh = (read64(key + 48) ^ read64(key + 56)) + seed;
    u64 last = read64(in + length - 8);
    const u64 mixed = read64(in) ^ last ^ flip;
    u64 low = mixed * xxh64::kP1 + (static_cast<u64>(length - 1) << 54);
    u64 high = mulHigh(mixed, xxh64::kP1);
    last ^= flipHigh;
    high += last + static_cast<u32>(last) * (kP32_2 - 1);
    low ^= __builtin_bswap64(high);
    into[0] = avalanche(low * xxh64::kP2);
    into[1] = avalanche(mulHigh(low, xxh64::kP2) + high * xxh64::kP2);
  } else if (length >= 4) {
    const u64 flip = (read64(key + 16) ^ read64(key + 24)) + swapLow(seed);
    const u64 keyed = (read32(in) + (static_cast<u64>(read32(in + length - 4)) << 32)) ^ flip;
    const u64 factor = xxh64::kP1 + (static_cast<u64>(length) << 2);
    u64 low = keyed * factor;
    const u64 high = mulHigh(keyed, factor) + (low << 1);
    low ^= high >> 3;
    low ^= low >> 35;
    low *= kMx2;
    into[0] = low ^ (low >> 28);
    into[1] = avalanche(high);
  } else if (length > 0) {
    const u32 low = spread(in, length);
    const u32 swapped = __builtin_bswap32(low);
    const u32 high = swapped << 13 | swapped >> 19;
    into[0] = xxh64::avalanche(low ^ (static_cast<u64>(read32(key) ^ read32(key + 4)) + seed));
    into[1] =
        xxh64::avalanche(high ^ (static_cast<u64>(read32(key + 8) ^ read32(key + 12)) - seed));
  } else {
    into[0] = xxh64::avalanche(seed ^ read64(key + 64) ^ read64(key + 72));
    into[1] = xxh64::avalanche(seed ^ read64(key + 80) ^ read64(key + 88));
  }
}

/** Takes in two pieces of 16 bytes. */
TANDEM_INLINE void mixWide(u64* h, const u8* first, const u8* second, const u8* key, u64 seed) {
  h[0] = (h[0] + mix(first, key, seed)) ^ (read64(second) + read64(second + 8));
  h[1] = (h[1] + mix(second, key + 16, seed)) ^ (read64(first) + read64(first + 8));
}

TANDEM_INLINE void wideShort(const u8* in, std::size_t length, const u8* key, u64 seed, u64* into) {
  if (length <= 16) {
    wideTo16(in, length, key, seed, into);
    return;
  }
  const u8* end = in + length;
  u64 h[2] = {length * xxh64::kP1, 0};
  if (length <= 128) {
    for (std::size_t i = (length - 1) / 32 + 1; i-- > 0;) {
      mixWide(h, in + 16 * i, end - 16 - 16 * i, key + 32 * i, seed);
    }
  } else {
    for (std::size_t i = 0; i < 4; i++) {
      mixWide(h, in + 32 * i, in + 32 * i + 16, key + 32 * i, seed);
    }
    h[0] = avalanche(h[0]);
    h[1] = avalanche(h[1]);
    for (std::size_t i = 4; i < length / 32; i++) {
      mixWide(h, in + 32 * i, in + 32 * i + 16, key + 32 * (i - 4) + 3, seed);
    }
    mixWide(h, end - 16, end - 32, key + kSecretMin - 33, 0 - seed);
  }
  into[0] = avalanche(h[0] + h[1]);
  into[1] = 0 - avalanche(h[0] * xxh64::kP1 + h[1] * xxh64::kP4 + (length - seed) * xxh64::kP2);
}

}  // namespace tandem::hash::xxh3
