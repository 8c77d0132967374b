#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace tandem::pipeline {

/**
 * How often a stage publishes its progress within a batch. The end of a batch is always published.
 *
 * Small intervals let the next stage start sooner; large ones spare the cache line that the waiting
 * thread polls. The adaptive one is small while batches are small, when the next stage is likely to
 * wait, and larger at saturation, when it is not. Immutable.
 */
class PublishInterval {
 public:
  /** Every event of a batch of up to 16, then a sixteenth of the batch, but at most 32. */
  constexpr PublishInterval() = default;
  /** After so many events, at least 1; more than 2^31 - 1 count as that. */
  explicit constexpr PublishInterval(std::int64_t events)
      : fixed_(std::clamp(events, std::int64_t{1}, kMost)) {}

  /** The interval within a batch of so many events. */
  constexpr std::int64_t within(std::int64_t batch) const {
    if (fixed_ != 0) {
      return fixed_;
    }
    return batch <= kSmallBatch ? 1 : std::min(batch / kSmallBatch, kLargest);
  }

 private:
  static constexpr std::int64_t kSmallBatch = 16;
  static constexpr std::int64_t kLargest = 32;
  /** Far from an overflow of the number of an event. */
  static constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();

  std::int64_t fixed_ = 0;
};

}  // namespace tandem::pipeline
