#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "answer_codes.hpp"
#include "tandem.h"
#include "tandem/pipeline/distribution.hpp"

namespace tandem::capi {

/** The time of a paced run; any thread. */
inline std::int64_t paceNanos() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/** When each command is to be submitted. */
struct Schedule {
  std::int64_t start;
  double gap;

  std::int64_t at(std::uint64_t i) const {
    return start + static_cast<std::int64_t>(static_cast<double>(i) * gap);
  }
};

/** Holds each answer against the schedule of a paced run, on the thread that answers. */
class PaceStamps final : public AnswerClock {
 public:
  PaceStamps(const Schedule& schedule, std::uint64_t* counts)
      : schedule_(schedule), distribution_(counts) {}

  void answered(const command::Command& c) override { answeredAt(paceNanos(), c); }

  /** The next command was answered at that time. */
  void answeredAt(std::int64_t time, const command::Command& c) {
    const std::int64_t nanos = time - schedule_.at(next_++);
    if (nanos < 0) {
      early_.answers++;
      early_.nanos = std::max(early_.nanos, static_cast<std::uint64_t>(-nanos));
    }
    distribution_.record(nanos);
    refused_ += c.result == command::ResultCode::kOk ? 0 : 1;
  }

  /** Commands that were refused. */
  std::uint64_t refused() const { return refused_; }

  /** Answers whose stamp is before the time at which their command was to be submitted. */
  tandem_early early() const { return early_; }

 private:
  const Schedule& schedule_;
  pipeline::Distribution distribution_;
  tandem_early early_{};
  std::uint64_t next_ = 0;
  std::uint64_t refused_ = 0;
};

}  // namespace tandem::capi
