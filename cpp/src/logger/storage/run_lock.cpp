#include "tandem/logger/storage/run_lock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <vector>

#include "tandem/logger/format/file_names.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

struct flock wholeFile(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = 0;
  lock.l_len = 0;
  return lock;
}

bool tryLock(const wal::Descriptor& file, const fs::path& path) {
  struct flock lock = wholeFile(F_WRLCK);
  if (::fcntl(file.number(), F_OFD_SETLK, &lock) == 0) {
    return true;
  }
  if (errno == EAGAIN || errno == EACCES) {
    return false;
  }
  throw wal::systemError(path, "lock", errno);
}

/** Whether a name still has the opened file: it may have been removed since. */
bool isStill(const wal::Descriptor& file, const fs::path& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(file.number(), &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/**
 * When a run begins, in ns, for its name. A name counts milliseconds. No two runs of a process have
 * the same one: the lock of the earlier is removed when it ends, and its segments would be
 * replaced.
 */
std::int64_t beginning() {
  using namespace std::chrono;
  static std::mutex mutex;
  static milliseconds last{0};
  const std::lock_guard guard(mutex);
  const auto now = system_clock::now().time_since_epoch();
  last = std::max(duration_cast<milliseconds>(now), last + milliseconds(1));
  return duration_cast<nanoseconds>(last).count();
}

}  // namespace

RunLock RunLock::take(const fs::path& directory, const std::string& name) {
  const std::int64_t ns = beginning();
  for (int among = 1;; among++) {
    const std::string run = FileNames::run(ns, ::getpid(), among);
    const fs::path path = directory / FileNames::lock(name, run);
    wal::Descriptor file = wal::Descriptor::openIfNew(path);
    if (file.isOpen() && tryLock(file, path) && isStill(file, path)) {
      return {run, path, std::move(file)};
    }
  }
}

std::optional<RunLock> RunLock::ofOver(const fs::path& directory, const std::string& name,
                                       const std::string& run) {
  const fs::path path = directory / FileNames::lock(name, run);
  auto file = wal::Descriptor::openIfThere(path, O_RDWR);
  if (!file.isOpen() || !tryLock(file, path) || !isStill(file, path)) {
    return std::nullopt;
  }
  return RunLock(run, path, std::move(file));
}

bool RunLock::isOver(const fs::path& directory, const std::string& name, const std::string& run) {
  const fs::path path = directory / FileNames::lock(name, run);
  const auto file = wal::Descriptor::openIfThere(path, O_RDONLY);
  if (!file.isOpen()) {
    return true;
  }
  // As who only reads, so that others who look are not taken for a writer.
  struct flock lock = wholeFile(F_RDLCK);
  if (::fcntl(file.number(), F_OFD_GETLK, &lock) != 0) {
    throw wal::systemError(path, "look at the lock", errno);
  }
  return lock.l_type == F_UNLCK;
}

void RunLock::forget() {
  // Removed while it is locked: who locks it next would take a new run's file for this one.
  std::error_code ignored;
  fs::remove(file_, ignored);
  held_.reset();
}

void RunLock::leave() { held_.reset(); }

void RunLock::keep() {
  static std::mutex mutex;
  // The system closes them with the process.
  static auto& kept = *new std::vector<wal::Descriptor>();
  const std::lock_guard guard(mutex);
  kept.push_back(std::move(held_));
}

}  // namespace tandem::logger
