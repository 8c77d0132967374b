#pragma once

#include <cstdint>
#include <optional>

#include "tandem/wal/format/words.hpp"

namespace tandem::wal {

/**
 * Which segments a log has: it distinguishes a lost segment from one that was deleted on purpose or
 * never existed. Its file holds two copies, at 0 and at 4096, so that one is whole whenever the
 * power fails.
 *
 *     at  bytes
 *      0  8  magic       "TNDMEXT" and a zero
 *      8  4  version     1
 *     12  4  zero
 *     16  8  log id
 *     24  8  generation  one more with each change; of two copies the higher counts
 *     32  8  first       number of the oldest segment that is kept
 *     40  8  last        number of a segment that was begun; one less than first if none was
 *     48 12  zero
 *     60  4  checksum    CRC-32C of the bytes before
 *
 * Segments below first are leftovers. Those from first to last are there for certain; what follows
 * last is known by how each segment ends.
 */
struct LogExtent {
  /** Where the second copy begins: no device tears so much at once. */
  static constexpr std::int64_t COPY_BYTES = 4'096;
  static constexpr std::int64_t FILE_BYTES = 2 * COPY_BYTES;
  static constexpr std::int64_t BYTES = 64;

  std::int64_t logId = 0;
  std::int64_t generation = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  /** Which of the two it was read from. */
  int copy = 0;

  /** That of a log without records. */
  static LogExtent ofNew(std::int64_t logId) { return {logId, 1, 1, 0, 0}; }

  LogExtent changed(std::int64_t newFirst, std::int64_t newLast) const {
    return {logId, generation + 1, newFirst, newLast, copy};
  }

  /** Writes all 64 bytes to a place. */
  void encode(std::byte* target) const;

  /**
   * Reads one copy.
   *
   * @param file all bytes of the file
   * @return nothing if the copy is not whole
   * Throws WalCorruptedException if it is of a version that is not known.
   */
  static std::optional<LogExtent> decode(Bytes file, int copy);

  bool operator==(const LogExtent& other) const;
};

}  // namespace tandem::wal
