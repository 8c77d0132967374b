#pragma once

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>

namespace tandem::test {

/**
 * While it is there, threads of this process start until a number of them have, and none later. One
 * file of a program may include it: it stands before the system's own function.
 */
class FailingThreads {
 public:
  explicit FailingThreads(int allowed) { left_ = allowed; }
  ~FailingThreads() { left_ = -1; }
  FailingThreads(const FailingThreads&) = delete;
  FailingThreads& operator=(const FailingThreads&) = delete;

  static bool fails() {
    const int left = left_.load();
    if (left > 0) {
      left_ = left - 1;
    }
    return left == 0;
  }

 private:
  /** How many may still start; negative: all. */
  inline static std::atomic<int> left_{-1};
};

}  // namespace tandem::test

extern "C" __attribute__((visibility("default"))) int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
    void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  return tandem::test::FailingThreads::fails() ? EAGAIN
                                               : create(thread, attributes, start, argument);
}
