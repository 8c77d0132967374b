#include <atomic>
#include <new>
#include <thread>

#include "failing_threads.hpp"
#include "log_files.hpp"
#include "tandem/logger/append/segment_maintenance.hpp"

namespace tandem::logger::test {
namespace {

using namespace std::chrono_literals;
using tandem::test::FailingThreads;

/** Mappings of this process that name a file below a directory. */
std::size_t mappingsOf(const fs::path& directory) {
  std::ifstream maps("/proc/self/maps");
  std::size_t count = 0;
  for (std::string line; std::getline(maps, line);) {
    count += line.find(directory.string()) != std::string::npos ? 1 : 0;
  }
  return count;
}

// The first thread makes segments, the second looks after them.
TEST(LogStoreFault, WithoutAThreadTheStoreIsNotOpenedAndLeavesNothing) {
  for (int threads = 0; threads < 2; threads++) {
    const TempDirectory directory;
    {
      const FailingThreads bound(threads);
      try {
        const LogStore store(directory.path(), small());
        FAIL() << "opened";
      } catch (const LogException& refused) {
        const std::string text = refused.what();
        EXPECT_NE(text.find("cannot start a thread for the log in " + directory.text()),
                  std::string::npos)
            << text;
      }
    }
    EXPECT_TRUE(filesIn(directory.path()).empty()) << threads;
    EXPECT_EQ(mappingsOf(directory.path()), 0u) << threads;
  }
}

/** A run of segments without a store. */
class Segments {
 public:
  explicit Segments(const fs::path& directory) : directory_(directory) {}

  void add() {
    number_++;
    auto file = std::make_unique<SegmentFile>(directory_ / ("segment-" + std::to_string(number_)),
                                              number_, 64 << 10, 7);
    active.offer(std::make_unique<LogSegment>(std::move(file)).release());
  }

  ActiveSegment active{[] {}};

 private:
  const fs::path directory_;
  std::int64_t number_ = 0;
};

TEST(SegmentMaintenanceFault, AReportWithoutMemoryDoesNotEndTheProcess) {
  const TempDirectory directory;
  std::mutex mutex;
  std::vector<std::string> reported;
  LogStoreConfig config = small();
  config.onFailure = [&](const std::string& text) {
    const std::lock_guard guard(mutex);
    reported.push_back(text);
  };
  Segments segments(directory.path());
  std::atomic<int> reports{0};
  SegmentMaintenance maintenance(directory.path(), "run", config, segments.active, [&reports] {
    reports++;
    throw std::bad_alloc();
  });
  maintenance.start();
  while (reports < 3) {
    maintenance.wake();
    std::this_thread::yield();
  }
  EXPECT_EQ(maintenance.stop(), SegmentMaintenance::Left::NOTHING);
  ASSERT_EQ(reported.size(), 1u) << "once, until it is over";
  EXPECT_EQ(reported[0].find("cannot look after the log: "), 0u) << reported[0];
}

// The thread sanitizer sees it if one of them looks without the lock.
TEST(SegmentMaintenance, IsMeasuredAndFlushedWhileItStops) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.lastWriters = 100ms;
  Segments segments(directory.path());
  segments.add();
  SegmentMaintenance maintenance(directory.path(), "run", config, segments.active, [] {});
  const auto writer = std::make_shared<ThreadContext>(config.maxRecord());
  maintenance.add(writer);
  maintenance.start();
  // A writer that does not leave its segment: the stop waits for it.
  ASSERT_NE(segments.active.hold(writer->hold), nullptr);
  segments.active.roll(segments.active.current());
  std::atomic<bool> over{false};
  std::thread other([&] {
    while (!over) {
      segments.add();
      segments.active.roll(segments.active.current());
      LogMetrics metrics;
      maintenance.measure(metrics, 0);
      maintenance.flush();
    }
  });
  EXPECT_EQ(maintenance.stop(), SegmentMaintenance::Left::WRITERS);
  over = true;
  other.join();
  LogMetrics metrics;
  maintenance.measure(metrics, 0);
  EXPECT_GT(metrics.rotations, 0);
}

}  // namespace
}  // namespace tandem::logger::test
