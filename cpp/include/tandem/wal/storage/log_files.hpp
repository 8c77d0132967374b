#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "tandem/wal/format/words.hpp"

namespace tandem::wal {

/**
 * A file of a log that is written and forced: an extension point for other stores than the log's
 * own, and for tests. What is in the file afterwards must be what the calls say, byte for byte:
 * readers open it by their own means.
 *
 * One thread at a time writes, truncates or closes, not always the same one; force may be called by
 * any thread, but not after close. All throw IoException, which names file and operation; one of a
 * write or a force ends the log, except that of a full disk while a segment is made.
 */
class LogFile {
 public:
  LogFile() = default;
  /** Closes; errors are dropped. */
  virtual ~LogFile() = default;
  LogFile(const LogFile&) = delete;
  LogFile& operator=(const LogFile&) = delete;

  /** Writes all of it at a place, given in bytes. */
  virtual void write(Bytes source, std::int64_t offset) = 0;

  /**
   * Returns once the device has what was written before, and of the file's attributes what is
   * needed to read it. After a failed force nothing written before is relied on.
   */
  virtual void force() = 0;

  /** Cuts what is behind so many bytes. */
  virtual void truncate(std::int64_t bytes) = 0;

  /** The file has another name from now on, which errors say; before other threads use it. */
  virtual void renamed(const std::filesystem::path& /*path*/) {}

  /** Length of the file in bytes. */
  virtual std::int64_t size() = 0;

  /** Closes; what was written stays with the operating system. A second call does nothing. */
  virtual void close() = 0;
};

/**
 * The part of a file system that a log changes. Any thread may call it. A store of another kind
 * gives its own LogFiles from open and leaves the rest as it is. All throw IoException.
 */
class LogFiles {
 public:
  LogFiles() = default;
  virtual ~LogFiles() = default;
  LogFiles(const LogFiles&) = delete;
  LogFiles& operator=(const LogFiles&) = delete;

  /** The default: files of the operating system. It lives as long as the program. */
  static LogFiles& system();

  /** Opens a file for writing, and makes it, empty, if it is not there. */
  virtual std::unique_ptr<LogFile> open(const std::filesystem::path& path);

  /** Renames over whatever has the name. */
  virtual void rename(const std::filesystem::path& from, const std::filesystem::path& to);

  /** Deletes a file; does nothing if it does not exist. */
  virtual void remove(const std::filesystem::path& path);

  /** Makes names that were added and removed durable. */
  virtual void syncDirectory(const std::filesystem::path& directory);

  /** Bytes free on the disk of a directory; without bound where what is there takes no room. */
  virtual std::int64_t usableBytes(const std::filesystem::path& directory);
};

}  // namespace tandem::wal
