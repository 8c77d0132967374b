#pragma once

#include <cstdint>
#include <string>

namespace tandem::logger {

/** Bytes of a file that are not what they must be. */
struct LogDamage {
  std::string file;
  /** Of the first of them. */
  std::int64_t offset;
  /** How many; 0 if that is not known. */
  std::int64_t bytes;
  /** What is wrong: what was found and what was expected. */
  std::string what;

  std::string text() const {
    return file + ": at " + std::to_string(offset) +
           (bytes == 0 ? "" : ", " + std::to_string(bytes) + " bytes") + ": " + what;
  }

  bool operator==(const LogDamage&) const = default;
};

}  // namespace tandem::logger
