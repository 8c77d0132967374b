#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "tandem/logger/log_record.hpp"

namespace tandem::logger {

/** Which records to show; every condition that is set must hold. */
struct LogFilter {
  /** Least time, ns since 1970. */
  std::int64_t from = std::numeric_limits<std::int64_t>::min();
  /** All times are less than this. */
  std::int64_t to = std::numeric_limits<std::int64_t>::max();
  std::optional<LogLevel> level{};
  /** Name or the beginning of one, up to a dot. */
  std::optional<std::string> logger{};
  std::optional<std::string> thread{};
  /** Is found in the message or the stack trace, as it is. */
  std::optional<std::string> text{};

  bool test(const LogRecord& record) const {
    return record.time >= from && record.time < to && (!level || record.level >= *level) &&
           (!logger || isUnder(record.logger)) && (!thread || record.thread == *thread) &&
           (!text || has(record.message) || (record.thrown && has(*record.thrown)));
  }

 private:
  bool isUnder(const std::string& name) const {
    return name.starts_with(*logger) &&
           (name.size() == logger->size() || name[logger->size()] == '.');
  }
  bool has(const std::string& part) const { return part.find(*text) != std::string::npos; }
};

}  // namespace tandem::logger
