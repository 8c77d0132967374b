#include "tandem/logger/read/log_record_cursor.hpp"

#include <algorithm>
#include <cstdio>

#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/record_layout.hpp"

namespace tandem::logger {

LogRecordCursor::LogRecordCursor(const LogSegmentImage& image, std::int64_t from)
    : image_(&image),
      fromBeginning_(from == SegmentLayout::HEADER_BYTES),
      damage_(image.damage),
      at_(from),
      lastEnd_(from) {}

bool LogRecordCursor::next() {
  while (step()) {
    if (!record_.empty()) {
      return true;
    }
  }
  return false;
}

bool LogRecordCursor::step() {
  record_ = {};
  recordOffset_ = at_;
  hole_ = false;
  if (at_ + RecordLayout::HEADER_BYTES <= image_->end) {
    stepInside();
    return true;
  }
  if (at_ < image_->end && image_->endKnown) {
    gap(true, at_, image_->end, "");
    hole_ = true;
    at_ = image_->end;
    return true;
  }
  if (!ended_) {
    ended_ = true;
    checkClaims();
  }
  return false;
}

void LogRecordCursor::stepInside() {
  const std::int32_t length = lengthAt(at_);
  std::optional<std::string> wrong;
  if (length == 0 || (wrong = wrongWith(at_, length))) {
    hole_ = length == 0;
    skipGap(hole_, wrong.value_or(""));
    return;
  }
  committed_++;
  at_ += SegmentLayout::alignedLength(length);
  lastEnd_ = at_;
  record_ = {image_->bytes.data() + recordOffset_, static_cast<std::size_t>(at_ - recordOffset_)};
  if (std::to_integer<int>(record_[RecordLayout::KIND_AT]) == RecordLayout::ABANDONED) {
    abandoned_++;
    record_ = {};
  }
}

void LogRecordCursor::proceed(const LogSegmentImage& newer) {
  image_ = &newer;
  at_ = lastEnd_;
  ended_ = false;
  if (miscount_) {
    std::erase(damage_, *miscount_);
    miscount_.reset();
    forged_--;
  }
  std::erase_if(gaps_, [this](const LogHole& gap) { return gap.offset >= lastEnd_; });
  std::erase_if(damage_, [this](const LogDamage& place) { return place.offset >= lastEnd_; });
  for (const LogDamage& place : newer.damage) {
    if (std::find(damage_.begin(), damage_.end(), place) == damage_.end()) {
      damage_.push_back(place);
    }
  }
}

/** Every record was claimed, so the header cannot say that fewer were. */
void LogRecordCursor::checkClaims() {
  const std::int64_t most = image_->passed ? image_->passed->places() : image_->claims;
  if (most >= 0 && committed_ > most) {
    forged_++;
    miscount_ = LogDamage{image_->file, SegmentLayout::CLAIM_AT, 8,
                          "found " + std::to_string(committed_) + " records and " +
                              std::to_string(most) + " claims, expected a claim for every record"};
    damage_.push_back(*miscount_);
  }
}

void LogRecordCursor::malformed() {
  forged_++;
  damage_.push_back({image_->file, recordOffset_, static_cast<std::int64_t>(record_.size()),
                     "the parts of the record do not fit"});
}

std::int64_t LogRecordCursor::holes() const {
  const auto gaps = static_cast<std::int64_t>(gaps_.size());
  if (image_->claims < 0) {
    return gaps;
  }
  const std::int64_t places = static_cast<std::int64_t>(damage_.size()) - forged_;
  return std::max(gaps, image_->claims - committed_ - places);
}

bool LogRecordCursor::holesExact() const {
  // Without the number of claims, several holes side by side look like one.
  return static_cast<std::int64_t>(damage_.size()) == forged_ &&
         (image_->claims >= 0 || (image_->endKnown && gaps_.empty()));
}

std::int32_t LogRecordCursor::lengthAt(std::int64_t offset) const {
  return SegmentLayout::get<std::int32_t>(image_->bytes.data() + offset);
}

bool LogRecordCursor::isSound(std::int64_t offset, std::int32_t length) const {
  return length >= RecordLayout::HEADER_BYTES &&
         offset + SegmentLayout::alignedLength(length) <= image_->end &&
         SegmentLayout::get<std::int32_t>(image_->bytes.data() + offset +
                                          RecordLayout::CHECKSUM_AT) ==
             RecordChecksum::expected(image_->bytes.data(), image_->fileId, offset, length);
}

/** Nothing if a sound record begins here. */
std::optional<std::string> LogRecordCursor::wrongWith(std::int64_t offset,
                                                      std::int32_t length) const {
  if (isSound(offset, length)) {
    return std::nullopt;
  }
  if (length < RecordLayout::HEADER_BYTES ||
      offset + SegmentLayout::alignedLength(length) > image_->end) {
    return "found a record of " + std::to_string(length) + " bytes, expected 32 to " +
           std::to_string(image_->end - offset);
  }
  const std::byte* const file = image_->bytes.data();
  const auto expected =
      static_cast<std::uint32_t>(RecordChecksum::expected(file, image_->fileId, offset, length));
  const auto found = SegmentLayout::get<std::uint32_t>(file + offset + RecordLayout::CHECKSUM_AT);
  char text[64];
  std::snprintf(text, sizeof text, "found checksum %08x, expected %08x", found, expected);
  return text;
}

void LogRecordCursor::skipGap(bool hole, std::string wrong) {
  const std::int64_t from = at_;
  std::int64_t to = from + 8;
  while (to + RecordLayout::HEADER_BYTES <= image_->end && !isSound(to, lengthAt(to))) {
    to += 8;
  }
  if (to + RecordLayout::HEADER_BYTES > image_->end) {
    to = image_->end;
  }
  at_ = to;
  gap(hole, from, to, std::move(wrong));
}

void LogRecordCursor::gap(bool hole, std::int64_t from, std::int64_t to, std::string wrong) {
  if (!hole) {
    damage_.push_back({image_->file, from, to - from, std::move(wrong)});
  } else if (image_->endKnown || to < image_->end || isLossProven()) {
    gaps_.push_back({image_->file, from, to - from});
  }
}

/**
 * Whether there must have been a place in the zeros that end a segment that was killed while it was
 * being closed: the claim that closes it is all that begins there otherwise.
 */
bool LogRecordCursor::isLossProven() const {
  if (!image_->passed || !fromBeginning_) {
    return false;
  }
  std::int64_t before = 0;
  for (const LogHole& gap : gaps_) {
    before += OverrunClaims::mostIn(gap.bytes);
  }
  for (const LogDamage& place : damage_) {
    before += OverrunClaims::mostIn(place.bytes);
  }
  return image_->passed->provesLossBehind(committed_, before);
}

}  // namespace tandem::logger
