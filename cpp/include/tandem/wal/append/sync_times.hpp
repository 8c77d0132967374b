#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tandem::wal {

/**
 * Distribution of the times that syncs took. The writer records without waiting; any thread may
 * read.
 *
 * Times are counted in buckets, 128 for each power of two, so a percentile is less than one percent
 * too high.
 */
class SyncTimes {
 public:
  /** By one thread at a time; below 0 it counts as 0. */
  void record(std::int64_t nanos);

  std::int64_t count() const;

  /** In ns; 0 if nothing was recorded. */
  double mean() const;

  /** The time, in ns, that so many in 100 did not exceed; 0 if nothing was recorded. */
  std::int64_t percentile(double percent) const;

  std::int64_t longest() const { return longest_.load(std::memory_order_acquire); }

  static constexpr std::size_t bucketOf(std::int64_t time) {
    const int zeros = std::countl_zero(static_cast<std::uint64_t>(time));
    const int shift = zeros > 64 - BITS ? 0 : 64 - BITS - zeros;
    return (static_cast<std::size_t>(shift) << (BITS - 1)) +
           static_cast<std::size_t>(time >> shift);
  }

  static constexpr std::int64_t highestIn(std::size_t bucket) {
    const std::size_t row = bucket >> (BITS - 1);
    const std::size_t shift = row == 0 ? 0 : row - 1;
    const std::uint64_t leading = bucket - (shift << (BITS - 1));
    return static_cast<std::int64_t>(((leading + 1) << shift) - 1);
  }

 private:
  /** Leading bits of a time that choose its bucket, with the first, which is always 1. */
  static constexpr int BITS = 8;
  static constexpr std::size_t BUCKETS = (64 - BITS + 1) << (BITS - 1);

  std::array<std::atomic<std::int64_t>, BUCKETS> counts_{};
  std::atomic<std::int64_t> sum_{0};
  std::atomic<std::int64_t> longest_{0};
};

}  // namespace tandem::wal
