#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tandem/hash/sectors.hpp"

namespace tandem::hash {

/**
 * XXH64 of bytes that come in pieces: however they are cut, the digest is that of all in one.
 *
 * For one thread at a time; a copy continues independently.
 */
class Xxh64Stream {
 public:
  explicit Xxh64Stream(std::uint64_t seed = 0) : seed_(seed) { reset(); }

  Xxh64Stream& update(Bytes input);
  /** Adds what a layout says to hash of an entry. */
  Xxh64Stream& update(Bytes entry, SectorLayout layout);
  Xxh64Stream& reset();
  /** Of all that was added since the last reset; more may be added. */
  std::uint64_t digest() const;

 private:
  std::array<std::uint64_t, 4> lanes_;
  std::array<std::uint8_t, 32> pending_;
  std::uint64_t seed_;
  std::uint64_t length_;
};

/**
 * XXH64 with a seed. Immutable, for any number of threads.
 *
 * Algorithm: Yann Collet, "xxHash fast digest algorithm", section XXH64.
 */
class Xxh64 {
 public:
  explicit Xxh64(std::uint64_t seed = 0) : seed_(seed) {}

  std::uint64_t hash(Bytes input) const;
  /** Of one entry, as of a list with only this entry. */
  std::uint64_t hash(Bytes entry, SectorLayout layout) const;
  std::uint64_t hash(const SectorList& list) const;
  Xxh64Stream stream() const { return Xxh64Stream(seed_); }

 private:
  std::uint64_t seed_;
};

}  // namespace tandem::hash
