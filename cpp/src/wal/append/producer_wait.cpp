#include "tandem/wal/append/producer_wait.hpp"

#include <algorithm>
#include <string>
#include <thread>

#include "tandem/wal/append/cpu.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::wal {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr int kSpins = 100;

/** What counts of the time between two looks, however long it was. */
constexpr nanoseconds kLongestLook = milliseconds(100);

constexpr microseconds kNap(500);

}  // namespace

void ProducerWait::pause(std::int64_t sequence) {
  if (looks_ < kSpins) {
    looks_++;
    spinHint();
    return;
  }
  if (waited_ > NAP_AFTER) {
    std::this_thread::sleep_for(kNap);
  } else {
    // The producer may need this very CPU to finish.
    std::this_thread::yield();
  }
  const auto now = steady_clock::now();
  if (looks_ > kSpins) {
    waited_ += std::min<nanoseconds>(now - before_, kLongestLook);
  }
  looks_ = kSpins + 1;
  before_ = now;
  if (waited_ > PATIENCE) {
    throw WalException("sequence " + std::to_string(sequence) +
                       " was claimed and has not been filled for " +
                       std::to_string(duration_cast<milliseconds>(waited_).count()) + " ms");
  }
}

}  // namespace tandem::wal
