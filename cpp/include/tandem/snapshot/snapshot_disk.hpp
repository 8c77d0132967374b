#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::snapshot {

/**
 * All that changes the disk; each of these may fail, with a wal::IoException that names the file
 * and the operation. An extension point for tests.
 */
class SnapshotDisk {
 public:
  SnapshotDisk() = default;
  virtual ~SnapshotDisk() = default;
  SnapshotDisk(const SnapshotDisk&) = delete;
  SnapshotDisk& operator=(const SnapshotDisk&) = delete;

  /** That of the operating system. It lives as long as the program. */
  static SnapshotDisk& system();

  virtual void createDirectory(const std::filesystem::path& directory);
  /** Makes a file that is not there, for writing. */
  virtual wal::Descriptor create(const std::filesystem::path& file);
  virtual void write(const wal::Descriptor& file, std::span<const std::byte> bytes, std::int64_t at,
                     const std::filesystem::path& path);
  virtual void sync(const wal::Descriptor& file, const std::filesystem::path& path);
  /** Makes the names in a directory survive the machine. */
  virtual void syncDirectory(const std::filesystem::path& directory);
  virtual void rename(const std::filesystem::path& from, const std::filesystem::path& to);
  /** Deletes a file or an empty directory, if it is there. */
  virtual void remove(const std::filesystem::path& path);
};

}  // namespace tandem::snapshot
