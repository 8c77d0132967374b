#include "tandem/snapshot/snapshot_disk.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "tandem/wal/storage/log_files.hpp"

namespace tandem::snapshot {

namespace fs = std::filesystem;
using wal::Descriptor;
using wal::systemError;

SnapshotDisk& SnapshotDisk::system() {
  static SnapshotDisk disk;
  return disk;
}

void SnapshotDisk::createDirectory(const fs::path& directory) {
  if (::mkdir(directory.c_str(), 0700) != 0) {
    throw systemError(directory, "make the directory", errno);
  }
}

Descriptor SnapshotDisk::create(const fs::path& file) {
  return Descriptor::open(file, O_WRONLY | O_CREAT | O_EXCL);
}

void SnapshotDisk::write(const Descriptor& file, std::span<const std::byte> bytes, std::int64_t at,
                         const fs::path& path) {
  file.writeAt(bytes, at, path);
}

void SnapshotDisk::sync(const Descriptor& file, const fs::path& path) { file.sync(path); }

void SnapshotDisk::syncDirectory(const fs::path& directory) {
  wal::LogFiles::system().syncDirectory(directory);
}

void SnapshotDisk::rename(const fs::path& from, const fs::path& to) {
  wal::LogFiles::system().rename(from, to);
}

void SnapshotDisk::remove(const fs::path& path) {
  if (std::remove(path.c_str()) != 0 && errno != ENOENT) {
    throw systemError(path, "delete", errno);
  }
}

}  // namespace tandem::snapshot
