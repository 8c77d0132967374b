#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tandem/logger/format/argument_type.hpp"
#include "tandem/logger/log_level.hpp"

namespace tandem::logger {

/** An argument or a value as it was logged. */
struct LogValue {
  /** Of ArgumentType; NULL_VALUE for every type that is not known. */
  int type = ArgumentType::NULL_VALUE;
  std::uint64_t bits = 0;
  /** Of a STRING. */
  std::string chars;

  /** As the program in Java prints it. Half of a surrogate pair is the three bytes of its code. */
  std::string text() const;
};

/**
 * One record as it was read. Texts are UTF-8; bytes that are none were replaced by U+FFFD, as many
 * times as in Java.
 */
struct LogRecord {
  /** The file that has the record. */
  std::string file;
  /** Of the record in its segment. */
  std::int64_t offset = 0;
  /** ns since 1970. */
  std::int64_t time = 0;
  LogLevel level = LogLevel::kError;
  /** Name of the thread, "thread-N" if the file does not say. */
  std::string thread;
  /** Low half of the thread's id. */
  std::int32_t threadId = 0;
  /** Name of the logger, "logger-N" if the file does not say. */
  std::string logger;
  /** The text; of a structured record, made from its pattern and arguments. */
  std::string message;
  /** None if the record is a plain text. */
  std::optional<std::string> pattern;
  /** Of the pattern, as they were logged. */
  std::vector<LogValue> arguments;
  /** Stack trace; none if there is none. */
  std::optional<std::string> thrown;
  /** MDC, in the order in which it was written. */
  std::vector<std::pair<std::string, std::string>> context;
  std::vector<std::string> markers;
  /** Keys and values, in order: key, value, key, value. */
  std::vector<LogValue> keyValues;
  /** Whether something was too long and was cut. */
  bool cut = false;
  /** Records that the store dropped before this one, by level; none for a record of a caller. */
  std::optional<std::vector<std::int64_t>> dropped;
};

}  // namespace tandem::logger
