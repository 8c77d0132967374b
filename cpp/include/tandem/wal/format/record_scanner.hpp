#pragma once

#include <cstdint>

#include "tandem/wal/format/checksum.hpp"
#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/format/segment_window.hpp"
#include "tandem/wal/format/words.hpp"

namespace tandem::wal {

/**
 * What lies at the places of a segment, taken for records or marks. Places are bytes from the
 * beginning of the file, divisible by 8. One thread at a time.
 *
 * All throw UnreadableException where the file cannot be read.
 */
class RecordScanner {
 public:
  RecordScanner() = default;
  explicit RecordScanner(const SegmentImage& image) { look(image); }

  /** Turns to a segment. */
  void look(const SegmentImage& image);

  /** Whether something with a plausible length lies wholly within the file. */
  bool isWholeAt(std::int64_t at);

  /** The checksum that something whole should have. */
  std::uint32_t sumAt(std::int64_t at);

  /**
   * Whether a valid record or mark is at a place, with a sequence of at least this one, and not far
   * from it.
   *
   * @param least -1 for any
   */
  bool isValidAt(std::int64_t at, std::int64_t least);

  bool isMarkValidAt(std::int64_t at) {
    return isWholeAt(at) && isMarkAt(at) && sumAt(at) == storedAt(at);
  }

  bool isMarkAt(std::int64_t at) {
    return RecordFormat::isMark(typeAt(at)) && lengthAt(at) == RecordFormat::MARK_BYTES;
  }

  bool isZeroAt(std::int64_t at) { return wordAt<std::uint64_t>(at) == 0; }

  /** The first word that is not zero, from a place on; the limit if there is none. */
  std::int64_t nextNotZero(std::int64_t at);

  std::int64_t sequenceAt(std::int64_t at) {
    return RecordFormat::sequenceOf(wordAt<std::uint64_t>(at + RecordFormat::TYPE_AND_SEQUENCE));
  }

  /** The checksum that is stored at a place. */
  std::uint32_t storedAt(std::int64_t at) {
    return wordAt<std::uint32_t>(at + RecordFormat::CHECKSUM);
  }

  std::int8_t typeAt(std::int64_t at) {
    return RecordFormat::typeOf(wordAt<std::uint64_t>(at + RecordFormat::TYPE_AND_SEQUENCE));
  }

  std::int32_t lengthAt(std::int64_t at) { return wordAt<std::int32_t>(at + RecordFormat::LENGTH); }

  std::int32_t alignedLengthAt(std::int64_t at) { return RecordFormat::aligned(lengthAt(at)); }

  /** What the mark at a place says was synced before it. */
  std::int64_t syncedAt(std::int64_t at) {
    return wordAt<std::int64_t>(at + RecordFormat::MARK_SYNCED);
  }

  /** The checksum of the mark before the one at a place. */
  std::uint32_t chainAt(std::int64_t at) {
    return wordAt<std::uint32_t>(at + RecordFormat::MARK_CHAIN);
  }

  std::int64_t timestampAt(std::int64_t at) {
    return wordAt<std::int64_t>(at + RecordFormat::TIMESTAMP);
  }

  /** Length of the file. */
  std::int64_t limit() const { return limit_; }

 protected:
  template <typename Number>
  Number wordAt(std::int64_t at) {
    return numberAt<Number>(window_.place(at, at + static_cast<std::int64_t>(sizeof(Number))));
  }

  SegmentWindow window_;
  std::uint32_t seed_ = 0;
  std::int64_t limit_ = 0;
};

}  // namespace tandem::wal
