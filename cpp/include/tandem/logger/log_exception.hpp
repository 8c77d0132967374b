#pragma once

#include <stdexcept>

namespace tandem::logger {

/** Log files cannot be read or written; the message names the file and what was to be done. */
class LogException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tandem::logger
