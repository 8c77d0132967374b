#include "tandem/logger/format/record_checksum.hpp"

#include <bit>

#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/format/segment_layout.hpp"

namespace tandem::logger {
namespace {

// The odd constants of the finalizers of SplitMix64 and of MurmurHash3.
constexpr std::uint64_t A = 0x9E3779B97F4A7C15U;
constexpr std::uint64_t B = 0xBF58476D1CE4E5B9U;
constexpr std::uint64_t C = 0x94D049BB133111EBU;
constexpr std::uint64_t D = 0xFF51AFD7ED558CCDU;

std::uint64_t step(std::uint64_t lane, std::uint64_t word) {
  return std::rotl((lane ^ word) * A, 29);
}

/** @param take gives the word at an offset */
template <typename Take>
std::uint64_t sum(std::int64_t bytes, std::int32_t length, Take&& take) {
  // The length as Java widens it; only a damaged one is negative.
  std::uint64_t a = A ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(length));
  std::uint64_t b = B;
  std::uint64_t c = C;
  std::uint64_t d = D;
  std::int64_t at = 0;
  for (; at + 32 <= bytes; at += 32) {
    a = step(a, take(at));
    b = step(b, take(at + 8));
    c = step(c, take(at + 16));
    d = step(d, take(at + 24));
  }
  // At most three words are left: a lane each, so that none waits for another.
  if (at < bytes) {
    a = step(a, take(at));
  }
  if (at + 8 < bytes) {
    b = step(b, take(at + 8));
  }
  if (at + 16 < bytes) {
    c = step(c, take(at + 16));
  }
  return (a ^ std::rotl(b, 13)) * B + (c ^ std::rotl(d, 13)) * D;
}

}  // namespace

std::uint64_t RecordChecksum::copy(const std::byte* from, std::int64_t bytes, std::int32_t length,
                                   std::byte* to) {
  return sum(bytes, length, [from, to](std::int64_t at) {
    const auto word = SegmentLayout::get<std::uint64_t>(from + at);
    SegmentLayout::word<std::uint64_t>(to + at).store(word, std::memory_order_relaxed);
    return word;
  });
}

std::uint64_t RecordChecksum::of(const std::byte* from, std::int64_t bytes, std::int32_t length) {
  return sum(bytes, length,
             [from](std::int64_t at) { return SegmentLayout::get<std::uint64_t>(from + at); });
}

std::int32_t RecordChecksum::at(std::uint64_t body, std::uint64_t fileId, std::int64_t offset) {
  const std::uint64_t folded = mix(body ^ fileId ^ static_cast<std::uint64_t>(offset) * A);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(folded ^ folded >> 32));
}

std::int32_t RecordChecksum::expected(const std::byte* file, std::uint64_t fileId,
                                      std::int64_t offset, std::int32_t length) {
  const std::int64_t bytes = SegmentLayout::alignedLength(length) - RecordLayout::BODY_AT;
  return at(of(file + offset + RecordLayout::BODY_AT, bytes, length), fileId, offset);
}

std::uint64_t RecordChecksum::header(const std::byte* file) {
  std::uint64_t sum = 0;
  for (std::int64_t at = 0; at < SegmentLayout::HEADER_SUM_AT; at += 8) {
    sum = mix(sum ^ SegmentLayout::get<std::uint64_t>(file + at));
  }
  return sum;
}

std::uint64_t RecordChecksum::mix(std::uint64_t value) {
  std::uint64_t mixed = (value ^ value >> 30) * B;
  mixed = (mixed ^ mixed >> 27) * C;
  return mixed ^ mixed >> 31;
}

}  // namespace tandem::logger
