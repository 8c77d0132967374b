#pragma once

#include <chrono>
#include <cstddef>
#include <thread>

#include "tandem/command/integers.hpp"

namespace tandem::tool {

/** Of the clock that measures, which only goes on. */
inline i64 nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/** When each command of an open loop is due: the same distance apart, whatever the kernel does. */
class Schedule {
 public:
  explicit Schedule(i64 rate) : intervalNs_(1e9 / static_cast<double>(rate)) {}

  /** The command of this index is the first, and due now. */
  void start(i64 nowNs, std::size_t first) { startNs_ = nowNs - lengthNs(first); }
  i64 due(std::size_t index) const { return startNs_ + lengthNs(index); }
  /** Each command has an interval, the last one too. */
  i64 lengthNs(std::size_t commands) const {
    return static_cast<i64>(static_cast<double>(commands) * intervalNs_);
  }

  void await(std::size_t index) const {
    const i64 dueNs = due(index);
    for (i64 left = dueNs - nowNs(); left > 0; left = dueNs - nowNs()) {
      // Closer than this the thread yields, because a sleeping one wakes too late.
      constexpr i64 kYieldNs = 200'000;
      if (left > kYieldNs) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(left - kYieldNs));
      } else {
        std::this_thread::yield();
      }
    }
  }

 private:
  const double intervalNs_;
  i64 startNs_ = 0;
};

}  // namespace tandem::tool
