#include "tandem/wal/storage/disk_space.hpp"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::wal {

DiskSpace::DiskSpace(std::filesystem::path directory, const WalConfig& config)
    : directory_(std::move(directory)), files_(config.files), reserveBytes_(config.reserveBytes) {}

void DiskSpace::check(std::int64_t bytes, std::int64_t freed) const {
  if (bytes <= 0) {
    return;
  }
  // Subtracted from both sides in turn: what is usable may be without bound.
  const std::int64_t missing = bytes - freed - (files_->usableBytes(directory_) - reserveBytes_);
  if (missing > 0) {
    throw WalException(
        directory_.string() + ": no room on the disk for a segment: " + std::to_string(missing) +
        " bytes are missing (of " + std::to_string(bytes) +
        (reserveBytes_ > 0 ? ", and " + std::to_string(reserveBytes_) + " to be left free" : "") +
        ")");
  }
}

void DiskSpace::checkGrowth(std::int64_t bytes) const {
  if (bytes > 0 && files_->usableBytes(directory_) - bytes < reserveBytes_) {
    throw systemError(directory_, "make a segment", ENOSPC);
  }
}

bool DiskSpace::isFull(const IoException& failure, std::int64_t bytes) const {
  if (failure.code() == ENOSPC || failure.code() == EDQUOT) {
    return true;
  }
  if (failure.code() == EIO) {
    // The device, and no lack of room, however little there is.
    return false;
  }
  try {
    // A file system may have a number of its own for it.
    return files_->usableBytes(directory_) - reserveBytes_ < bytes;
  } catch (const IoException&) {
    return false;
  }
}

std::filesystem::path DiskSpace::nearest(const std::filesystem::path& directory) {
  std::filesystem::path place = std::filesystem::absolute(directory);
  std::error_code ignored;
  while (!std::filesystem::exists(place, ignored) && place.has_parent_path() &&
         place.parent_path() != place) {
    place = place.parent_path();
  }
  return place;
}

}  // namespace tandem::wal
