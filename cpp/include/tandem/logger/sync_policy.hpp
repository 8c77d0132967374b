#pragma once

#include <chrono>
#include <optional>

#include "tandem/logger/log_level.hpp"

namespace tandem::logger {

/**
 * When records are made to survive the machine. They survive the process as soon as the call
 * returns, whatever the policy. By default only LogStore::flush forces.
 */
struct SyncPolicy {
  /** All that was committed is forced again and again, with so much time between. */
  std::optional<std::chrono::nanoseconds> interval{};
  /** Records of this level or above are forced before their call returns; OFF: none. */
  LogLevel level = LogLevel::kOff;

  /** Whether anything is forced but by LogStore::flush. */
  bool forces() const { return interval || level != LogLevel::kOff; }
};

}  // namespace tandem::logger
