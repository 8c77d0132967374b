#pragma once

#include <stdexcept>

namespace tandem::journal {

/** The log or the snapshots of an exchange cannot be made sense of, or the log has failed. */
class JournalException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tandem::journal
