#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

namespace tandem::logger {

/**
 * What is kept of closed files; a file that breaks any limit is deleted, the oldest first. Without
 * a limit nothing is deleted.
 */
struct RetentionPolicy {
  /** At most so many closed files. */
  std::int32_t files = std::numeric_limits<std::int32_t>::max();
  /** At most so many bytes in closed files. */
  std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
  /** None that was closed longer ago. */
  std::chrono::milliseconds age = std::chrono::milliseconds::max();

  /** Whether nothing is deleted. */
  bool keepsAll() const { return *this == RetentionPolicy{}; }

  bool operator==(const RetentionPolicy&) const = default;
};

}  // namespace tandem::logger
