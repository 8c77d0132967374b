#include "tandem/wal/append/sync_times.hpp"

#include <algorithm>
#include <cmath>

namespace tandem::wal {

void SyncTimes::record(std::int64_t nanos) {
  const std::int64_t time = std::max(std::int64_t{0}, nanos);
  longest_.store(std::max(longest_.load(std::memory_order_relaxed), time),
                 std::memory_order_release);
  sum_.store(sum_.load(std::memory_order_relaxed) + time, std::memory_order_release);
  std::atomic<std::int64_t>& bucket = counts_[bucketOf(time)];
  bucket.store(bucket.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

std::int64_t SyncTimes::count() const {
  std::int64_t count = 0;
  for (const auto& bucket : counts_) {
    count += bucket.load(std::memory_order_acquire);
  }
  return count;
}

double SyncTimes::mean() const {
  const std::int64_t all = count();
  return all == 0
             ? 0
             : static_cast<double>(sum_.load(std::memory_order_acquire)) / static_cast<double>(all);
}

std::int64_t SyncTimes::percentile(double percent) const {
  const double rank = std::ceil(static_cast<double>(count()) * percent / 100);
  std::int64_t wanted = std::max(std::int64_t{1}, static_cast<std::int64_t>(rank));
  for (std::size_t i = 0; i < BUCKETS; i++) {
    wanted -= counts_[i].load(std::memory_order_acquire);
    if (wanted <= 0) {
      return std::min(highestIn(i), longest());
    }
  }
  return longest();
}

}  // namespace tandem::wal
