#include "tandem/wal/recovery/tail_repair.hpp"

#include <algorithm>
#include <random>
#include <system_error>
#include <utility>

#include "tandem/wal/format/mark_buffer.hpp"
#include "tandem/wal/format/segment_window.hpp"
#include "tandem/wal/storage/disk_space.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kCopyBytes = 1 << 20;

std::int64_t randomLogId() {
  std::random_device random;
  const std::uint64_t high = random();
  return static_cast<std::int64_t>(high << 32 | random());
}

/** 0 if it is gone meanwhile. */
std::int64_t sizeOf(const fs::path& path) {
  std::error_code failed;
  const std::uintmax_t bytes = fs::file_size(path, failed);
  return failed ? 0 : static_cast<std::int64_t>(bytes);
}

}  // namespace

TailRepair::TailRepair(fs::path directory, LogFiles& files, LogWalk& walk)
    : directory_(std::move(directory)),
      files_(&files),
      walk_(&walk),
      kept_(static_cast<std::size_t>(walk.lastWithData() + 1)),
      repaired_(walk.recovery().repaired()) {}

std::span<const SegmentImage> TailRepair::kept() const {
  return std::span(walk_->segments()).first(kept_);
}

std::span<const SegmentImage> TailRepair::behind() const {
  return std::span(walk_->segments()).subspan(kept_);
}

void TailRepair::checkRoom(const WalConfig& config) {
  std::int64_t needed = config.segmentBytes;
  if (!walk_->extent()) {
    needed += LogExtent::FILE_BYTES;
  }
  std::int64_t freed = 0;
  for (const fs::path& path : SegmentNames::unfinished(directory_)) {
    freed += sizeOf(path);
  }
  for (const fs::path& path : walk_->leftovers()) {
    freed += sizeOf(path);
  }
  if (kept_ > 0) {
    const std::int64_t used = walk_->end()->offset + RecordFormat::MARK_BYTES;
    freed += std::max<std::int64_t>(0, kept().back().bytes - used);
  }
  for (const SegmentImage& unused : behind()) {
    if (repaired_) {
      freed += unused.bytes;
    } else {
      // Used again; the last one is the first.
      needed = config.segmentBytes - unused.bytes;
    }
  }
  DiskSpace(directory_, config).check(needed, freed);
}

void TailRepair::run(const std::function<std::int64_t()>& clock) {
  for (const fs::path& path : SegmentNames::unfinished(directory_)) {
    files_->remove(path);
  }
  openExtent();
  for (std::size_t i = 0; i + 1 < kept_; i++) {
    secure(kept()[i], kept()[i + 1]);
  }
  if (kept_ > 0) {
    // Before anything behind it goes, because its mark may say that the log continues there.
    end(kept().back(), clock);
  }
  for (const fs::path& path : walk_->leftovers()) {
    files_->remove(path);
  }
  if (repaired_) {
    // From the end, so that an interruption leaves no gap.
    const auto unused = behind();
    for (auto each = unused.rbegin(); each != unused.rend(); ++each) {
      files_->remove(each->path);
    }
    files_->syncDirectory(directory_);
  }
}

/** What was prepared and never used may be missing from now on. */
void TailRepair::openExtent() {
  const std::optional<LogExtent>& found = walk_->extent();
  if (!found) {
    extent_ = ExtentFile::create(directory_, *files_, LogExtent::ofNew(randomLogId()));
  } else if (walk_->extentLost()) {
    extent_ =
        ExtentFile::create(directory_, *files_, found->changed(found->first, nextNumber() - 1));
  } else {
    extent_ = ExtentFile(directory_, *files_, *found);
    extent_->change(found->first, std::min(found->last, nextNumber() - 1));
  }
}

/** Sees to a segment that was rolled. */
void TailRepair::secure(const SegmentImage& segment, const SegmentImage& following) {
  // Nothing of a segment is synced before all of the one before it, its end mark included.
  if (following.firstSequence() <= walk_->cursor().synced()) {
    return;
  }
  const auto file = files_->open(segment.path);
  rewrite(*file, segment, SegmentHeader::BYTES, segment.bytes);
  file->force();
  file->close();
}

void TailRepair::rewrite(LogFile& file, const SegmentImage& segment, std::int64_t from,
                         std::int64_t to) {
  SegmentWindow window;
  window.look(segment);
  for (std::int64_t at = from; at < to; at += kCopyBytes) {
    const std::int64_t part = std::min(to, at + kCopyBytes);
    file.write(Bytes(window.place(at, part), static_cast<std::size_t>(part - at)), at);
  }
}

void TailRepair::end(const SegmentImage& segment, const std::function<std::int64_t()>& clock) {
  const LogWalk::End& end = *walk_->end();
  const std::int64_t behindMark = end.offset + RecordFormat::MARK_BYTES;
  const auto file = files_->open(segment.path);
  if (end.mark == RecordFormat::CLOSE) {
    chain_ = walk_->cursor().chain();
    rewrite(*file, segment, end.unproven, behindMark);
  } else {
    rewrite(*file, segment, end.unproven, end.offset);
    file->force();
    MarkBuffer bytes;
    const std::int64_t next = std::max<std::int64_t>(walk_->cursor().expected(), 0);
    const Mark mark{RecordFormat::CLOSE, next, clock(), next - 1, end.chain};
    chain_ = mark.encode(bytes.data(), segment.header.seed());
    file->write(bytes.bytes(), end.offset);
  }
  // A segment that is cut without an end mark counts as damaged.
  file->force();
  file->truncate(behindMark);
  file->force();
  file->close();
}

std::int64_t TailRepair::nextNumber() const {
  if (kept_ > 0) {
    return kept().back().header.number + 1;
  }
  return walk_->extent() ? walk_->extent()->first : 1;
}

std::vector<fs::path> TailRepair::takeUnused() {
  std::vector<fs::path> spares;
  if (repaired_) {
    return spares;
  }
  // From the end, so that an interruption leaves no gap.
  const auto unused = behind();
  for (auto each = unused.rbegin(); each != unused.rend(); ++each) {
    fs::path spare = SegmentNames::spare(directory_, each->header.number);
    files_->rename(each->path, spare);
    spares.push_back(std::move(spare));
  }
  return spares;
}

}  // namespace tandem::wal
