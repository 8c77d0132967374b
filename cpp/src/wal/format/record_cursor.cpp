#include "tandem/wal/format/record_cursor.hpp"

#include <algorithm>

namespace tandem::wal {

void RecordCursor::enter(const SegmentImage& image) {
  passedBytes_ += next_ - SegmentHeader::BYTES;
  latestTimestamp_ = latestTimestamp();
  hasRecord_ = false;
  next_ = SegmentHeader::BYTES;
  unproven_ = next_;
  lastMark_ = -1;
  look(image);
}

RecordCursor::Step RecordCursor::next() {
  Step step;
  if (!nextOrPassed(step)) {
    lookAgain();
    if (!nextOrPassed(step)) {
      return Step::BAD;
    }
  }
  return step;
}

/**
 * A writer overwrites the mark that it left at rest, which may be the last one, by its next mark.
 */
void RecordCursor::lookAgain() {
  window_.forget();
  if (lastMark_ < 0) {
    return;
  }
  if (next_ == lastMark_ + RecordFormat::MARK_BYTES) {
    next_ = lastMark_;
    lastMark_ = -1;
    chain_ = chainBefore_;
    chainKnown_ = chainKnownBefore_;
    marks_--;
  } else if (isMarkValidAt(lastMark_) &&
             (!chainKnownBefore_ || chainAt(lastMark_) == chainBefore_)) {
    chain_ = storedAt(lastMark_);
  }
}

/** Steps over the log's own records; false at a bad place. */
bool RecordCursor::nextOrPassed(Step& step) {
  while (true) {
    if (nextRecord()) {
      step = Step::RECORD;
      return true;
    }
    if (!nextOther(step)) {
      return false;
    }
    if (step == Step::ENDED) {
      return true;
    }
  }
}

bool RecordCursor::nextRecord() {
  const std::int64_t at = next_;
  const std::int64_t room = limit_ - at;
  if (room < RecordFormat::HEADER_BYTES) {
    return false;
  }
  const std::byte* place = window_.place(at, at + RecordFormat::HEADER_BYTES);
  const auto first = numberAt<std::uint64_t>(place);
  const auto second = numberAt<std::uint64_t>(place + RecordFormat::TYPE_AND_SEQUENCE);
  const auto size = static_cast<std::int32_t>(first >> 32);
  if (size < RecordFormat::HEADER_BYTES || size > room) {
    return false;
  }
  const std::int64_t end = at + RecordFormat::aligned(size);
  if (end > limit_ || expected_ < 0 || RecordFormat::sequenceOf(second) != expected_ ||
      RecordFormat::typeOf(second) < 0 || !isSoundAt(at, end, first, second)) {
    return false;
  }
  copy_ = window_.place(at, end);
  timestamp_ = numberAt<std::int64_t>(copy_ + RecordFormat::TIMESTAMP);
  offset_ = at;
  length_ = size;
  sequence_ = expected_++;
  type_ = RecordFormat::typeOf(second);
  next_ = end;
  records_++;
  hasRecord_ = true;
  return true;
}

/** Copies all of a record, and checks the copy. */
bool RecordCursor::isSoundAt(std::int64_t at, std::int64_t end, std::uint64_t first,
                             std::uint64_t second) {
  const auto stored = static_cast<std::uint32_t>(first);
  if (end - at > SegmentWindow::MOST_BYTES && sumAt(at) != stored) {
    return false;
  }
  const std::byte* place = window_.place(at, end);
  // It may have been copied anew, and be another one.
  if (numberAt<std::uint64_t>(place) != first ||
      numberAt<std::uint64_t>(place + RecordFormat::TYPE_AND_SEQUENCE) != second) {
    return false;
  }
  const Bytes summed(place + RecordFormat::LENGTH,
                     static_cast<std::size_t>(end - at - RecordFormat::LENGTH));
  return (Checksum::of(summed) ^ seed_) == stored;
}

/** What is not simply the next record: something of the log's own; false if nothing valid. */
bool RecordCursor::nextOther(Step& step) {
  const std::int64_t at = next_;
  if (!isWholeAt(at)) {
    return false;
  }
  const std::int8_t kind = typeAt(at);
  const std::int64_t found = sequenceAt(at);
  const std::int64_t end = at + alignedLengthAt(at);
  const std::uint32_t stored = storedAt(at);
  if ((found != expected_ && expected_ >= 0) || sumAt(at) != stored) {
    return false;
  }
  // Not ENDED: its owner does not see it.
  step = Step::RECORD;
  if (kind == RecordFormat::VOID && expected_ >= 0) {
    expected_ = found + 1;
    next_ = end;
    return true;
  }
  if (!isMarkAt(at) || (chainKnown_ && chainAt(at) != chain_)) {
    return false;
  }
  takeMark(at, found, stored);
  if (kind != RecordFormat::BATCH) {
    step = Step::ENDED;
  }
  return true;
}

void RecordCursor::takeMark(std::int64_t at, std::int64_t found, std::uint32_t stored) {
  marks_++;
  lastMark_ = at;
  chainBefore_ = chain_;
  chainKnownBefore_ = chainKnown_;
  chain_ = stored;
  chainKnown_ = true;
  expected_ = found;
  synced_ = std::max(synced_, syncedAt(at));
  if (synced_ >= found - 1) {
    unproven_ = at;
  }
  latestTimestamp_ = std::max(latestTimestamp_, timestampAt(at));
  next_ = at + RecordFormat::MARK_BYTES;
}

bool RecordCursor::looksBegun() {
  return limit_ - next_ >= RecordFormat::TIMESTAMP &&
         sequenceAt(next_) == std::max<std::int64_t>(expected_, 0) &&
         lengthAt(next_) >= RecordFormat::HEADER_BYTES;
}

RecordCursor::Diagnosis RecordCursor::diagnosis() {
  const std::int64_t at = next_;
  const std::int64_t room = limit_ - at;
  if (room < RecordFormat::HEADER_BYTES) {
    return {"a record", "end of file after " + std::to_string(room) + " bytes"};
  }
  if (!isWholeAt(at)) {
    return {"length " + std::to_string(RecordFormat::HEADER_BYTES) + " to " + std::to_string(room),
            "length " + std::to_string(lengthAt(at))};
  }
  const std::int64_t found = sequenceAt(at);
  if (expected_ >= 0 && found != expected_) {
    return {"sequence " + std::to_string(expected_), "sequence " + std::to_string(found)};
  }
  const std::uint32_t sum = sumAt(at);
  if (sum != storedAt(at)) {
    return {"checksum " + hex(sum), hex(storedAt(at))};
  }
  if (isMarkAt(at)) {
    return {"a mark after the mark " + hex(chain_), "one after " + hex(chainAt(at))};
  }
  return {"a mark", "type " + std::to_string(typeAt(at))};
}

WalCorruptedException RecordCursor::damage(const SegmentImage& image, const std::string& proof) {
  const Diagnosis found = diagnosis();
  return {image.name(), next_, expected_, found.expected, found.found + proof};
}

std::int64_t RecordCursor::recordBytes() const {
  return passedBytes_ + next_ - SegmentHeader::BYTES - marks_ * RecordFormat::MARK_BYTES;
}

Bytes RecordCursor::body() const {
  return {copy_ + RecordFormat::HEADER_BYTES,
          static_cast<std::size_t>(length_ - RecordFormat::HEADER_BYTES)};
}

std::int64_t RecordCursor::latestTimestamp() const {
  return hasRecord_ ? std::max(latestTimestamp_, timestamp_) : latestTimestamp_;
}

}  // namespace tandem::wal
