#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace tandem::logger {

/** A logger's name, which stands once in each file that uses it. */
struct DefinedName {
  const std::int32_t id;
  const std::string name;
  /** Number of the last segment that has it; written after it was committed there. */
  std::atomic<std::int64_t> named{0};
};

}  // namespace tandem::logger
