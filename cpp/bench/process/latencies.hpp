#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tandem/pipeline/distribution.hpp"

namespace tandem::bench {

using pipeline::Distribution;

/** Of the clock that never goes back, in ns. */
inline std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/** As dev.tandem.jmh.harness.Lateness: a producer that is later than this, in ns, is late. */
constexpr std::int64_t kLateNanos = 1'000;

/** The times of one thread, or of several once they are added up. */
class Latencies {
 public:
  void record(std::int64_t nanos) {
    Distribution(counts_.data()).record(nanos);
    total_++;
    max_ = nanos > max_ ? nanos : max_;
  }

  void add(const Latencies& other) {
    for (std::size_t i = 0; i < counts_.size(); i++) {
      counts_[i] += other.counts_[i];
    }
    total_ += other.total_;
    max_ = other.max_ > max_ ? other.max_ : max_;
  }

  std::uint64_t total() const { return total_; }

  /** The longest latency in ns. */
  std::int64_t max() const { return max_; }

  /** The time that so many percent do not exceed, in ns. */
  std::int64_t at(double percent) const {
    const auto wanted =
        static_cast<std::uint64_t>(percent / 100 * static_cast<double>(total_) + 0.5);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); i++) {
      seen += counts_[i];
      if (seen > 0 && seen >= wanted) {
        return std::min(static_cast<std::int64_t>(Distribution::highestOf(i)), max_);
      }
    }
    return max_;
  }

 private:
  std::vector<std::uint64_t> counts_ =
      std::vector<std::uint64_t>(Distribution::indexOf(Distribution::kLongest) + 1);
  std::uint64_t total_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace tandem::bench
