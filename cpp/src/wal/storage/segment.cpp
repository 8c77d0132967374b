#include "tandem/wal/storage/segment.hpp"

#include <utility>

#include "tandem/wal/format/record_format.hpp"

namespace tandem::wal {

Segment::Segment(const SegmentHeader& header, std::filesystem::path path,
                 std::unique_ptr<LogFile> file)
    : header_(header), path_(std::move(path)), seed_(header.seed()), file_(std::move(file)) {}

void Segment::append(Bytes source) {
  file_->write(source, position_);
  position_ += static_cast<std::int64_t>(source.size());
}

bool Segment::note(Bytes source) {
  const std::int64_t behind =
      position_ + static_cast<std::int64_t>(source.size()) + RecordFormat::MARK_BYTES;
  if (behind > header_.fileBytes) {
    return false;
  }
  file_->write(source, position_);
  return true;
}

void Segment::force() {
  const std::lock_guard guard(mutex_);
  forceLocked();
}

void Segment::forceLocked() {
  if (lost_) {
    throw *lost_;
  }
  if (!isClosedAcquire()) {
    try {
      file_->force();
    } catch (const IoException& failure) {
      lost_ = failure;
      throw;
    }
  }
}

void Segment::finish() {
  const std::lock_guard guard(mutex_);
  forceLocked();
  if (!isClosedAcquire()) {
    abandonLocked();
  }
}

void Segment::trim() { file_->truncate(position_); }

void Segment::abandon() {
  const std::lock_guard guard(mutex_);
  abandonLocked();
}

void Segment::abandonLocked() {
  closed_.store(true, std::memory_order_release);
  file_->close();
}

}  // namespace tandem::wal
