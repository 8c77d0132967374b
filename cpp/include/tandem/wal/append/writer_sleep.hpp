#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tandem::wal {

/**
 * The sleep of a log's writer. The writer says that it is idle, looks once more for work, and only
 * then sleeps; who has work for it makes that visible, and then looks whether the writer is idle.
 * All four are sequentially consistent, so one of the two sees the other, and no wake-up is lost.
 */
class WriterSleep {
 public:
  /**
   * Has the writer, which calls it, sleep until it is woken; not at all if there is work. It may
   * also come back for no reason.
   *
   * @param work begins with a sequentially consistent look at what producers change before they
   * wake
   */
  template <typename Work>
  void sleepUnless(const Work& work) {
    idle_.store(true);
    if (!work()) {
      std::unique_lock lock(mutex_);
      woken_.wait(lock, [this] { return called_; });
      called_ = false;
    }
    idle_.store(false);
  }

  /** As sleepUnless, for a time at most. */
  template <typename Work>
  void sleepUnless(const Work& work, std::chrono::nanoseconds limit) {
    idle_.store(true);
    if (!work()) {
      std::unique_lock lock(mutex_);
      woken_.wait_for(lock, limit, [this] { return called_; });
      called_ = false;
    }
    idle_.store(false);
  }

  /**
   * Wakes the writer if it sleeps, or is about to. Any thread may call it, after a sequentially
   * consistent change that the writer looks at: a producer's claim is one.
   */
  void wake() {
    if (idle_.load() && idle_.exchange(false)) {
      const std::lock_guard guard(mutex_);
      called_ = true;
      woken_.notify_one();
    }
  }

 private:
  std::atomic<bool> idle_{false};
  std::mutex mutex_;
  std::condition_variable woken_;
  /** Kept for a writer that is about to sleep. */
  bool called_ = false;
};

}  // namespace tandem::wal
