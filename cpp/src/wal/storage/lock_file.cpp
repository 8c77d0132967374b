#include "tandem/wal/storage/lock_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>

#include "tandem/wal/format/segment_names.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPidBytes = 32;
constexpr int kTries = 5;
constexpr std::chrono::milliseconds kTry{2};

/**
 * What this copy of the library holds. The system gives a process's lock back when any descriptor
 * of the file is closed, so a second one must not even be opened. By device and inode: a directory
 * may have several names.
 */
struct Held {
  std::mutex mutex;
  std::set<LockFile::Directory> directories;
};

Held& held() {
  static Held all;
  return all;
}

LockFile::Directory find(const fs::path& directory) {
  struct stat found {};
  if (::stat(directory.c_str(), &found) != 0) {
    throw systemError(directory, "find", errno);
  }
  return {found.st_dev, found.st_ino};
}

/**
 * The process that has a lock of fcntl on a file, as the system lists them; none if it lists none.
 * The file is not opened: a descriptor does not show a lock that this process has elsewhere, as in
 * another copy of this library, and to close it would give that lock back. Some file systems are
 * listed under another device than stat gives, and not found here.
 */
std::optional<std::int64_t> listedHolder(const fs::path& file) {
  struct stat found {};
  if (::stat(file.c_str(), &found) != 0) {
    return std::nullopt;
  }
  char place[64];
  std::snprintf(place, sizeof place, "%02x:%02x:%llu", major(found.st_dev), minor(found.st_dev),
                static_cast<unsigned long long>(found.st_ino));
  std::ifstream locks("/proc/locks");
  std::string number;
  std::string kind;
  std::string force;
  std::string access;
  std::string pid;
  std::string where;
  for (std::string rest;
       locks >> number >> kind >> force >> access >> pid >> where && std::getline(locks, rest);) {
    std::int64_t holder = -1;
    std::from_chars(pid.data(), pid.data() + pid.size(), holder);
    if (kind == "POSIX" && where == place) {
      return holder;
    }
  }
  return std::nullopt;
}

WalLockedException heldHere(const fs::path& path) {
  const auto pid = static_cast<std::int64_t>(::getpid());
  return {path.string() + ": held by this process, " + std::to_string(pid), pid};
}

struct flock wholeFile(short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = 0;
  lock.l_len = 0;
  return lock;
}

bool tryLock(const Descriptor& file, const fs::path& path) {
  struct flock lock = wholeFile(F_WRLCK);
  while (::fcntl(file.number(), F_SETLK, &lock) != 0) {
    if (errno == EACCES || errno == EAGAIN) {
      return false;
    }
    if (errno != EINTR) {
      throw systemError(path, "lock", errno);
    }
  }
  return true;
}

WalLockedException locked(const Descriptor& file, const fs::path& path) {
  std::array<std::byte, kPidBytes> bytes{};
  const std::size_t length = file.readAt(bytes.data(), bytes.size(), 0, path);
  const std::string text(reinterpret_cast<const char*>(bytes.data()), length);
  std::int64_t pid = -1;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), pid);
  const bool known =
      failed == std::errc() && pid >= 0 &&
      text.find_first_not_of(' ', static_cast<std::size_t>(end - text.data())) == std::string::npos;
  return {path.string() + ": held by process " + (known ? std::to_string(pid) : "(unknown)"),
          known ? pid : -1};
}

}  // namespace

LockFile::LockFile(const fs::path& directory) : held_(find(directory)) {
  const fs::path path = directory / SegmentNames::LOCK;
  const std::lock_guard guard(held().mutex);
  if (!held().directories.insert(held_).second) {
    throw heldHere(path);
  }
  try {
    if (listedHolder(path) == static_cast<std::int64_t>(::getpid())) {
      throw heldHere(path);
    }
    take(path);
  } catch (...) {
    descriptor_.reset();
    held().directories.erase(held_);
    throw;
  }
}

void LockFile::take(const fs::path& path) {
  descriptor_ = Descriptor::open(path, O_RDWR | O_CREAT);
  bool taken = tryLock(descriptor_, path);
  for (int i = 0; !taken && i < kTries; i++) {
    // Somebody who only looks whether it is held may have it for a moment.
    std::this_thread::sleep_for(kTry);
    taken = tryLock(descriptor_, path);
  }
  if (!taken) {
    throw locked(descriptor_, path);
  }
  std::string pid = std::to_string(::getpid());
  pid.resize(kPidBytes, ' ');
  descriptor_.writeAt(std::as_bytes(std::span(pid)), 0, path);
}

LockFile::~LockFile() {
  const std::lock_guard guard(held().mutex);
  descriptor_.reset();
  held().directories.erase(held_);
}

bool LockFile::isHeld(const fs::path& directory) {
  const fs::path path = directory / SegmentNames::LOCK;
  const Directory real = find(directory);
  // A lock that is taken meanwhile would go with the closing of this descriptor.
  const std::lock_guard guard(held().mutex);
  if (held().directories.contains(real) || listedHolder(path)) {
    return true;
  }
  const Descriptor file = Descriptor::openIfThere(path, O_RDONLY);
  if (!file.isOpen()) {
    return false;
  }
  // As who only reads, so that others who look are not taken for a writer.
  struct flock lock = wholeFile(F_RDLCK);
  if (::fcntl(file.number(), F_GETLK, &lock) != 0) {
    throw systemError(path, "look at the lock", errno);
  }
  return lock.l_type != F_UNLCK;
}

}  // namespace tandem::wal
