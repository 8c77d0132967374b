#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace tandem::logger {

/**
 * Reports a state that may change many times a second, as that of a full disk where retention makes
 * room: the first two changes at once, then at most one a minute. A change that is held back is
 * reported later if it lasts. For one thread.
 */
class StateNews {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /**
   * Looks at the state as it is now; called also while it stays the same.
   *
   * @param report of a change to this state; if it throws, the change is not reported
   */
  template <typename Report>
  void look(bool failing, Time now, const Report& report) {
    if (failing == reported_) {
      return;
    }
    const auto minutes = std::min<std::int64_t>(
        kAtOnce - left_, std::chrono::duration_cast<std::chrono::minutes>(now - since_).count());
    left_ += minutes;
    since_ = left_ == kAtOnce ? now : since_ + std::chrono::minutes(minutes);
    if (left_ > 0) {
      report();
      left_--;
      reported_ = failing;
    }
  }

 private:
  static constexpr std::int64_t kAtOnce = 2;

  bool reported_ = false;
  std::int64_t left_ = kAtOnce;
  Time since_{};
};

}  // namespace tandem::logger
