#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tandem::logger {

static_assert(std::endian::native == std::endian::little,
              "claims are added atomically in the file, which is little-endian");

/**
 * Where things are in a segment, and the memory order with which its words are read and written.
 *
 *   0 magic  8 version  12 header bytes  16 file id  24 number  32 pid  40 capacity  48 flags  56
 * sum 64 claim word: offset in the low 36 bits, claims above 128 claim word at closing  136 wiped
 * up to  144 put into use, ns 192 room for a sealing 512 records
 */
struct SegmentLayout {
  /** "TNDMLOG1", as its bytes stand in the file. */
  static constexpr std::uint64_t MAGIC = 0x31474F4C4D444E54U;
  static constexpr std::int32_t VERSION = 1;

  /** Bytes before the first record. */
  static constexpr std::int64_t HEADER_BYTES = 512;

  static constexpr std::int64_t MAGIC_AT = 0;
  static constexpr std::int64_t VERSION_AT = 8;
  static constexpr std::int64_t HEADER_BYTES_AT = 12;
  static constexpr std::int64_t FILE_ID_AT = 16;
  static constexpr std::int64_t NUMBER_AT = 24;
  static constexpr std::int64_t PID_AT = 32;
  static constexpr std::int64_t CAPACITY_AT = 40;
  static constexpr std::int64_t FLAGS_AT = 48;
  static constexpr std::int64_t HEADER_SUM_AT = 56;

  /** The claim word has a cache line of its own: all writers add to it. */
  static constexpr std::int64_t CLAIM_AT = 64;

  /** The claim word as it stood at the claim that closed the segment; 0 while it is open. */
  static constexpr std::int64_t CLOSED_AT = 128;

  /** Up to this offset the bytes were sealed elsewhere and wiped here. */
  static constexpr std::int64_t WIPED_AT = 136;

  /** Nanoseconds since 1970 at which the segment was put into use. */
  static constexpr std::int64_t BEGAN_AT = 144;

  /** Flag of the header: records are sealed one by one. */
  static constexpr std::uint64_t RECORDS_SEALED = 1;

  /** Flag of the header: what stands here is plain until it is sealed elsewhere. */
  static constexpr std::uint64_t TO_BE_SEALED = 2;

  /** Bits of the claim word that are the offset; the others count claims. */
  static constexpr int OFFSET_BITS = 36;
  static constexpr std::uint64_t OFFSET_MASK = (std::uint64_t{1} << OFFSET_BITS) - 1;
  static constexpr std::uint64_t ONE_CLAIM = std::uint64_t{1} << OFFSET_BITS;

  /** The claim word of a segment in which nothing is claimed. */
  static constexpr std::uint64_t UNCLAIMED = HEADER_BYTES;

  static constexpr std::int64_t MIN_CAPACITY = 1 << 16;

  /** So many of the smallest records are fewer than the claim word can count. */
  static constexpr std::int64_t MAX_CAPACITY = std::int64_t{1} << 32;

  static constexpr std::int64_t offsetOf(std::uint64_t claimWord) {
    return static_cast<std::int64_t>(claimWord & OFFSET_MASK);
  }
  static constexpr std::int64_t claimsOf(std::uint64_t claimWord) {
    return static_cast<std::int64_t>(claimWord >> OFFSET_BITS);
  }
  static constexpr std::int64_t alignedLength(std::int64_t length) { return (length + 7) & -8; }

  /** A number that no other thread writes now, at any address. */
  template <typename Number>
  static Number get(const std::byte* place) {
    Number number;
    std::memcpy(&number, place, sizeof number);
    return number;
  }
  template <typename Number>
  static void put(std::byte* place, Number number) {
    std::memcpy(place, &number, sizeof number);
  }

  /** A word of mapped memory that several threads use; its place is a multiple of its size. */
  template <typename Number>
  static std::atomic_ref<Number> word(std::byte* place) {
    static_assert(std::atomic_ref<Number>::is_always_lock_free);
    // The bytes are a file's: nothing in it was ever made as an object of another type.
    return std::atomic_ref<Number>(*reinterpret_cast<Number*>(place));
  }
};

}  // namespace tandem::logger
