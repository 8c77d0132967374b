#pragma once

#include <cstdint>
#include <string_view>

namespace tandem::logger {

/**
 * How severe a record is; kOff is a threshold only. The number is what a file has. Not in capitals:
 * DEBUG and ERROR are macros in many a build.
 */
enum class LogLevel : std::uint8_t { kTrace, kDebug, kInfo, kWarn, kError, kOff };

/** The levels that a record may have. */
constexpr int RECORD_LEVELS = 5;

constexpr std::string_view nameOf(LogLevel level) {
  constexpr std::string_view kNames[] = {"TRACE", "DEBUG", "INFO", "WARN", "ERROR", "OFF"};
  return kNames[static_cast<int>(level)];
}

}  // namespace tandem::logger
