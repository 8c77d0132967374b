#include "tandem/wal/storage/channel_file.hpp"

#include <fcntl.h>

namespace tandem::wal {

ChannelFile::ChannelFile(const std::filesystem::path& path)
    : path_(path), descriptor_(Descriptor::open(path, O_RDWR | O_CREAT)) {}

void ChannelFile::write(Bytes source, std::int64_t offset) {
  descriptor_.writeAt(source, offset, path_);
}

void ChannelFile::force() { descriptor_.force(path_); }

void ChannelFile::truncate(std::int64_t bytes) {
  if (size() <= bytes) {
    return;
  }
  descriptor_.truncate(bytes, path_);
}

std::int64_t ChannelFile::size() { return descriptor_.size(path_); }

void ChannelFile::close() {
  const int failed = descriptor_.reset();
  if (failed != 0) {
    throw systemError(path_, "close", failed);
  }
}

}  // namespace tandem::wal
