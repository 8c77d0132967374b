#pragma once

#include "function_set.hpp"
#include "xxh3_math.hpp"

namespace tandem::hash {

/**
 * The loop of XXH3 over a vector policy V.
 *
 * Each lane adds its neighbour's input word. Addition commutes, so the words are summed as they
 * lie, apart from the products, and the sums change places once per block instead of once per
 * stripe. V has
 *   Vec, kVectors          so many vectors hold the eight lanes;
 *   load, store            eight lanes from and to memory, in parts;
 *   zero                   a vector of zeros;
 *   stripe(sum, data, in, key)  adds one vector of input;
 *   settle(sum, data)      the lanes, once the data sums have changed places;
 *   scramble(lanes, key)   what ends a block.
 */
template <class V>
struct Xxh3Loop {
  using Vec = typename V::Vec;

  struct Lanes {
    Vec sum[V::kVectors];
    Vec data[V::kVectors];
  };

  TANDEM_INLINE void load(Lanes& lanes, const u64* from) {
    for (int i = 0; i < V::kVectors; i++) {
      lanes.sum[i] = V::load(from + static_cast<std::size_t>(i) * kWords);
      lanes.data[i] = V::zero();
    }
  }

  TANDEM_INLINE void store(Lanes& lanes, u64* to) {
    settle(lanes);
    for (int i = 0; i < V::kVectors; i++) {
      V::store(to + static_cast<std::size_t>(i) * kWords, lanes.sum[i]);
    }
  }

  TANDEM_INLINE void settle(Lanes& lanes) {
    for (int i = 0; i < V::kVectors; i++) {
      lanes.sum[i] = V::settle(lanes.sum[i], lanes.data[i]);
      lanes.data[i] = V::zero();
    }
  }

  TANDEM_INLINE void scramble(Lanes& lanes, const u8* key) {
    settle(lanes);
    for (int i = 0; i < V::kVectors; i++) {
      lanes.sum[i] = V::scramble(lanes.sum[i], key + static_cast<std::size_t>(i) * sizeof(Vec));
    }
  }

  TANDEM_INLINE void stripe(Lanes& lanes, const u8* in, const u8* key) {
    for (int i = 0; i < V::kVectors; i++) {
      V::stripe(lanes.sum[i], lanes.data[i], in + static_cast<std::size_t>(i) * sizeof(Vec),
                key + static_cast<std::size_t>(i) * sizeof(Vec));
    }
  }

  TANDEM_INLINE void run(Lanes& lanes, const u8* in, std::size_t stripes, const u8* key) {
    for (std::size_t i = 0; i < stripes; i++) {
      __builtin_prefetch(in + i * xxh3::kStripe + kAhead);
      stripe(lanes, in + i * xxh3::kStripe, key + i * 8);
    }
  }

  /** A run of known length, so that the key stays in registers where there are enough. */
  template <int kStripes>
  TANDEM_INLINE void fixedRun(Lanes& lanes, const u8* in, const u8* key) {
#pragma GCC unroll 16
    for (int i = 0; i < kStripes; i++) {
      __builtin_prefetch(in + static_cast<std::size_t>(i) * xxh3::kStripe + kAhead);
      stripe(lanes, in + static_cast<std::size_t>(i) * xxh3::kStripe,
             key + static_cast<std::size_t>(i) * 8);
    }
  }

  /** The rest of an input, shorter than a block: nothing behind it is worth a prefetch. */
  TANDEM_INLINE void rest(Lanes& lanes, const u8* in, std::size_t stripes, const u8* key) {
    if ((stripes & 8) != 0) {
      plainRun<8>(lanes, in, key);
      in += 8 * xxh3::kStripe;
      key += 8 * 8;
    }
    if ((stripes & 4) != 0) {
      plainRun<4>(lanes, in, key);
      in += 4 * xxh3::kStripe;
      key += 4 * 8;
    }
    if ((stripes & 2) != 0) {
      plainRun<2>(lanes, in, key);
      in += 2 * xxh3::kStripe;
      key += 2 * 8;
    }
    if ((stripes & 1) != 0) {
      stripe(lanes, in, key);
    }
  }

  template <int kStripes>
  TANDEM_INLINE void plainRun(Lanes& lanes, const u8* in, const u8* key) {
#pragma GCC unroll 8
    for (int i = 0; i < kStripes; i++) {
      stripe(lanes, in + static_cast<std::size_t>(i) * xxh3::kStripe,
             key + static_cast<std::size_t>(i) * 8);
    }
  }

  TANDEM_INLINE std::size_t consume(Lanes& lanes, const u8* in, std::size_t stripes,
                                    std::size_t inBlock, Key key) {
    const std::size_t perBlock = (key.size - xxh3::kStripe) / 8;
    const u8* last = key.bytes + key.size - xxh3::kStripe;
    if (inBlock == 0 && perBlock == kFixed) {
      for (; stripes >= kFixed; stripes -= kFixed, in += kFixed * xxh3::kStripe) {
        fixedRun<kFixed>(lanes, in, key.bytes);
        scramble(lanes, last);
      }
      rest(lanes, in, stripes, key.bytes);
      return stripes;
    }
    return consumeAny(lanes, in, stripes, inBlock, key);
  }

  TANDEM_INLINE std::size_t consumeSectors(Lanes& lanes, const u8* in, std::size_t stripes,
                                           std::size_t inBlock, Cut cut, Key key) {
    const std::size_t perSector = cut.hashed / xxh3::kStripe;
    const u8* last = key.bytes + key.size - xxh3::kStripe;
    if (inBlock == 0 && perSector == kFixed / 2 && key.size == xxh3::kSecretBytes) {
      // Two sectors are one block.
      for (; stripes >= kFixed; stripes -= kFixed, in += 2 * cut.stride) {
        fixedRun<kFixed / 2>(lanes, in, key.bytes);
        fixedRun<kFixed / 2>(lanes, in + cut.stride, key.bytes + kFixed / 2 * 8);
        scramble(lanes, last);
      }
    }
    for (; stripes > 0; in += cut.stride) {
      const std::size_t part = stripes < perSector ? stripes : perSector;
      inBlock = consumeAny(lanes, in, part, inBlock, key);
      stripes -= part;
    }
    return inBlock;
  }

  static u64 hash(const u8* in, std::size_t length, Key key) {
    alignas(64) u64 lanes[xxh3::kLanes];
    fill(lanes, in, length, key);
    return xxh3::digest(lanes, length, key.bytes);
  }

  static void hash128(const u8* in, std::size_t length, Key key, u64* into) {
    alignas(64) u64 lanes[xxh3::kLanes];
    fill(lanes, in, length, key);
    into[0] = xxh3::digest(lanes, length, key.bytes);
    into[1] = xxh3::digestHigh(lanes, length, key.bytes, key.size);
  }

  static u64 hashEntry(const u8* in, std::size_t length, Cut cut, Key key) {
    const std::size_t sectors = length / cut.stride;
    const std::size_t rest = length % cut.stride;
    const std::size_t tail = rest < cut.hashed ? rest : cut.hashed;
    const std::size_t total = sectors * cut.hashed + tail;
    alignas(64) u64 lanes[xxh3::kLanes];
    Lanes work;
    load(work, xxh3::kStart);
    consumeSectors(work, in, (total - 1) / xxh3::kStripe, 0, cut, key);
    const u8* end = in + sectors * cut.stride + tail;
    if (tail == 0) {
      stripe(work, end - cut.stride + cut.hashed - xxh3::kStripe, lastKey(key));
    } else if (tail >= xxh3::kStripe) {
      stripe(work, end - xxh3::kStripe, lastKey(key));
    } else {
      // The last stripe begins in the last whole sector.
      u8 gathered[xxh3::kStripe];
      const std::size_t before = xxh3::kStripe - tail;
      std::memcpy(gathered, end - tail - cut.stride + cut.hashed - before, before);
      std::memcpy(gathered + before, end - tail, tail);
      stripe(work, gathered, lastKey(key));
    }
    store(work, lanes);
    return xxh3::digest(lanes, total, key.bytes);
  }

  static std::size_t consumeLanes(u64* lanes, const u8* in, std::size_t stripes,
                                  std::size_t inBlock, Key key) {
    Lanes work;
    load(work, lanes);
    const std::size_t filled = consume(work, in, stripes, inBlock, key);
    store(work, lanes);
    return filled;
  }

  static void consumeLast(u64* lanes, const u8* in, Key key) {
    Lanes work;
    load(work, lanes);
    stripe(work, in, lastKey(key));
    store(work, lanes);
  }

  static std::size_t consumeSectorLanes(u64* lanes, const u8* in, std::size_t stripes,
                                        std::size_t inBlock, Cut cut, Key key) {
    Lanes work;
    load(work, lanes);
    const std::size_t filled = consumeSectors(work, in, stripes, inBlock, cut, key);
    store(work, lanes);
    return filled;
  }

 private:
  /** 64-bit words in a vector. */
  static constexpr std::size_t kWords = sizeof(Vec) / sizeof(u64);
  /** Stripes of a block under the standard secret. */
  static constexpr std::size_t kFixed = (xxh3::kSecretBytes - xxh3::kStripe) / 8;
  /** Bytes to prefetch ahead. */
  static constexpr std::size_t kAhead = V::kPrefetchAhead;

  TANDEM_INLINE const u8* lastKey(Key key) { return key.bytes + key.size - xxh3::kStripe - 7; }

  TANDEM_INLINE void fill(u64* lanes, const u8* in, std::size_t length, Key key) {
    Lanes work;
    load(work, xxh3::kStart);
    consume(work, in, (length - 1) / xxh3::kStripe, 0, key);
    stripe(work, in + length - xxh3::kStripe, lastKey(key));
    store(work, lanes);
  }

  /** Any number of stripes from anywhere in a block. */
  TANDEM_INLINE std::size_t consumeAny(Lanes& lanes, const u8* in, std::size_t stripes,
                                       std::size_t inBlock, Key key) {
    const std::size_t perBlock = (key.size - xxh3::kStripe) / 8;
    while (stripes > 0) {
      const std::size_t room = perBlock - inBlock;
      const std::size_t part = stripes < room ? stripes : room;
      run(lanes, in, part, key.bytes + inBlock * 8);
      in += part * xxh3::kStripe;
      stripes -= part;
      inBlock += part;
      if (inBlock == perBlock) {
        scramble(lanes, key.bytes + key.size - xxh3::kStripe);
        inBlock = 0;
      }
    }
    return inBlock;
  }
};

}  // namespace tandem::hash
