#include "tandem/wal/storage/log_files.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <limits>

#include "tandem/wal/storage/channel_file.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

LogFiles& LogFiles::system() {
  static LogFiles files;
  return files;
}

std::unique_ptr<LogFile> LogFiles::open(const fs::path& path) {
  return std::make_unique<ChannelFile>(path);
}

void LogFiles::rename(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    throw systemError(from, "rename to " + to.string(), errno);
  }
}

void LogFiles::remove(const fs::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    throw systemError(path, "delete", errno);
  }
}

void LogFiles::syncDirectory(const fs::path& directory) {
  Descriptor::open(directory, O_RDONLY | O_DIRECTORY).sync(directory);
}

std::int64_t LogFiles::usableBytes(const fs::path& directory) {
  struct statvfs found {};
  if (::statvfs(directory.c_str(), &found) != 0) {
    throw systemError(directory, "look for room", errno);
  }
  if (found.f_blocks == 0) {
    // As of /proc: that no file can be made there is for the system to say.
    return std::numeric_limits<std::int64_t>::max();
  }
  return static_cast<std::int64_t>(found.f_bavail * found.f_frsize);
}

}  // namespace tandem::wal
