#pragma once

#include <array>
#include <cstdint>

#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/format/words.hpp"

namespace tandem::wal {

/** What a mark says. */
struct Mark {
  std::int8_t type;
  /** Of the record that follows. */
  std::int64_t sequence;
  /** In ns since 1970. */
  std::int64_t timestamp;
  /** Highest sequence that was synced; -1 none. */
  std::int64_t synced;
  /** Checksum of the mark before, as it is stored; 0 in the first one of a log. */
  std::uint32_t chain;

  /**
   * Writes its 40 bytes to a place.
   *
   * @param seed of the segment
   * @return its checksum, as it is stored: what the next mark is chained to
   */
  std::uint32_t encode(std::byte* target, std::uint32_t seed) const;
};

/** Room for one mark. One thread at a time. */
class MarkBuffer {
 public:
  std::byte* data() { return bytes_.data(); }
  Bytes bytes() const { return bytes_; }

 private:
  std::array<std::byte, RecordFormat::MARK_BYTES> bytes_{};
};

}  // namespace tandem::wal
