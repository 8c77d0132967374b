#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tandem/logger/append/defined_name.hpp"
#include "tandem/logger/append/descriptor_table.hpp"
#include "tandem/logger/format/arguments.hpp"
#include "tandem/logger/log_extras.hpp"
#include "tandem/logger/log_level.hpp"

namespace tandem::logger {

class LogStore;
struct ThreadContext;

/**
 * Writes the records of one logger; any thread may call it. A call returns true once its record
 * would survive the death of the process; false if the level is not enabled, or if the record was
 * dropped, which is counted by level (LogMetrics::drops). It never throws. It waits for a segment
 * at most for the bound of the configuration, and allocates nothing once its thread and its pattern
 * are known.
 *
 *   log.log(LogLevel::kInfo, "filled {} at {}", lots, price);
 *
 * In patterns, "{}" stands for the next argument. Pattern and argument types are written once a
 * file; the text is made when the file is read. Texts are UTF-8.
 */
class LogWriter {
 public:
  LogWriter(LogStore& store, std::string name, std::int32_t id,
            std::atomic<std::int32_t>& descriptorIds, LogLevel level)
      : store_(store), name_{id, std::move(name)}, descriptors_(descriptorIds), level_(level) {}

  const std::string& name() const { return name_.name; }

  /** Whether records of this level are written; those of OFF never are. */
  bool isEnabled(LogLevel level) const {
    return level >= level_.load(std::memory_order_relaxed) && level != LogLevel::kOff;
  }

  /** Sets the least level that is written; other threads see it soon. */
  void setLevel(LogLevel level) { level_.store(level, std::memory_order_relaxed); }

  /** Writes a text as it is. */
  bool log(LogLevel level, std::string_view message) noexcept {
    return isEnabled(level) && writeText(level, message, nullptr);
  }

  /** Writes a pattern and what stands in its places: numbers, texts, bool, char, nullptr. */
  template <typename... Values>
  bool log(LogLevel level, std::string_view pattern, const Values&... values) noexcept {
    static_assert(sizeof...(Values) <= ArgumentType::MOST, "a record has at most 15 arguments");
    if (!isEnabled(level)) {
      return false;
    }
    const Argument arguments[] = {Argument(values)...};
    return write(level, pattern, arguments, nullptr);
  }

  /** A text with what may be beside it. */
  bool logEvent(LogLevel level, std::string_view message, const LogExtras& extras) noexcept {
    return isEnabled(level) && writeText(level, message, &extras);
  }

  /**
   * A pattern with what may be beside it.
   *
   * @param arguments at most 15; those behind are left out
   */
  bool logEvent(LogLevel level, std::string_view pattern, std::span<const Argument> arguments,
                const LogExtras& extras) noexcept {
    return isEnabled(level) && write(level, pattern, arguments, &extras);
  }

 private:
  friend class LogStore;

  bool write(LogLevel level, std::string_view pattern, std::span<const Argument> arguments,
             const LogExtras* extras) noexcept;
  bool writeText(LogLevel level, std::string_view message, const LogExtras* extras) noexcept;
  bool finish(ThreadContext& context, LogLevel level, Descriptor* descriptor,
              const LogExtras* extras);

  LogStore& store_;
  DefinedName name_;
  DescriptorTable descriptors_;
  std::atomic<LogLevel> level_;
};

}  // namespace tandem::logger
