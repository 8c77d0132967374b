#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace tandem::wal {

/**
 * Whether a log has failed, or has been closed. The first cause wins; there is no way back. Any
 * thread may call.
 */
class LogFailure {
 public:
  /** Returns whether this was the first failure. */
  bool fail(const std::string& cause);

  /** What ended the log; null while it is sound. It stays where it is. */
  const std::string* causeAcquire() const { return cause_.load(std::memory_order_acquire); }

  /** Returns whether this was the first call. */
  bool close() { return !closed_.exchange(true); }

  bool isClosed() const { return closed_.load(); }

  /** No batch may be opened any more; the cause, or the closing, is published after that. */
  void beginEnd() { ending_.store(true, std::memory_order_release); }

  bool isEndingAcquire() const { return ending_.load(std::memory_order_acquire); }

  /**
   * The writer has ended, and everything it could do is done. Sequentially consistent: it looks for
   * waiters behind this, and who waits looks at this behind becoming one.
   */
  void finishSeqCst() { finished_.store(true); }

  bool isFinishedSeqCst() const { return finished_.load(); }

 private:
  std::mutex mutex_;
  std::unique_ptr<const std::string> kept_;
  std::atomic<const std::string*> cause_{nullptr};
  std::atomic<bool> closed_{false};
  std::atomic<bool> ending_{false};
  std::atomic<bool> finished_{false};
};

}  // namespace tandem::wal
