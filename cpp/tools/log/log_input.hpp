#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tandem/logger/log_filter.hpp"
#include "tandem/logger/log_reader.hpp"

namespace tandem::tool {

/** What a command on log files was called with. */
struct LogInput {
  /** As the program in Java prints paths: without empty names. */
  std::vector<std::string> files;
  logger::LogFilter filter;
  bool json = false;
  bool follow = false;
  bool count = false;
  std::int64_t lines = 10;

  /**
   * Reads the words behind a command.
   *
   * @param command which says what options are taken
   * Throws UsageException; BadInputException for what only the program in Java does.
   */
  static LogInput parse(std::string_view command, std::span<const std::string> words);

  /** Refuses files that are not there, by BadInputException. */
  void checkFiles() const;

  /** The same, and directories without log files: a wrong one must not pass for a sound log. */
  void checkLogs() const;

  std::string text(const logger::LogRecord& record) const;
};

/** Reports what is not a record; true if there was anything. */
bool reportDamage(const logger::LogReader& reader);

}  // namespace tandem::tool
