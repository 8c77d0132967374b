#pragma once

#include "function_set.hpp"
#include "xxh64_math.hpp"

namespace tandem::hash {

/**
 * The loop of XXH64 over a multiplier M.
 *
 * A lane waits for add, rotate and multiply: five cycles a stripe. Multiplying its input too makes
 * eight multiplications a stripe on processors with one scalar multiplier, and that is what bounds
 * the plain loop. M::multiply, if M::kBytes is not 0, multiplies so many input bytes by kP2 with
 * vectors, ahead of the lanes that wait. M::multiplyLines, if M::kLines is not 0, does so with as
 * many times kBytes, reads from where a cache line begins, up to kBytes before and behind, and
 * tells where in the buffer the products begin: loads across two lines make the lanes wait.
 */
template <class M>
struct Xxh64Loop {
  TANDEM_INLINE void consume(u64* lanes, const u8* in, std::size_t stripes) {
    u64 v0 = lanes[0];
    u64 v1 = lanes[1];
    u64 v2 = lanes[2];
    u64 v3 = lanes[3];
    if constexpr (M::kBytes > 0) {
      constexpr std::size_t kPart = M::kBytes / xxh64::kStripe;
      alignas(64) u64 buffer[M::kBufferWords];
      const auto rounds = [&](const u64* products, std::size_t words) TANDEM_INLINED {
        // The words must go through memory: taking them out of vectors costs more.
        asm("" : "+m"(buffer));
        for (std::size_t i = 0; i < words; i += 4) {
          v0 = xxh64::multipliedRound(v0, products[i]);
          v1 = xxh64::multipliedRound(v1, products[i + 1]);
          v2 = xxh64::multipliedRound(v2, products[i + 2]);
          v3 = xxh64::multipliedRound(v3, products[i + 3]);
        }
      };
      const auto part = [&]() TANDEM_INLINED {
        __builtin_prefetch(in + kAhead);
        M::multiply(in, buffer);
        rounds(buffer, M::kBytes / 8);
        stripes -= kPart;
        in += M::kBytes;
      };
      if constexpr (M::kLines > 0) {
        constexpr std::size_t kBatch = M::kLines * kPart;
        if (stripes > kBatch + 2 * kPart) {
          part();
          for (; stripes >= kBatch + kPart; stripes -= kBatch, in += M::kLines * M::kBytes) {
            rounds(M::multiplyLines(in, buffer), M::kLines * M::kBytes / 8);
          }
        }
      }
      while (stripes >= kPart) {
        part();
      }
    }
    for (; stripes > 0; stripes--, in += xxh64::kStripe) {
      v0 = xxh64::round(v0, read64(in));
      v1 = xxh64::round(v1, read64(in + 8));
      v2 = xxh64::round(v2, read64(in + 16));
      v3 = xxh64::round(v3, read64(in + 24));
    }
    lanes[0] = v0;
    lanes[1] = v1;
    lanes[2] = v2;
    lanes[3] = v3;
  }

  static u64 hash(const u8* in, std::size_t length, u64 seed) {
    if (length < xxh64::kStripe) {
      return xxh64::finish(seed + xxh64::kP5 + length, in, length);
    }
    u64 lanes[4];
    xxh64::start(lanes, seed);
    const std::size_t stripes = length / xxh64::kStripe;
    consume(lanes, in, stripes);
    return xxh64::finish(xxh64::merge(lanes) + length, in + stripes * xxh64::kStripe,
                         length % xxh64::kStripe);
  }

  static void consumeLanes(u64* lanes, const u8* in, std::size_t stripes) {
    consume(lanes, in, stripes);
  }

  static void consumeSectors(u64* lanes, const u8* in, std::size_t sectors, Cut cut) {
    for (; sectors > 0; sectors--, in += cut.stride) {
      consume(lanes, in, cut.hashed / xxh64::kStripe);
    }
  }

 private:
  /** Bytes to prefetch ahead. */
  static constexpr std::size_t kAhead = 2080;
};

/** Lanes multiply their input themselves. */
struct PlainMultiplier {
  static constexpr std::size_t kBytes = 0;
};

}  // namespace tandem::hash
