#include "tandem/wal/storage/segment_maker.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tandem/wal/format/segment_names.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

/**
 * Small, because a file system may keep what one large write made in one large piece of its cache,
 * and then pays for the whole piece with each small write that follows.
 */
constexpr std::int64_t kChunkBytes = 64 << 10;

/** Forced so often that the writer's own force never waits for more than this. */
constexpr std::int64_t kForceBytes = 1 << 20;

constexpr std::array<std::byte, kChunkBytes> kZeros{};

}  // namespace

SegmentMaker::SegmentMaker(fs::path directory, const WalConfig& config, std::int64_t logId,
                           std::int64_t epoch, std::function<std::int64_t()> clock)
    : directory_(std::move(directory)),
      files_(config.files),
      space_(directory_, config),
      logId_(logId),
      epoch_(epoch),
      segmentBytes_(config.segmentBytes),
      syncsOnRequest_(config.durability != Durability::SYNCED),
      clock_(std::move(clock)) {}

std::shared_ptr<Segment> SegmentMaker::make(std::int64_t number, const fs::path& old) {
  const SegmentHeader header{logId_, epoch_, number, segmentBytes_, clock_(), syncsOnRequest_};
  const fs::path temporary = SegmentNames::unfinished(directory_, number);
  const fs::path path = SegmentNames::segment(directory_, number);
  // What it is called at the moment.
  const fs::path* name = &temporary;
  std::unique_ptr<LogFile> file;
  try {
    if (!old.empty()) {
      files_->rename(old, temporary);
      // Its name in the log must be gone for good before its header says another number: forcing
      // the file does not force the names.
      files_->syncDirectory(directory_);
    }
    file = files_->open(temporary);
    if (file->size() > segmentBytes_) {
      file->truncate(segmentBytes_);
    }
    zeroFill(*file, file->size());
    std::array<std::byte, SegmentHeader::BYTES> bytes{};
    header.encode(bytes.data());
    file->write(bytes, 0);
    file->force();
    files_->rename(temporary, path);
    name = &path;
    file->renamed(path);
    files_->syncDirectory(directory_);
  } catch (...) {
    giveUp(file, *name);
    throw;
  }
  return std::make_shared<Segment>(header, path, std::move(file));
}

void SegmentMaker::zeroFill(LogFile& file, std::int64_t from) {
  space_.checkGrowth(segmentBytes_ - from);
  for (std::int64_t at = from; at < segmentBytes_; at += kChunkBytes) {
    const auto bytes = static_cast<std::size_t>(std::min(kChunkBytes, segmentBytes_ - at));
    file.write(Bytes(kZeros).first(bytes), at);
    if ((at + kChunkBytes) % kForceBytes == 0) {
      file.force();
    }
  }
}

/** Leaves no half-made file on a disk that may be full, and none whose name may not be durable. */
void SegmentMaker::giveUp(std::unique_ptr<LogFile>& file, const fs::path& name) {
  file.reset();
  try {
    files_->remove(name);
  } catch (const IoException&) {
    // It is overwritten by the next try, or deleted by the next opening.
  }
}

}  // namespace tandem::wal
