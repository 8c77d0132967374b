#include "tandem/wal/format/record_scanner.hpp"

#include <algorithm>

namespace tandem::wal {
namespace {

/** More records than any tail that was not synced can hold. */
constexpr std::int64_t kLookAhead = 1LL << 32;

/** What is looked through for zeros at once. */
constexpr std::int64_t kZeroBytes = 16 << 10;

}  // namespace

void RecordScanner::look(const SegmentImage& image) {
  window_.look(image);
  seed_ = image.header.seed();
  limit_ = image.bytes;
}

bool RecordScanner::isWholeAt(std::int64_t at) {
  if (limit_ - at < RecordFormat::HEADER_BYTES) {
    return false;
  }
  const std::int32_t size = lengthAt(at);
  return size >= RecordFormat::HEADER_BYTES && size <= limit_ - at &&
         RecordFormat::aligned(size) <= limit_ - at;
}

std::uint32_t RecordScanner::sumAt(std::int64_t at) {
  const std::int64_t end = at + alignedLengthAt(at);
  Checksum sum;
  // Part by part: what only looks like a long record is not to take its length in memory.
  for (std::int64_t part = at + RecordFormat::LENGTH; part < end;
       part += SegmentWindow::MOST_BYTES) {
    const std::int64_t partEnd = std::min(end, part + SegmentWindow::MOST_BYTES);
    sum.add(Bytes(window_.place(part, partEnd), static_cast<std::size_t>(partEnd - part)));
  }
  return sum.value() ^ seed_;
}

bool RecordScanner::isValidAt(std::int64_t at, std::int64_t least) {
  if (!isWholeAt(at)) {
    return false;
  }
  const std::int64_t found = sequenceAt(at);
  if (least >= 0 && (found < least || found - least > kLookAhead)) {
    return false;
  }
  return sumAt(at) == storedAt(at);
}

std::int64_t RecordScanner::nextNotZero(std::int64_t at) {
  constexpr std::int64_t kWord = sizeof(std::uint64_t);
  std::int64_t place = at;
  while (place < limit_) {
    const std::int64_t end = std::min(limit_, place + kZeroBytes);
    const std::byte* part = window_.place(place, end);
    // A word at a time: most of a prepared segment is zero.
    for (; end - place >= kWord; place += kWord, part += kWord) {
      if (numberAt<std::uint64_t>(part) != 0) {
        return place;
      }
    }
    if (std::any_of(part, part + (end - place),
                    [](std::byte each) { return each != std::byte{0}; })) {
      return place;
    }
    place = end;
  }
  return limit_;
}

}  // namespace tandem::wal
