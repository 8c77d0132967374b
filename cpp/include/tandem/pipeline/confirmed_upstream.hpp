#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "tandem/pipeline/waiter.hpp"

namespace tandem::pipeline {

/**
 * Follows the stages before, but not past what is confirmed: by a log, for instance, that makes its
 * records durable on a thread of its own. Each event of the ring has a mark, a number in the order
 * of another sequence (that of the log's records); it may be processed once that number is
 * confirmed. For the one thread that processes.
 */
class ConfirmedUpstream {
 public:
  /**
   * @param before the stages before; the one that writes the marks is among them
   * @param marks by event, at its sequence modulo the number of marks, which is that of the slots;
   *     never falling from one event to the next
   * @param confirmed the highest number confirmed; if it throws, the run of the processor ends with
   *     that exception
   */
  ConfirmedUpstream(Waiter before, std::span<const std::int64_t> marks,
                    std::function<std::int64_t()> confirmed)
      : before_(std::move(before)), marks_(marks), confirmed_(std::move(confirmed)) {}

  /** Waits until next may be processed, and answers up to where; next - 1 only on a stop. */
  std::int64_t waitFor(std::int64_t next) {
    for (int step = 0;;) {
      if (before_.isStopped()) {
        return next - 1;
      }
      const std::int64_t available = look(next);
      if (available >= next) {
        return available;
      }
      step = before_.pause(step);
    }
  }

 private:
  std::int64_t look(std::int64_t next) {
    const std::int64_t processed = before_.look();
    if (processed < next) {
      return processed;
    }
    reached_ = std::max(reached_, next - 1);
    // First what is known: reading the log's confirmation moves a cache line from another core.
    if (reached_ < processed && markOf(reached_ + 1) > limit_) {
      limit_ = confirmed_();
    }
    while (reached_ < processed && markOf(reached_ + 1) <= limit_) {
      reached_++;
    }
    return reached_;
  }

  std::int64_t markOf(std::int64_t event) const {
    return marks_[static_cast<std::size_t>(event) & (marks_.size() - 1)];
  }

  Waiter before_;
  std::span<const std::int64_t> marks_;
  std::function<std::int64_t()> confirmed_;
  /** Every event up to here is confirmed. */
  std::int64_t reached_ = -1;
  std::int64_t limit_ = std::numeric_limits<std::int64_t>::min();
};

}  // namespace tandem::pipeline
