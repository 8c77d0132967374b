#pragma once

#include <sys/types.h>

#include <filesystem>
#include <utility>

#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::wal {

/**
 * Keeps other writers out of a directory, by an exclusive lock of fcntl on all bytes of wal.lock,
 * which holds the pid in ASCII, padded with spaces to 32 bytes. The operating system gives the lock
 * back when the process ends, however it ends; the file stays. Any thread may call.
 *
 * Such a lock is the process's, and does not keep out a second writer of the same one. Those of one
 * copy of this library know each other, by whatever name they call the directory. One of another
 * copy, or Java's Wal beside libtandem, is seen in /proc/locks, where that lists it; but it need
 * not see this one. So in a process one library alone should write a directory.
 */
class LockFile {
 public:
  /** Device and inode. */
  using Directory = std::pair<dev_t, ino_t>;

  /**
   * Takes the lock of a directory.
   *
   * Throws WalLockedException if another writer has it, in this process (as above) or another.
   */
  explicit LockFile(const std::filesystem::path& directory);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  /**
   * Whether a writer has a directory, in this process (as above) or another; takes and changes
   * nothing.
   */
  static bool isHeld(const std::filesystem::path& directory);

 private:
  void take(const std::filesystem::path& path);

  Directory held_;
  Descriptor descriptor_;
};

}  // namespace tandem::wal
