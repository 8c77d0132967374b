#pragma once

#include <atomic>
#include <exception>
#include <mutex>

namespace tandem::pipeline {

/**
 * Why the threads of a pipeline are to stop: on request, or because a stage failed, of which the
 * first cause is kept. Any thread may call any method.
 */
class Poison {
 public:
  /** Requests all processors to stop after the batch at hand. */
  void halt() { stopped_.store(true, std::memory_order_release); }

  /** Keeps the exception that is being handled, unless there was one before, and halts. */
  void failed() {
    {
      const std::lock_guard lock(mutex_);
      if (cause_ == nullptr) {
        cause_ = std::current_exception();
      }
    }
    halt();
  }

  bool isStopped() const { return stopped_.load(std::memory_order_acquire); }

  /** Throws the cause of the failure, if there was one. */
  void rethrow() const {
    std::exception_ptr cause;
    {
      const std::lock_guard lock(mutex_);
      cause = cause_;
    }
    if (cause != nullptr) {
      std::rethrow_exception(cause);
    }
  }

 private:
  std::atomic<bool> stopped_{false};
  mutable std::mutex mutex_;
  std::exception_ptr cause_;
};

}  // namespace tandem::pipeline
