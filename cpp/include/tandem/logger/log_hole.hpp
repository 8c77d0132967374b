#pragma once

#include <cstdint>
#include <string>

namespace tandem::logger {

/**
 * Bytes that were claimed for one record or several and in which none was committed: their writers
 * were killed between the two.
 */
struct LogHole {
  std::string file;
  /** Of the first of them. */
  std::int64_t offset;
  /** Up to the next committed record, or to the end of what was claimed. */
  std::int64_t bytes;

  std::string text() const {
    return file + ": at " + std::to_string(offset) + ", " + std::to_string(bytes) +
           " bytes: claimed and never committed";
  }
};

}  // namespace tandem::logger
