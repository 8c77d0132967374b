#pragma once

#include <filesystem>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::wal {

/**
 * Keeps other writers out of a directory, by an exclusive lock of fcntl on all bytes of wal.lock,
 * which holds the pid in ASCII, padded with spaces to 32 bytes. The operating system gives the lock
 * back when the process ends, however it ends; the file stays. Any thread may call.
 */
class LockFile {
 public:
  /**
   * Takes the lock of a directory.
   *
   * Throws WalLockedException if another writer has it, in this process or another.
   */
  explicit LockFile(const std::filesystem::path& directory);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  /** Whether a writer has a directory, in this process or another; takes and changes nothing. */
  static bool isHeld(const std::filesystem::path& directory);

 private:
  void take(const std::filesystem::path& path);

  std::filesystem::path held_;
  Descriptor descriptor_;
};

}  // namespace tandem::wal
