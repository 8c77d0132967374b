#pragma once

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <mutex>
#include <set>
#include <string>

namespace tandem::test {

/**
 * While it is there, calls of the system on files fail as they are told, and what is forced is
 * noted. One file of a program may include it: it stands before the system's own functions.
 */
class FailingFiles {
 public:
  enum Call { TRUNCATE, FORCE, OPEN_NEW };

  FailingFiles() {
    const std::lock_guard guard(mutex_);
    forced_.clear();
  }
  ~FailingFiles() {
    for (const Call call : {TRUNCATE, FORCE, OPEN_NEW}) {
      work(call);
    }
  }
  FailingFiles(const FailingFiles&) = delete;
  FailingFiles& operator=(const FailingFiles&) = delete;

  /** So many of the next calls of a kind fail; negative: all. */
  void fail(Call call, int code, int times) {
    calls_[call].code = code;
    calls_[call].left = times;
  }

  void work(Call call) { calls_[call].left = 0; }

  /** Whether the file of a path was forced since this is there. */
  bool isForced(const std::string& path) const {
    const std::lock_guard guard(mutex_);
    return forced_.contains(path);
  }

  static bool fails(Call call) {
    std::atomic<int>& left = calls_[call].left;
    for (int now = left.load(); now != 0;) {
      if (now < 0 || left.compare_exchange_weak(now, now - 1)) {
        errno = calls_[call].code;
        return true;
      }
    }
    return false;
  }

  static void note(int file) {
    std::array<char, 4096> path{};
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    if (::readlink(link.c_str(), path.data(), path.size() - 1) > 0) {
      const std::lock_guard guard(mutex_);
      forced_.insert(path.data());
    }
  }

 private:
  struct Failing {
    std::atomic<int> code;
    std::atomic<int> left;
  };

  inline static std::array<Failing, 3> calls_;
  inline static std::mutex mutex_;
  inline static std::set<std::string> forced_;
};

}  // namespace tandem::test

extern "C" __attribute__((visibility("default"))) int ftruncate(int file, off_t bytes) noexcept {
  using Truncate = int (*)(int, off_t);
  static const auto next = reinterpret_cast<Truncate>(dlsym(RTLD_NEXT, "ftruncate"));
  using tandem::test::FailingFiles;
  return FailingFiles::fails(FailingFiles::TRUNCATE) ? -1 : next(file, bytes);
}

extern "C" __attribute__((visibility("default"))) int fdatasync(int file) {
  using Force = int (*)(int);
  static const auto next = reinterpret_cast<Force>(dlsym(RTLD_NEXT, "fdatasync"));
  using tandem::test::FailingFiles;
  if (FailingFiles::fails(FailingFiles::FORCE)) {
    return -1;
  }
  FailingFiles::note(file);
  return next(file);
}

extern "C" __attribute__((visibility("default"))) int fsync(int file) {
  using Force = int (*)(int);
  static const auto next = reinterpret_cast<Force>(dlsym(RTLD_NEXT, "fsync"));
  tandem::test::FailingFiles::note(file);
  return next(file);
}

extern "C" __attribute__((visibility("default"))) int open(const char* path, int flags, ...) {
  using Open = int (*)(const char*, int, ...);
  static const auto next = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "open"));
  using tandem::test::FailingFiles;
  if ((flags & O_EXCL) != 0 && FailingFiles::fails(FailingFiles::OPEN_NEW)) {
    return -1;
  }
  std::va_list rest;
  va_start(rest, flags);
  const auto mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return next(path, flags, mode);
}
