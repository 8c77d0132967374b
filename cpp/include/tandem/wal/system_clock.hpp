#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>

namespace tandem::wal {

/**
 * A steady clock that follows another one, but never back: where the other does, it stands still
 * until that has come by. Reading the steady one is as cheap as the other; the other is looked at
 * every 100 ms. Any thread may read it; nothing is allocated.
 */
class SystemClock {
 public:
  using Source = std::function<std::int64_t()>;

  /** Runs by the system's monotonic clock and follows its time of day. */
  SystemClock();

  /** Both give ns. */
  SystemClock(Source steady, Source followed);

  /** ns since 1970. */
  std::int64_t nanos();

 private:
  void look();

  const Source steady_;
  const Source followed_;
  std::mutex mutex_;
  /** From the steady clock to the other. */
  std::atomic<std::int64_t> offset_;
  /** What was returned before, from where on it stands still; written before the offset. */
  std::atomic<std::int64_t> least_;
  std::atomic<std::int64_t> nextLook_;
};

}  // namespace tandem::wal
