#include "tandem/wal/system_clock.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <utility>

namespace tandem::wal {
namespace {

constexpr std::int64_t kLookNs = 100'000'000;

/** Less is a correction of the other clock, not another time. */
constexpr std::int64_t kStepNs = 5'000'000;

template <typename Clock>
std::int64_t nanosOf() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
      .count();
}

}  // namespace

SystemClock::SystemClock()
    : SystemClock(nanosOf<std::chrono::steady_clock>, nanosOf<std::chrono::system_clock>) {}

SystemClock::SystemClock(Source steady, Source followed)
    : steady_(std::move(steady)), followed_(std::move(followed)) {
  const std::int64_t now = steady_();
  offset_.store(followed_() - now);
  least_.store(std::numeric_limits<std::int64_t>::min());
  nextLook_.store(now + kLookNs);
}

std::int64_t SystemClock::nanos() {
  const std::int64_t now = steady_();
  if (now >= nextLook_.load(std::memory_order_relaxed)) {
    look();
  }
  const std::int64_t offset = offset_.load(std::memory_order_acquire);
  return std::max(least_.load(std::memory_order_relaxed), now + offset);
}

void SystemClock::look() {
  const std::lock_guard guard(mutex_);
  const std::int64_t now = steady_();
  if (now < nextLook_.load(std::memory_order_relaxed)) {
    return;
  }
  const std::int64_t offset = followed_() - now;
  const std::int64_t before = offset_.load(std::memory_order_relaxed);
  if (std::abs(offset - before) > kStepNs) {
    least_.store(std::max(least_.load(std::memory_order_relaxed), now + before),
                 std::memory_order_relaxed);
    offset_.store(offset, std::memory_order_release);
  }
  nextLook_.store(now + kLookNs, std::memory_order_relaxed);
}

}  // namespace tandem::wal
