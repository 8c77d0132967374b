#include <cerrno>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "failing_files.hpp"
#include "log_files.hpp"
#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/storage/run_lock.hpp"

namespace tandem::logger::test {
namespace {

using namespace std::chrono_literals;
using tandem::test::FailingFiles;

constexpr std::uintmax_t kWhole = 64 << 10;

template <typename Condition>
void await(const Condition& condition) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!condition()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    std::this_thread::sleep_for(1ms);
  }
}

fs::path firstOf(const LogStore& store) {
  return store.directory() / FileNames::segment("log", store.run(), 1);
}

fs::path lockOf(const LogStore& store) {
  return store.directory() / FileNames::lock("log", store.run());
}

bool isFlushed(LogStore& store) {
  try {
    store.flush();
    return true;
  } catch (const LogException&) {
    return false;
  }
}

TEST(SegmentFault, AFlushForcesAFileThatCannotBeCutAndItIsCutLater) {
  const TempDirectory directory;
  FailingFiles files;
  std::mutex mutex;
  std::vector<std::string> reported;
  LogStoreConfig config = small();
  config.onFailure = [&](const std::string& text) {
    const std::lock_guard guard(mutex);
    reported.push_back(text);
  };
  fs::path lock;
  {
    LogStore store(directory.path(), config);
    lock = lockOf(store);
    const fs::path first = firstOf(store);
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "one"));
    files.fail(FailingFiles::TRUNCATE, EIO, -1);
    store.rotate();
    await([&] { return store.metrics().failures >= 3; });
    EXPECT_FALSE(files.isForced(first.string()));
    store.flush();
    EXPECT_TRUE(files.isForced(first.string()));
    EXPECT_EQ(fs::file_size(first), kWhole);
    EXPECT_EQ(store.metrics().rotations, 1) << "it counts once";
    EXPECT_EQ(store.metrics().records, 1);
    files.work(FailingFiles::TRUNCATE);
    await([&] { return fs::file_size(first) < kWhole; });
    EXPECT_TRUE(fs::exists(lock));
  }
  ASSERT_EQ(reported.size(), 1u) << "once for all attempts";
  EXPECT_TRUE(reported[0].starts_with("cannot finish a log file: ")) << reported[0];
  EXPECT_FALSE(fs::exists(lock)) << "nothing was left to the next store";
  EXPECT_EQ(readAll(directory.path()).messages(), std::vector<std::string>{"one"});
}

TEST(SegmentFault, AFileThatCannotBeCutIsLeftToTheNextStore) {
  const TempDirectory directory;
  FailingFiles files;
  LogStoreConfig config = small();
  config.lastWriters = 1ms;
  fs::path first;
  fs::path lock;
  {
    LogStore store(directory.path(), config);
    first = firstOf(store);
    lock = lockOf(store);
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "one"));
    files.fail(FailingFiles::TRUNCATE, EIO, -1);
    store.rotate();
    // On the store's own thread, long before the close.
    await([&] { return store.metrics().failures > 0; });
  }
  EXPECT_EQ(fs::file_size(first), kWhole);
  EXPECT_TRUE(fs::exists(lock));
  // Also where a signal interrupts it.
  files.fail(FailingFiles::TRUNCATE, EINTR, 1);
  { const LogStore next(directory.path(), config); }
  EXPECT_LT(fs::file_size(first), kWhole);
  EXPECT_FALSE(fs::exists(lock));
  EXPECT_EQ(readAll(directory.path()).messages(), std::vector<std::string>{"one"});
}

TEST(SegmentFault, AForceThatFailedIsNotMadeGoodByTheNext) {
  const TempDirectory directory;
  FailingFiles files;
  LogStore store(directory.path(), small());
  EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "lost"));
  files.fail(FailingFiles::FORCE, EIO, 1);
  for (int i = 0; i < 3; i++) {
    EXPECT_FALSE(isFlushed(store)) << i;
  }
  store.rotate();
  EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "two"));
  // Once the segment is done with.
  await([&] { return isFlushed(store); });
  EXPECT_TRUE(isFlushed(store));
}

TEST(SegmentFault, AForceAtTheEndOfALostFileIsReportedAndNotTriedAgain) {
  const TempDirectory directory;
  FailingFiles files;
  std::mutex mutex;
  std::vector<std::string> reported;
  LogStoreConfig config = small();
  config.sync.level = LogLevel::kError;
  config.onFailure = [&](const std::string& text) {
    const std::lock_guard guard(mutex);
    reported.push_back(text);
  };
  LogStore store(directory.path(), config);
  EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "lost"));
  files.fail(FailingFiles::FORCE, EIO, 1);
  store.rotate();
  const auto count = [&] {
    const std::lock_guard guard(mutex);
    return reported.size();
  };
  await([&] { return count() == 1; });
  EXPECT_TRUE(reported[0].starts_with("cannot force a log file: ")) << reported[0];
  EXPECT_TRUE(isFlushed(store));
  store.close();
  EXPECT_EQ(count(), 1u);
}

TEST(SegmentFault, ASignalIsNoFailure) {
  const TempDirectory directory;
  FailingFiles files;
  files.fail(FailingFiles::OPEN_NEW, EINTR, 1);
  RunLock::take(directory.path(), "log").forget();
  LogStore store(directory.path(), small());
  const fs::path first = firstOf(store);
  EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "one"));
  files.fail(FailingFiles::TRUNCATE, EINTR, 2);
  store.rotate();
  await([&] { return fs::file_size(first) < kWhole; });
  EXPECT_EQ(store.metrics().failures, 0);
}

}  // namespace
}  // namespace tandem::logger::test
