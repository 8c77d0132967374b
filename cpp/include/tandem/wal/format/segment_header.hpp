#pragma once

#include <cstdint>
#include <string>

#include "tandem/wal/format/words.hpp"

namespace tandem::wal {

/**
 * The first 64 bytes of a segment file, little-endian. It is forced to the device, and so is the
 * file's name, before the first record is written, so an invalid header is always damage.
 *
 *     at  bytes
 *      0  8  magic          "TNDMWAL" and a zero
 *      8  4  version        1
 *     12  4  checksum kind  1: CRC-32C
 *     16  8  log id         drawn when the log is created
 *     24  8  epoch          one more each time the log is opened
 *     32  8  number         of the segment, in the order of the log, from 1
 *     40  8  file bytes     as made; a closed segment may be shorter
 *     48  8  created        ns since 1970
 *     56  4  syncs          0: before anything is answered; 1: only on request
 *     60  4  checksum       CRC-32C of the bytes before
 */
struct SegmentHeader {
  static constexpr std::int64_t BYTES = 64;
  static constexpr std::uint32_t VERSION = 1;

  std::int64_t logId = 0;
  std::int64_t epoch = 0;
  std::int64_t number = 0;
  std::int64_t fileBytes = 0;
  std::int64_t createdNs = 0;
  bool syncsOnRequest = false;

  /** What the checksums of its records are xored with. */
  std::uint32_t seed() const;

  /** Writes all 64 bytes to a place. */
  void encode(std::byte* target) const;

  /**
   * Reads and checks it.
   *
   * @param source begins with the header, if it is so long
   * @param name of the file, for errors
   * Throws WalCorruptedException if it does not hold.
   */
  static SegmentHeader decode(Bytes source, const std::string& name);
};

}  // namespace tandem::wal
