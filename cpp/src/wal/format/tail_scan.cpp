#include "tandem/wal/format/tail_scan.hpp"

#include <algorithm>

#include "tandem/wal/format/record_scanner.hpp"

namespace tandem::wal {

void TailScan::over(const SegmentImage& image, std::int64_t from) {
  constexpr std::int64_t kWord = sizeof(std::uint64_t);
  RecordScanner places(image);
  const std::int64_t end = places.limit() - RecordFormat::HEADER_BYTES;
  std::int64_t at = from;
  std::int64_t lastEnd = from;
  while (at <= end) {
    if (places.isZeroAt(at)) {
      at = places.nextNotZero(at);
      continue;
    }
    if (!places.isValidAt(at, expected_)) {
      at += kWord;
      continue;
    }
    const bool mark = places.isMarkAt(at);
    if (mark && places.syncedAt(at) >= std::max<std::int64_t>(expected_, 0)) {
      proof_ = "but the mark at " + image.name() + ", offset " + std::to_string(at) +
               " proves that it was synced up to sequence " + std::to_string(places.syncedAt(at));
      return;
    }
    const std::int64_t sequence = places.sequenceAt(at);
    lastSequence_ = std::max(lastSequence_, mark ? sequence - 1 : sequence);
    lastMark_ = mark ? sequence : lastMark_;
    at += places.alignedLengthAt(at);
    lastEnd = at;
  }
  bytes_ += lastEnd - from;
}

std::string TailScan::doubt(const SegmentHeader& place) const {
  return place.syncsOnRequest && lastMark_ >= 0
             ? "batches follow, the last one from sequence " + std::to_string(lastMark_) +
                   " on: only a loss of power leaves that, otherwise it is damage"
             : "";
}

}  // namespace tandem::wal
