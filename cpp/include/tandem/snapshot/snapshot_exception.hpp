#pragma once

#include <stdexcept>

namespace tandem::snapshot {

/** A snapshot is damaged or could not be written; the message names the file and what is wrong. */
class SnapshotException : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tandem::snapshot
