#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tandem/logger/log_level.hpp"
#include "tandem/logger/retention_policy.hpp"
#include "tandem/logger/sync_policy.hpp"

namespace tandem::logger {

/** What a call does while no segment is ready. */
enum class OverflowPolicy {
  /** It waits, no longer than its bound; then its record is dropped and counted. */
  BLOCK,
  /** It drops its record at once, and counts it. */
  DROP
};

/** How a LogStore works. LogStore::open refuses what is out of its bounds. */
struct LogStoreConfig {
  /** First part of the file names: letters, digits, dot, underscore and dash. */
  std::string name = "log";

  /** Bytes of a segment, which is a file: 64 KiB to 4 GiB, a multiple of 4,096. */
  std::int64_t segmentSize = 64 << 20;

  /** Segments kept ready beside the one in use, 1 to 64. */
  int segmentsAhead = 2;

  /** A segment with records is closed after this time, seen every 20 ms; none: its size closes it.
   */
  std::optional<std::chrono::milliseconds> rotateEvery{};

  /** Which closed files are kept; looked at when one is closed, and each second. */
  RetentionPolicy retention{};

  /** When records are made to survive the machine. An interval is seen every 20 ms. */
  SyncPolicy sync{};

  OverflowPolicy overflow = OverflowPolicy::BLOCK;

  /** No call waits longer than this for a segment. */
  std::chrono::nanoseconds blockBound = std::chrono::milliseconds(100);

  /** After a segment could not be made, the next attempt. */
  std::chrono::nanoseconds retryInterval = std::chrono::milliseconds(250);

  /** Threshold of new writers. */
  LogLevel level = LogLevel::kTrace;

  /** How long the close waits for a call that has claimed a place and not filled it. */
  std::chrono::nanoseconds lastWriters = std::chrono::seconds(5);

  /**
   * Is called with what fails, once until it is over, and of room that is there again; mostly on a
   * thread of the store, so it must not close the store. Empty: a line on the standard error
   * output.
   */
  std::function<void(const std::string&)> onFailure{};

  /** The same, once it was looked at. Throws std::invalid_argument. */
  LogStoreConfig checked() const;

  /** Calls the listener; if it throws, the store's thread must not end. */
  void report(const std::string& text) const;

  /** The most bytes that one record may have; longer texts are cut, and marked so. */
  std::int64_t maxRecord() const;
};

}  // namespace tandem::logger
