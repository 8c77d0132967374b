#include <chrono>
#include <thread>

#include "../counted_new.hpp"
#include "log_files.hpp"

namespace tandem::logger::test {
namespace {

TEST(LogAllocation, ACallAllocatesNothing) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.segmentSize = 8 << 20;
  LogStore store(directory.path(), config);
  LogWriter& log = store.writer("w");
  const std::string text(100, 't');
  const auto run = [&](int count) {
    for (int i = 0; i < count; i++) {
      ASSERT_TRUE(log.log(LogLevel::kInfo, "{} {} {}", i, 2.5, text));
      ASSERT_TRUE(log.log(LogLevel::kInfo, text));
    }
  };
  run(10);
  const std::int64_t before = tandem::test::ownAllocations;
  // Within one segment: the first call in another allocates for its definitions.
  run(10'000);
  EXPECT_EQ(tandem::test::ownAllocations - before, 0);
}

std::int64_t threadsOfProcess() {
  const fs::directory_iterator threads("/proc/self/task");
  return std::distance(begin(threads), end(threads));
}

/** The kernel takes a thread off its list a moment after a join has returned. */
std::int64_t threadsOfProcessWithoutJoined(std::int64_t expected) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (threadsOfProcess() != expected && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return threadsOfProcess();
}

/** Memory that gives out at each place of the close in turn, and does not come back in it. */
TEST(LogAllocation, ACloseWithoutMemoryEndsTheThreadsAndNotTheProcess) {
  LogStoreConfig config = small();
  config.segmentsAhead = 1;
  config.overflow = OverflowPolicy::DROP;
  config.lastWriters = std::chrono::milliseconds(1);
  const std::string large(4 << 10, 'x');
  const std::int64_t threads = threadsOfProcess();
  int refused = 0;
  bool enough = false;
  for (std::int64_t most = 0; !enough; most++) {
    const TempDirectory directory;
    {
      LogStore store(directory.path(), config);
      LogWriter& log = store.writer("w");
      while (log.log(LogLevel::kWarn, "{}", large)) {
      }
      tandem::test::allowed = most;
      try {
        store.close();
      } catch (const std::bad_alloc&) {
        refused++;
      }
      enough = tandem::test::allowed > 0;
      tandem::test::allowed = -1;
      EXPECT_EQ(threadsOfProcessWithoutJoined(threads), threads) << most;
      EXPECT_FALSE(log.log(LogLevel::kWarn, "late"));
    }
    EXPECT_TRUE(readAll(directory.path()).damage.empty()) << most;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace tandem::logger::test
