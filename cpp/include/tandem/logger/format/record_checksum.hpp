#pragma once

#include <cstddef>
#include <cstdint>

namespace tandem::logger {

/**
 * The checksum of a record: four lanes of multiply and rotate over its 64-bit words, folded
 * together with the file's id and the record's offset, so that a record which stands in another
 * file or at another place is not taken for one. Not cryptographic.
 */
class RecordChecksum {
 public:
  /**
   * Sums a record's body and copies it on the way, word by word: a thread of the store may add 0 to
   * a word of it meanwhile, and nobody reads it before its length is published.
   *
   * @param bytes of the body, a multiple of 8
   * @param length of the record
   * @param to aligned to 8, in mapped memory
   */
  static std::uint64_t copy(const std::byte* from, std::int64_t bytes, std::int32_t length,
                            std::byte* to);

  /** The same sum over a body at any address. */
  static std::uint64_t of(const std::byte* from, std::int64_t bytes, std::int32_t length);

  /** The 32 bits that a record of this body has at this place. */
  static std::int32_t at(std::uint64_t body, std::uint64_t fileId, std::int64_t offset);

  /** The sum that a record of this length must have which stands here in a file. */
  static std::int32_t expected(const std::byte* file, std::uint64_t fileId, std::int64_t offset,
                               std::int32_t length);

  /** The sum of a header's words that never change. */
  static std::uint64_t header(const std::byte* file);

  /** The finalizer of SplitMix64. */
  static std::uint64_t mix(std::uint64_t value);
};

}  // namespace tandem::logger
