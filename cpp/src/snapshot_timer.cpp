#include "tandem/snapshot_timer.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace tandem {
namespace {

std::chrono::nanoseconds steadyTime() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

}  // namespace

SnapshotTimer::SnapshotTimer(const journal::JournalOptions& options, i64 lastSnapshot, Clock clock)
    : every_(options.snapshotEvery),
      interval_(options.snapshotInterval),
      clock_(clock ? std::move(clock) : steadyTime),
      last_(lastSnapshot),
      lastTime_(clock_()) {
  check(options);
}

void SnapshotTimer::check(const journal::JournalOptions& options) {
  if (options.snapshotEvery < 0) {
    throw std::invalid_argument("a snapshot every " + std::to_string(options.snapshotEvery) +
                                " records, expected 0 or more");
  }
  if (options.snapshotInterval.count() < 0) {
    throw std::invalid_argument("a snapshot interval of " +
                                std::to_string(options.snapshotInterval.count()) +
                                " ns, expected 0 or more");
  }
}

}  // namespace tandem
