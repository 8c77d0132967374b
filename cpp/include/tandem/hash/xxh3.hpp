#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tandem/hash/sectors.hpp"

namespace tandem::hash {

/** A 128-bit digest. */
struct Digest128 {
  std::uint64_t high;
  std::uint64_t low;

  bool operator==(const Digest128&) const = default;
};

/** The key material of XXH3 for one seed or one custom secret. Immutable. */
class Secret {
 public:
  static constexpr std::size_t kMinBytes = 136;

  /** The standard secret under a seed. */
  static Secret ofSeed(std::uint64_t seed);
  /** A custom secret, copied. Throws std::invalid_argument if it has fewer than kMinBytes. */
  static Secret ofBytes(Bytes secret);

  /** For inputs up to 240 bytes, together with the seed. */
  const std::uint8_t* shortKey() const;
  std::uint64_t seed() const { return seed_; }
  /** For longer inputs. */
  std::span<const std::uint8_t> longKey() const;

 private:
  explicit Secret(std::uint64_t seed);

  std::uint64_t seed_;
  std::array<std::uint8_t, 192> derived_;
  std::vector<std::uint8_t> custom_;
};

/**
 * XXH3 of bytes that come in pieces: however they are cut, the digest is that of all in one.
 *
 * For one thread at a time; a copy continues independently.
 */
class Xxh3Stream {
 public:
  explicit Xxh3Stream(Secret secret) : secret_(std::move(secret)) { reset(); }
  explicit Xxh3Stream(std::uint64_t seed = 0) : Xxh3Stream(Secret::ofSeed(seed)) {}

  Xxh3Stream& update(Bytes input);
  /** Adds what a layout says to hash of an entry. */
  Xxh3Stream& update(Bytes entry, SectorLayout layout);
  Xxh3Stream& reset();
  /** Of all that was added since the last reset; more may be added. */
  std::uint64_t digest() const;
  Digest128 digest128() const;

 private:
  static constexpr std::size_t kHeld = 256;

  void add(const std::uint8_t* in, std::size_t length);
  void release();
  void finish(std::uint64_t* lanes) const;

  Secret secret_;
  std::array<std::uint64_t, 8> lanes_;
  /** One stripe already consumed, then the bytes held back. */
  std::array<std::uint8_t, 64 + kHeld> window_;
  std::uint64_t length_;
  std::size_t held_;
  std::size_t inBlock_;
};

/**
 * XXH3 with a seed or a secret, in 64 and in 128 bits. Immutable, for any number of threads.
 *
 * Algorithm: Yann Collet, "xxHash fast digest algorithm", section XXH3.
 */
class Xxh3 {
 public:
  explicit Xxh3(std::uint64_t seed = 0) : secret_(Secret::ofSeed(seed)) {}
  explicit Xxh3(Secret secret) : secret_(std::move(secret)) {}

  std::uint64_t hash(Bytes input) const;
  /** Of one entry, as of a list with only this entry. */
  std::uint64_t hash(Bytes entry, SectorLayout layout) const;
  std::uint64_t hash(const SectorList& list) const;
  Digest128 hash128(Bytes input) const;
  Digest128 hash128(const SectorList& list) const;
  Xxh3Stream stream() const { return Xxh3Stream(secret_); }

 private:
  Secret secret_;
};

}  // namespace tandem::hash
