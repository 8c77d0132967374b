#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "tandem/pipeline/poison.hpp"
#include "tandem/pipeline/sequence.hpp"
#include "tandem/pipeline/upstream.hpp"
#include "tandem/pipeline/wait_plan.hpp"

namespace tandem::pipeline {

/**
 * Waits for events by a plan: looks at the sequences of all stages before, or, for the first stage,
 * at what the publishers have, and between two looks
 * spins, yields or parks. A stop is a flag, not an exception. For one thread at a time.
 */
class Waiter {
 public:
  /** What is given lives as long as this. */
  Waiter(std::vector<const Sequence*> upstream, const Poison& poison, WaitPlan plan)
      : upstream_(std::move(upstream)), poison_(poison), plan_(plan) {}

  /** For the first stage; what is given lives as long as this. */
  Waiter(Upstream& publishers, const Poison& poison, WaitPlan plan)
      : publishers_(&publishers), poison_(poison), plan_(plan) {}

  /** The last event that all stages before have passed; less than the next one if there is none. */
  std::int64_t look() const {
    std::int64_t available = upstream_.front()->getAcquire();
    for (std::size_t i = 1; i < upstream_.size(); i++) {
      available = std::min(available, upstream_[i]->getAcquire());
    }
    return available;
  }

  /** Waits until next may be processed, and answers up to where; next - 1 only on a stop. */
  std::int64_t waitFor(std::int64_t next) const {
    for (int step = 0;;) {
      if (poison_.isStopped()) {
        return next - 1;
      }
      const std::int64_t available = publishers_ != nullptr ? publishers_->available(next) : look();
      if (available >= next) {
        return available;
      }
      step = plan_.pause(step);
    }
  }

  /** Spends the time between two looks that are the caller's; see WaitPlan::pause(). */
  int pause(int step) const { return plan_.pause(step); }
  bool isStopped() const { return poison_.isStopped(); }

 private:
  std::vector<const Sequence*> upstream_;
  Upstream* publishers_ = nullptr;
  const Poison& poison_;
  WaitPlan plan_;
};

}  // namespace tandem::pipeline
