#include "tandem/logger/storage/log_segment.hpp"

#include <algorithm>
#include <chrono>

#include "tandem/logger/format/record_checksum.hpp"
#include "tandem/logger/format/record_layout.hpp"

namespace tandem::logger {

LogSegment::LogSegment(std::unique_ptr<SegmentFile> file)
    : file_(std::move(file)),
      memory_(file_->memory()),
      capacity_(file_->capacity()),
      fileId_(SegmentLayout::get<std::uint64_t>(memory_ + SegmentLayout::FILE_ID_AT)) {}

bool LogSegment::claimRest(std::uint64_t& word) {
  word = claims().load(std::memory_order_acquire);
  while (closedAcquire() == 0 && closes(word)) {
    const std::uint64_t all =
        word + SegmentLayout::ONE_CLAIM + static_cast<std::uint64_t>(capacity_) + 8;
    if (claims().compare_exchange_weak(word, all, std::memory_order_acq_rel)) {
      return true;
    }
  }
  return false;
}

void LogSegment::begin() {
  using namespace std::chrono;
  const auto now = system_clock::now().time_since_epoch();
  SegmentLayout::word<std::int64_t>(memory_ + SegmentLayout::BEGAN_AT)
      .store(duration_cast<milliseconds>(now).count() * 1'000'000, std::memory_order_release);
}

std::uint64_t LogSegment::claimWord() const {
  const std::uint64_t closed = closedAcquire();
  return closed == 0 ? claims().load(std::memory_order_acquire) : closed;
}

std::int64_t LogSegment::claimed() const {
  return std::min(capacity_, SegmentLayout::offsetOf(claimWord()));
}

void LogSegment::write(std::int64_t offset, const std::byte* bytes, std::int32_t length) {
  std::byte* const place = memory_ + offset;
  const std::int64_t body = SegmentLayout::alignedLength(length) - RecordLayout::BODY_AT;
  const std::uint64_t sum = RecordChecksum::copy(bytes + RecordLayout::BODY_AT, body, length,
                                                 place + RecordLayout::BODY_AT);
  SegmentLayout::word<std::int32_t>(place + RecordLayout::CHECKSUM_AT)
      .store(RecordChecksum::at(sum, fileId_, offset), std::memory_order_relaxed);
  SegmentLayout::word<std::int32_t>(place).store(length, std::memory_order_release);
}

std::int64_t LogSegment::committedEnd(std::int64_t from) const {
  const std::int64_t limit = claimed();
  std::int64_t at = from;
  while (at + RecordLayout::HEADER_BYTES <= limit) {
    const std::int32_t length =
        SegmentLayout::word<std::int32_t>(memory_ + at).load(std::memory_order_acquire);
    if (length <= 0 || at + SegmentLayout::alignedLength(length) > limit) {
      break;
    }
    at += SegmentLayout::alignedLength(length);
  }
  return at;
}

}  // namespace tandem::logger
