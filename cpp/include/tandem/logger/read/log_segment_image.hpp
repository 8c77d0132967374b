#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tandem/logger/format/overrun_claims.hpp"
#include "tandem/logger/log_damage.hpp"
#include "tandem/logger/read/plain_bytes.hpp"

namespace tandem::logger {

/**
 * All that is left of a segment, as one stretch of memory, and what its header says. A copy, so
 * that no file that shrinks under a reader can hurt it.
 */
struct LogSegmentImage {
  /** For messages, and for the records. */
  std::string file;
  PlainBytes bytes;
  /** Claims that the segment had; -1 if that is not known exactly. */
  std::int64_t claims = -1;
  /** None unless claims ended beyond the segment and nothing has closed it. */
  std::optional<OverrunClaims> passed{};
  /** Where what was claimed ends, as far as there are bytes. */
  std::int64_t end = 0;
  /** Whether the last claims may be those of a segment that was not filled. */
  bool endKnown = true;
  bool closed = true;
  std::uint64_t fileId = 0;
  std::vector<LogDamage> damage{};

  /**
   * Reads the header of a segment, and finds where its records end.
   *
   * @param counting whether records are only to be counted, so that they may be sealed
   * Throws LogException if its records are sealed one by one.
   */
  static LogSegmentImage open(const std::string& file, PlainBytes bytes, bool counting = false);

  /** This image as if no claim had ended beyond an offset. */
  LogSegmentImage upTo(std::int64_t offset) &&;
};

}  // namespace tandem::logger
