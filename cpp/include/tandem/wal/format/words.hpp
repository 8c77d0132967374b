#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace tandem::wal {

using Bytes = std::span<const std::byte>;

static_assert(std::endian::native == std::endian::little, "a log's numbers are read as they lie");

/** A number at any address, aligned or not: a log's records lie wherever a buffer has them. */
template <typename Number>
inline Number numberAt(const std::byte* place) {
  Number number;
  std::memcpy(&number, place, sizeof number);
  return number;
}

/** Writes a number at any address. */
template <typename Number>
inline void putNumber(std::byte* place, Number number) {
  std::memcpy(place, &number, sizeof number);
}

/** Lower-case hexadecimal digits without leading zeros, behind "0x". */
std::string hex(std::uint64_t value);

}  // namespace tandem::wal
