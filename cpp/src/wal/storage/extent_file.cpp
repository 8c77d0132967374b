#include "tandem/wal/storage/extent_file.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <utility>

#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

ReadExtent ExtentFile::read(const fs::path& directory) {
  const fs::path path = directory / SegmentNames::EXTENT;
  const Descriptor file = Descriptor::openIfThere(path, O_RDONLY);
  ReadExtent found;
  if (!file.isOpen()) {
    return found;
  }
  std::array<std::byte, LogExtent::FILE_BYTES> bytes{};
  const std::size_t length = file.readAt(bytes.data(), bytes.size(), 0, path);
  found.fileBytes = static_cast<std::size_t>(file.size(path));
  for (int copy = 0; copy < 2; copy++) {
    const auto decoded = LogExtent::decode(Bytes(bytes).first(length), copy);
    found.whole[copy] = decoded.has_value();
    if (decoded && (!found.newest || decoded->generation > found.newest->generation)) {
      found.newest = decoded;
    }
  }
  return found;
}

ExtentFile ExtentFile::create(const fs::path& directory, LogFiles& files, const LogExtent& first) {
  std::array<std::byte, LogExtent::FILE_BYTES> bytes{};
  first.encode(bytes.data());
  first.encode(bytes.data() + LogExtent::COPY_BYTES);
  const auto file = files.open(directory / SegmentNames::EXTENT);
  file->write(bytes, 0);
  file->force();
  file->close();
  files.syncDirectory(directory);
  return {directory, files, first};
}

ExtentFile::ExtentFile(fs::path directory, LogFiles& files, const LogExtent& read)
    : directory_(std::move(directory)), files_(&files), now_(read) {}

void ExtentFile::change(std::int64_t first, std::int64_t last) {
  const LogExtent next = now_.changed(first, last);
  std::array<std::byte, LogExtent::BYTES> bytes{};
  next.encode(bytes.data());
  const auto file = files_->open(directory_ / SegmentNames::EXTENT);
  // The copy that counts is the last to be touched.
  for (const int copy : {1 - now_.copy, now_.copy}) {
    file->write(bytes, copy * LogExtent::COPY_BYTES);
    file->force();
  }
  file->close();
  now_ = next;
}

void ExtentFile::keepFrom(std::int64_t first) { change(first, std::max(now_.last, first)); }

}  // namespace tandem::wal
