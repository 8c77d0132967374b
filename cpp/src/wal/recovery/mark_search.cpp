#include "tandem/wal/recovery/mark_search.hpp"

#include "tandem/wal/format/record_scanner.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {

std::int64_t MarkSearch::before(std::int64_t sequence) const {
  const auto entry = table_.of(sequence);
  if (!entry || entry->firstSequence > sequence) {
    return UNKNOWN;
  }
  return within(SegmentImage::of(entry->path, entry->number), sequence);
}

std::int64_t MarkSearch::within(const SegmentImage& image, std::int64_t sequence) {
  RecordScanner places(image);
  std::int64_t at = SegmentHeader::BYTES;
  std::int64_t mark = -1;
  while (places.isWholeAt(at)) {
    if (places.isMarkAt(at)) {
      mark = at;
    } else if (places.sequenceAt(at) == sequence) {
      if (mark >= 0 && places.isMarkValidAt(mark) && places.isValidAt(at, sequence)) {
        return places.storedAt(mark);
      }
      break;
    }
    at += places.alignedLengthAt(at);
  }
  throw WalCorruptedException(image.name(), at, sequence,
                              "a way to the record over sound lengths and marks", "none");
}

}  // namespace tandem::wal
