#pragma once

#include <cstdint>

#include "tandem/wal/format/words.hpp"

namespace tandem::wal {

/**
 * CRC-32C (polynomial 0x1EDC6F41, reflected) of bytes that come in pieces: by the CPU's own
 * instruction where it has one (SSE 4.2, the CRC extension of ARM), else by tables of eight bytes.
 *
 * For one thread at a time. Nothing is allocated, and nothing fails.
 */
class Checksum {
 public:
  /** Of all of one piece. */
  static std::uint32_t of(Bytes bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
  }

  /** The same by the tables, whatever the CPU has: what tests compare with. */
  static std::uint32_t ofByTables(Bytes bytes);

  void begin() { state_ = ~0U; }
  void add(Bytes bytes);
  std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = ~0U;
};

}  // namespace tandem::wal
