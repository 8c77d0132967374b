#include "tandem/wal/wal_reader.hpp"

#include <algorithm>
#include <system_error>

#include "tandem/wal/recovery/mark_search.hpp"
#include "tandem/wal/storage/extent_file.hpp"
#include "tandem/wal/storage/lock_file.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

constexpr int kTries = 20;

/** Opens what a writer may be giving up meanwhile. */
std::unique_ptr<LogWalk> walkOver(const fs::path& directory, ReadMode mode, std::int64_t from,
                                  bool inUse) {
  for (int i = 1;; i++) {
    const auto before = inUse ? ExtentFile::read(directory).newest : std::nullopt;
    try {
      return std::make_unique<LogWalk>(directory, mode, from, mode != ReadMode::STRICT, inUse);
    } catch (const WalException&) {
      if (!inUse || i == kTries || before == ExtentFile::read(directory).newest) {
        throw;
      }
    }
  }
}

}  // namespace

WalReader::WalReader(const fs::path& directory, ReadMode mode, std::int64_t fromSequence)
    : from_(fromSequence) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    throw WalException(directory.string() + ": expected a directory");
  }
  SegmentNames::checkNotForeign(directory);
  inUse_ = LockFile::isHeld(directory);
  walk_ = walkOver(directory, mode, fromSequence, inUse_);
}

bool WalReader::next() {
  if (over_) {
    return false;
  }
  // At its end, also if an exception leaves it.
  over_ = true;
  while (walk_->next()) {
    if (sequence() >= from_) {
      over_ = false;
      return true;
    }
  }
  return false;
}

std::int64_t WalReader::logId() const { return walk_->extent() ? walk_->extent()->logId : 0; }

std::int64_t WalReader::markBefore(std::int64_t sequence) const {
  if (sequence < 0 || sequence > walk_->recovery().lastSequence) {
    return MarkSearch::UNKNOWN;
  }
  SegmentTable table;
  std::int64_t first = 0;
  for (int i = 0; i <= walk_->lastWithData(); i++) {
    const SegmentImage& segment = walk_->segments()[static_cast<std::size_t>(i)];
    first = std::max(first, segment.firstSequence());
    table.add({segment.header.number, first, segment.path});
  }
  return MarkSearch(table).before(sequence);
}

void WalReader::checkComplete() const {
  if (walk_->extentLost()) {
    throw *walk_->extentLost();
  }
}

}  // namespace tandem::wal
