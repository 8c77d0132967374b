#pragma once

#include "tandem/command/integers.hpp"

namespace tandem::snapshot {

/** A place in one particular log: what a snapshot stands on. */
struct LogPosition {
  /** What a mark is where there is no record. */
  static constexpr i64 kUnknownMark = -1;

  /** The log's own number, drawn when it was made. */
  i64 logId = 0;
  /** Of the last record included; -1: none. */
  i64 sequence = -1;
  /**
   * Checksum of the log's last mark before the record, which distinguishes one history of a log
   * from another.
   */
  i64 mark = kUnknownMark;

  bool operator==(const LogPosition&) const = default;

  /** A place from which on there is the whole log. */
  static LogPosition beginningOf(i64 logId) { return {logId, -1, kUnknownMark}; }
};

}  // namespace tandem::snapshot
