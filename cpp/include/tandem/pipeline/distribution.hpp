#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tandem::pipeline {

/** Counts times as an HdrHistogram with 3 digits does: 1,024 places an octave. */
class Distribution {
 public:
  /** Longer times are counted as this, in ns. */
  static constexpr std::int64_t kLongest = 10'000'000'000;
  /** Counters that kLongest needs, rounded up to octaves. */
  static constexpr std::size_t kCounts = 25'600;

  /** @param counts enough of them for kLongest, zeros at first */
  explicit Distribution(std::uint64_t* counts) : counts_(counts) {}

  void record(std::int64_t nanos) {
    const auto value = static_cast<std::uint64_t>(std::clamp<std::int64_t>(nanos, 0, kLongest));
    counts_[indexOf(value)]++;
  }

  /** Where a time is counted. */
  static constexpr std::size_t indexOf(std::uint64_t value) {
    if (value < 2 * kSteps) {
      return value;
    }
    const auto octave = static_cast<std::uint64_t>(std::bit_width(value)) - kStepBits - 1;
    return (octave + 1) * kSteps + (value >> octave) - kSteps;
  }

  /** The longest time that is counted there, in ns. */
  static constexpr std::uint64_t highestOf(std::size_t index) {
    if (index < 2 * kSteps) {
      return index;
    }
    const std::uint64_t octave = index / kSteps - 1;
    return ((kSteps + index % kSteps + 1) << octave) - 1;
  }

 private:
  static constexpr std::uint64_t kStepBits = 10;
  static constexpr std::uint64_t kSteps = std::uint64_t{1} << kStepBits;

  std::uint64_t* counts_;
};

}  // namespace tandem::pipeline
