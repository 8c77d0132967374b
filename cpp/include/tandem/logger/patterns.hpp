#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tandem/logger/log_record.hpp"

namespace tandem::logger {

/**
 * Patterns in which "{}" stands for the next argument; "\{}" is a plain "{}", and a backslash
 * before that backslash makes it an argument again, as SLF4J has it. Arguments without a place are
 * left out, places without an argument stay as they are.
 */
class Patterns {
 public:
  /** Puts arguments into a pattern. */
  static std::string format(std::string_view pattern, std::span<const LogValue> arguments);
};

}  // namespace tandem::logger
