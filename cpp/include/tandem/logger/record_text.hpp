#pragma once

#include <string>

#include "tandem/logger/log_record.hpp"

namespace tandem::logger {

/** Records for people and for programs: one line of text, or one line of JSON. */
class RecordText {
 public:
  /**
   * Time, level, thread, logger, message and what else there is, without a line end. Line ends and
   * other control characters within, also those of the direction of writing, are shown as escapes,
   * so that a record is one line, cannot pass itself off as two, and reads in its order.
   */
  static std::string line(const LogRecord& record);

  /** One JSON object; fields that have nothing are left out. */
  static std::string json(const LogRecord& record);
};

}  // namespace tandem::logger
