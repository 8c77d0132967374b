#pragma once

#include <cstdint>

#include "tandem/logger/format/record_layout.hpp"

namespace tandem::logger {

/**
 * The claim word of a segment whose claims have ended beyond it and that nothing has closed: its
 * process was killed while it was being closed, or the word that closes it is lost. It counts also
 * the claims that got no place: the claim that crosses the segment's end, and all later ones.
 */
struct OverrunClaims {
  /** The offset in the word: where the segment begins, and the sizes of all claims. */
  std::int64_t claimed;
  std::int64_t claims;
  /** Bytes of the segment. */
  std::int64_t capacity;

  /** How many claims can have had their places in so many bytes. */
  static std::int64_t mostIn(std::int64_t bytes) { return bytes / RecordLayout::HEADER_BYTES; }

  /**
   * Whether a claim that was not committed had its place behind the last record. Says it only where
   * nothing else is possible: if none had, the first of the claims without a record ended a word
   * beyond the segment at least, and each further one added the smallest record at least.
   *
   * @param committed records in the segment
   * @param before the most claims that may have had their places in gaps before the last record
   */
  bool provesLossBehind(std::int64_t committed, std::int64_t before) const {
    const std::int64_t beyond = claims - committed - before - 1;
    return claimed < capacity + 8 + beyond * RecordLayout::HEADER_BYTES;
  }

  /** The most records that the segment can have. */
  std::int64_t places() const { return claims - 1; }
};

}  // namespace tandem::logger
