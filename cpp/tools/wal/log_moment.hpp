#pragma once

#include <cstdint>
#include <string>

namespace tandem::tool {

/** A place in a log: a sequence or a time. */
struct LogMoment {
  /** -1 if it is a time. */
  std::int64_t sequence;
  /** ns since 1970; 0 if it is a sequence. */
  std::int64_t timeNs;

  bool isTime() const { return sequence < 0; }

  /**
   * Reads "1234" or "2026-11-21T12:00:00Z", with up to nine digits behind the second. Throws
   * UsageException.
   */
  static LogMoment parse(const std::string& text);
};

}  // namespace tandem::tool
