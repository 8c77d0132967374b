#pragma once

#include <array>
#include <cstdint>

namespace tandem::hash {

/**
 * XXH64 of a stream of records of 64 bytes, each given as eight words: the digest of their bytes,
 * every word low byte first.
 *
 * A record is two whole stripes of the algorithm, so nothing is buffered or allocated. For one
 * thread at a time; a copy continues independently.
 */
class Xxh64Records {
 public:
  using Record = std::array<std::uint64_t, 8>;
  /** What restore() needs besides the seed: the number of records, and the four lanes. */
  using State = std::array<std::uint64_t, 5>;

  explicit Xxh64Records(std::uint64_t seed = 0);

  void update(const Record& record);
  /** Number of records added. */
  std::uint64_t records() const { return records_; }
  /** The XXH64 of all that was added; more may be added. */
  std::uint64_t digest() const;

  State save() const;
  /** Continues where a stream with the same seed stood when it was saved. */
  void restore(const State& state);

 private:
  std::array<std::uint64_t, 4> lanes_;
  std::uint64_t seed_;
  std::uint64_t records_ = 0;
};

}  // namespace tandem::hash
