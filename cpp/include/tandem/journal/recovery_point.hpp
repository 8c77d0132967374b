#pragma once

#include <limits>

#include "tandem/command/integers.hpp"

namespace tandem::journal {

/** A point in the life of a log; by default its end. */
struct RecoveryPoint {
  static constexpr i64 kAny = std::numeric_limits<i64>::max();

  /** Of the last record before it; kAny for the end of the log. */
  i64 sequence = kAny;
  /** Time of the last record before it, ns since the epoch, by the log's clock; kAny for any. */
  i64 timestampNs = kAny;

  /** Behind this record of the log. */
  static constexpr RecoveryPoint record(i64 sequence) { return {sequence, kAny}; }
  /** Behind the last record that was appended at this time or before. */
  static constexpr RecoveryPoint time(i64 timestampNs) { return {kAny, timestampNs}; }
};

}  // namespace tandem::journal
