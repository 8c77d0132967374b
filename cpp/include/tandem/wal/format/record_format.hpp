#pragma once

#include <cstdint>

namespace tandem::wal {

/**
 * Bytes of a record. All numbers are little-endian; a record begins at a multiple of 8 and is
 * padded with zeros to one.
 *
 *      0        4        8     9             16          24
 *     +--------+--------+-----+-------------+-----------+---------
 *     |checksum| length |type |  sequence   | timestamp | body ...
 *     +--------+--------+-----+-------------+-----------+---------
 *      4        4        1     7             8
 *
 * The checksum is CRC-32C of all bytes from 4 on, padding included, xor the segment's seed. The
 * length is that of header and body, without padding. The timestamp is in ns since 1970.
 *
 * Negative types belong to the log itself. All but VOID, which has used up a sequence as any
 * record, are marks, of 40 bytes; a mark's sequence is that of the next record:
 *
 *      24       32      36
 *     +--------+-------+------+
 *     | synced | chain | zero |
 *     +--------+-------+------+
 *      8        4       4
 *
 * synced is the highest sequence that was synced when the mark was written (-1 none), and chain the
 * checksum of the mark before it, as it is stored.
 */
struct RecordFormat {
  static constexpr std::int64_t CHECKSUM = 0;
  static constexpr std::int64_t LENGTH = 4;
  static constexpr std::int64_t TYPE_AND_SEQUENCE = 8;
  static constexpr std::int64_t TIMESTAMP = 16;
  static constexpr std::int64_t HEADER_BYTES = 24;

  static constexpr std::int64_t MARK_SYNCED = 24;
  static constexpr std::int64_t MARK_CHAIN = 32;
  static constexpr std::int64_t MARK_BYTES = 40;

  /** Begins a batch. */
  static constexpr std::int8_t BATCH = -1;
  /** Ends a segment; the next one exists, and the log continues in it. */
  static constexpr std::int8_t ROLL = -2;
  /** Takes the place of a record whose body could not be copied. */
  static constexpr std::int8_t VOID = -3;
  /** Ends a segment, and the log, until it is opened again. */
  static constexpr std::int8_t CLOSE = -4;

  static constexpr int SEQUENCE_SHIFT = 8;

  /**
   * A length rounded up to the next multiple of 8. What only looks like a length may wrap around
   * to a negative number, as it does in every implementation.
   */
  static constexpr std::int32_t aligned(std::int32_t length) {
    return static_cast<std::int32_t>((static_cast<std::uint32_t>(length) + 7U) & ~7U);
  }

  static constexpr std::uint64_t typeAndSequence(std::int8_t type, std::int64_t sequence) {
    return static_cast<std::uint64_t>(sequence) << SEQUENCE_SHIFT | static_cast<std::uint8_t>(type);
  }

  static constexpr std::int64_t sequenceOf(std::uint64_t word) {
    return static_cast<std::int64_t>(word >> SEQUENCE_SHIFT);
  }

  static constexpr std::int8_t typeOf(std::uint64_t word) {
    return static_cast<std::int8_t>(word & 0xFF);
  }

  static constexpr bool isMark(std::int8_t type) {
    return type == BATCH || type == ROLL || type == CLOSE;
  }

  /**
   * Mixed into all checksums of one segment of one opening: no other bytes that may lie there
   * match. The mix is the finalizer of MurmurHash3 (Austin Appleby).
   */
  static constexpr std::uint32_t seed(std::uint64_t logId, std::uint64_t epoch,
                                      std::uint64_t segment) {
    const std::uint64_t mixed = mix(mix(mix(logId) + epoch) + segment);
    return static_cast<std::uint32_t>(mixed ^ mixed >> 32);
  }

 private:
  static constexpr std::uint64_t mix(std::uint64_t value) {
    std::uint64_t z = value + 0x9E3779B97F4A7C15U;
    z = (z ^ z >> 33) * 0xFF51AFD7ED558CCDU;
    z = (z ^ z >> 33) * 0xC4CEB9FE1A85EC53U;
    return z ^ z >> 33;
  }
};

}  // namespace tandem::wal
