#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "tandem/logger/log_record.hpp"
#include "tandem/logger/read/log_record_cursor.hpp"

namespace tandem::logger {

/** Turns the bytes of records into records; keeps what a file defines. One for each file. */
class RecordDecoder {
 public:
  explicit RecordDecoder(std::string file) : file_(std::move(file)) {}

  /**
   * Decodes the record at which the cursor stands, and reports to the cursor if its parts do not
   * fit.
   *
   * @return none if it defines something, or does not fit
   */
  std::optional<LogRecord> decode(LogRecordCursor& cursor);

 private:
  class Reading;

  struct Pattern {
    std::string text;
    std::uint64_t signature;
  };

  bool define(Reading& reading);
  void fill(Reading& reading, LogRecord& record) const;
  void message(Reading& reading, LogRecord& record) const;

  std::string file_;
  std::map<std::int32_t, std::string> threads_;
  std::map<std::int32_t, std::string> loggers_;
  std::map<std::int32_t, Pattern> patterns_;
};

}  // namespace tandem::logger
