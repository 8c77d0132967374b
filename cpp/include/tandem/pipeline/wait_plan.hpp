#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>

#include "tandem/wal/append/cpu.hpp"

namespace tandem::pipeline {

/** How far a thread goes that has nothing to do. */
enum class WaitMode {
  /** Looks again and again: only where there are more processors than threads. */
  kBusySpin,
  /** Spins a little, then yields. */
  kYielding,
  /** Spins a little, yields a while, then sleeps. */
  kParking,
};

/**
 * What a thread does between two looks at the sequence that it waits for: spins, then yields, then
 * parks, as far as its mode goes. Immutable and without state: how long a thread has waited is a
 * step number that it keeps itself.
 */
class WaitPlan {
 public:
  explicit constexpr WaitPlan(WaitMode mode) : mode_(mode) {}

  WaitMode mode() const { return mode_; }

  /** Yields, or parks where a machine has fewer processors than the kernel has threads. */
  static WaitPlan forThreads(unsigned threads) {
    return WaitPlan(std::thread::hardware_concurrency() > threads ? WaitMode::kYielding
                                                                  : WaitMode::kParking);
  }

  /**
   * Spends the time between two looks. step is 0 for the first pause of a wait, then what the last
   * call returned.
   */
  int pause(int step) const {
    if (mode_ == WaitMode::kBusySpin || step < kLooks) {
      wal::spinHint();
    } else if (mode_ == WaitMode::kYielding || step < kLooks + kYields) {
      std::this_thread::yield();
    } else {
      const int doublings = std::min(step - kLooks - kYields, kMaxDoublings);
      std::this_thread::sleep_for(kMinPark * (1 << doublings));
    }
    return std::min(step + 1, kLooks + kYields + kMaxDoublings);
  }

 private:
  static constexpr int kLooks = 3;
  static constexpr int kYields = 100;
  static constexpr std::chrono::microseconds kMinPark{20};
  /** The longest park is 640 us: the bound on how late a parked thread looks again. */
  static constexpr int kMaxDoublings = 5;

  WaitMode mode_;
};

}  // namespace tandem::pipeline
