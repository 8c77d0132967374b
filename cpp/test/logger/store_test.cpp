#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <map>
#include <set>
#include <thread>

#include "../owner_alone.hpp"
#include "log_files.hpp"
#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/log_follower.hpp"
#include "tandem/logger/storage/run_lock.hpp"

namespace tandem::logger::test {
namespace {

using namespace std::chrono_literals;

// Else the segments of the later run would replace those of the earlier one.
TEST(RunLock, NoTwoRunsOfAProcessHaveOneName) {
  const TempDirectory directory;
  std::set<std::string> names;
  for (int i = 0; i < 100; i++) {
    RunLock lock = RunLock::take(directory.path(), "log");
    names.insert(lock.run());
    lock.forget();
  }
  EXPECT_EQ(names.size(), 100u);
}

TEST(LogStore, ARecordIsReadAsItWasWritten) {
  const TempDirectory directory;
  {
    LogStore store(directory.path(), small());
    LogWriter& log = store.writer("a.b");
    EXPECT_EQ(&log, &store.writer("a.b"));
    EXPECT_TRUE(log.log(LogLevel::kInfo, "plain text, no places {}"));
    EXPECT_TRUE(log.log(LogLevel::kWarn, "{} {} {} {} {}", 7, -8L, 2.5, true, 'x'));
    EXPECT_TRUE(log.log(LogLevel::kDebug, "[{}|{}|{}|{}]", std::string("s"), "c", nullptr, 1.5f));
    EXPECT_TRUE(log.log(LogLevel::kError, "{} {} {}", static_cast<std::uint64_t>(-1),
                        static_cast<std::uint8_t>(200), static_cast<std::int8_t>(-3)));
    EXPECT_TRUE(log.log(LogLevel::kTrace, "\\{} {} \\\\{} {}", 1, 2));
    const std::pair<std::string_view, std::string_view> context[] = {{"user", "17"}};
    const std::string_view markers[] = {"AUDIT"};
    const std::pair<std::string_view, Argument> keys[] = {{"price", 12L}, {"who", "me"}};
    EXPECT_TRUE(log.logEvent(LogLevel::kInfo, "event",
                             LogExtras{"it\n  at there", context, markers, keys}));
  }
  const Found found = readAll(directory.path());
  EXPECT_TRUE(found.damage.empty());
  EXPECT_EQ(found.holes, 0);
  const std::vector<std::string> expected = {
      "plain text, no places {}",    "7 -8 2.5 true x", "[s|c|null|1.5]",
      "18446744073709551615 200 -3", "{} 1 \\2 {}",     "event"};
  EXPECT_EQ(found.messages(), expected);
  EXPECT_EQ(found.records[0].logger, "a.b");
  EXPECT_FALSE(found.records[0].thread.empty());
  const std::string line = RecordText::line(found.records[5]);
  EXPECT_TRUE(line.ends_with("a.b - event #AUDIT user=17 price=12 who=me | it\\n  at there"))
      << line;
  EXPECT_EQ(filesIn(directory.path()).size(), 1u) << "spare segments and the lock are gone";
}

TEST(LogStore, FilesAreForTheirOwnerAlone) {
  const TempDirectory directory;
  LogStore store(directory.path() / "some" / "logs", small());
  EXPECT_TRUE(store.writer("x").log(LogLevel::kInfo, "mine"));
  tandem::test::expectOwnerAlone(directory.path());
}

TEST(LogStore, AnotherThreadsBytesAreNotWaitedForAtALevelThatIsOff) {
  const TempDirectory directory;
  LogStore store(directory.path(), small());
  LogWriter& log = store.writer("x");
  log.setLevel(LogLevel::kWarn);
  EXPECT_FALSE(log.log(LogLevel::kInfo, "not {}", 1));
  EXPECT_TRUE(log.log(LogLevel::kError, "this {}", 2));
  log.setLevel(LogLevel::kOff);
  EXPECT_FALSE(log.log(LogLevel::kOff, "never"));
  store.close();
  EXPECT_FALSE(log.log(LogLevel::kError, "late"));
  EXPECT_EQ(store.dropped(), 0) << "the level is off";
  log.setLevel(LogLevel::kTrace);
  EXPECT_FALSE(log.log(LogLevel::kError, "late"));
  EXPECT_EQ(store.dropped(), 1);
  EXPECT_EQ(readAll(directory.path()).messages(), std::vector<std::string>{"this 2"});
}

TEST(LogStore, EachThreadsRecordsAreThereInTheirOrderOverManySegments) {
  constexpr int kThreads = 6;
  constexpr int kEach = 3'000;
  const TempDirectory directory;
  LogMetrics metrics;
  {
    LogStore store(directory.path(), small());
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; i++) {
      threads.emplace_back([&store, i] {
        LogWriter& log = store.writer("writer-" + std::to_string(i % 2));
        const std::string filling(static_cast<std::size_t>(i * 9), '.');
        for (int n = 0; n < kEach; n++) {
          ASSERT_TRUE(log.log(LogLevel::kInfo, "{} {} {}", i, n, filling));
        }
      });
    }
    store.flush();
    for (std::thread& thread : threads) {
      thread.join();
    }
    store.flush();
    store.close();
    metrics = store.metrics();
  }
  const Found found = readAll(directory.path());
  EXPECT_TRUE(found.damage.empty());
  EXPECT_EQ(found.holes, 0);
  EXPECT_GT(found.files, 10);
  EXPECT_EQ(metrics.rotations, found.files);
  EXPECT_EQ(metrics.records, kThreads * kEach);
  std::map<std::uint64_t, std::uint64_t> next;
  for (const LogRecord& record : found.records) {
    ASSERT_EQ(record.arguments[1].bits, next[record.arguments[0].bits]++);
    ASSERT_EQ(record.logger, "writer-" + std::to_string(record.arguments[0].bits % 2));
  }
  for (const auto& [thread, count] : next) {
    EXPECT_EQ(count, static_cast<std::uint64_t>(kEach)) << thread;
  }
}

TEST(LogStore, ASegmentThatIsRolledIsClosedWhileOthersWrite) {
  const TempDirectory directory;
  std::int64_t written = 0;
  {
    LogStore store(directory.path(), small());
    std::atomic<bool> over{false};
    std::atomic<std::int64_t> count{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++) {
      threads.emplace_back([&] {
        while (!over) {
          count += store.writer("w").log(LogLevel::kInfo, "{}", count.load()) ? 1 : 0;
        }
      });
    }
    for (int i = 0; i < 40; i++) {
      const std::int64_t before = count;
      store.rotate();
      while (count < before + 20) {
        std::this_thread::yield();
      }
    }
    over = true;
    for (std::thread& thread : threads) {
      thread.join();
    }
    written = count;
  }
  const Found found = readAll(directory.path());
  EXPECT_TRUE(found.damage.empty());
  EXPECT_EQ(found.holes, 0);
  EXPECT_EQ(found.records.size(), static_cast<std::size_t>(written));
  EXPECT_GE(found.files, 40);
}

TEST(LogStore, ThreadsThatComeAndGoLeaveNoTrace) {
  const TempDirectory directory;
  {
    LogStore one(directory.path(), small());
    LogStore other(directory.path(), small());
    for (int i = 0; i < 50; i++) {
      std::thread([&] {
        one.writer("one").log(LogLevel::kInfo, "{}", i);
        other.writer("other").log(LogLevel::kInfo, "{}", i);
      }).join();
    }
  }
  EXPECT_EQ(readAll(directory.path()).records.size(), 100u);
}

TEST(LogStore, WhatIsTooLongIsCutAndSaysSo) {
  const TempDirectory directory;
  {
    LogStore store(directory.path(), small());
    std::string text;
    for (int i = 0; i < 20'000; i++) {
      text += "\xC3\xA9";
    }
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, text));
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "{} and {}", text, text));
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, std::string(5'000, 'p') + "{}", 5));
    for (int i = 0; i < 1'100; i++) {
      EXPECT_TRUE(
          store.writer("w").log(LogLevel::kInfo, "made up " + std::to_string(i) + " {}", i));
    }
  }
  const Found found = readAll(directory.path());
  ASSERT_EQ(found.records.size(), 1'103u);
  EXPECT_TRUE(found.damage.empty());
  EXPECT_TRUE(found.records[0].cut);
  EXPECT_TRUE(found.records[1].cut);
  EXPECT_EQ(found.records[0].message.find("\xEF\xBF\xBD"), std::string::npos);
  EXPECT_EQ(found.records[2].message, std::string(5'000, 'p') + "5");
  EXPECT_FALSE(found.records[2].pattern);
  EXPECT_EQ(found.records[1'102].message, "made up 1099 1099");
}

/** While it is there, no file of this process grows beyond a bound. */
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallFiles() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(LogStoreFault, WithoutRoomForTheFirstSegmentTheStoreIsNotOpened) {
  const TempDirectory directory;
  const SmallFiles bound(32 << 10);
  try {
    const LogStore store(directory.path(), small());
    FAIL() << "opened";
  } catch (const LogException& refused) {
    const std::string text = refused.what();
    EXPECT_NE(text.find("cannot make a segment of 65536 bytes in " + directory.text()),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("write at 32768"), std::string::npos) << text;
  }
  EXPECT_TRUE(filesIn(directory.path()).empty());
}

/** Sum of all records of drops. */
std::int64_t reportedDrops(const Found& found) {
  std::int64_t reported = 0;
  for (const LogRecord& record : found.records) {
    for (const std::int64_t count : record.dropped.value_or(std::vector<std::int64_t>())) {
      reported += count;
    }
  }
  return reported;
}

// The maintenance thread may be about to report the drops that the close reports.
TEST(LogStoreFault, ADropIsReportedOnceWhoeverReportsIt) {
  const std::string large(4 << 10, 'x');
  for (int round = 0; round < 50; round++) {
    const TempDirectory directory;
    LogStoreConfig config = small();
    config.segmentsAhead = 1;
    config.overflow = OverflowPolicy::DROP;
    std::int64_t dropped = 0;
    {
      LogStore store(directory.path(), config);
      LogWriter& log = store.writer("w");
      while (log.log(LogLevel::kWarn, "{}", large)) {
      }
      store.close();
      dropped = store.dropped();
    }
    ASSERT_GT(dropped, 0);
    ASSERT_EQ(reportedDrops(readAll(directory.path())), dropped) << "round " << round;
  }
}

TEST(LogStoreFault, AFullDiskIsReportedOnceAndWhatIsDroppedIsCounted) {
  const TempDirectory directory;
  std::mutex mutex;
  std::vector<std::string> reported;
  LogStoreConfig config = small();
  config.segmentsAhead = 1;
  config.overflow = OverflowPolicy::DROP;
  config.retryInterval = 1ms;
  config.onFailure = [&](const std::string& text) {
    const std::lock_guard guard(mutex);
    reported.push_back(text);
  };
  std::int64_t dropped = 0;
  {
    LogStore store(directory.path(), config);
    LogWriter& log = store.writer("w");
    while (!store.isAhead()) {
      std::this_thread::yield();
    }
    {
      const SmallFiles bound(32 << 10);
      while (log.log(LogLevel::kWarn, "before")) {
      }
      while (store.metrics().segmentFailures < 3) {
        std::this_thread::yield();
      }
      EXPECT_FALSE(log.log(LogLevel::kError, "dropped"));
      dropped = store.dropped();
    }
    while (!log.log(LogLevel::kWarn, "there is room")) {
      dropped++;
      std::this_thread::yield();
    }
    store.close();
  }
  const Found found = readAll(directory.path());
  EXPECT_TRUE(found.damage.empty());
  EXPECT_EQ(reportedDrops(found), dropped);
  ASSERT_EQ(reported.size(), 3u);
  EXPECT_EQ(reported[0].find("cannot make a segment of 65536 bytes"), 0u) << reported[0];
  EXPECT_EQ(reported[1], "logging resumes: there is room again in " + directory.text());
  EXPECT_NE(reported[2].find("records were dropped by the log"), std::string::npos) << reported[2];
}

TEST(LogStoreFault, AConfigurationOutOfItsBoundsIsRefused) {
  const TempDirectory directory;
  const auto refuses = [&](const std::function<void(LogStoreConfig&)>& change) {
    LogStoreConfig config = small();
    change(config);
    EXPECT_THROW(LogStore(directory.path(), config), std::invalid_argument);
  };
  refuses([](LogStoreConfig& config) { config.name = "-x"; });
  refuses([](LogStoreConfig& config) { config.name = "a/b"; });
  refuses([](LogStoreConfig& config) { config.segmentSize = 4096; });
  refuses([](LogStoreConfig& config) { config.segmentSize = 100'000; });
  refuses([](LogStoreConfig& config) { config.segmentsAhead = 0; });
  refuses([](LogStoreConfig& config) { config.blockBound = 0s; });
}

/** Writes until it is killed; the parent learns of each record whose call has returned. */
pid_t startVictim(const fs::path& directory, int reported) {
  const pid_t child = ::fork();
  if (child == 0) {
    LogStore store(directory, small());
    LogWriter& log = store.writer("victim");
    for (std::int64_t n = 0;; n++) {
      if (!log.log(LogLevel::kInfo, "record {}", n) ||
          ::write(reported, &n, sizeof n) != sizeof n) {
        ::_exit(1);
      }
    }
  }
  return child;
}

TEST(LogStoreKill, WhatACallHasReturnedForSurvivesTheProcess) {
  const TempDirectory directory;
  for (int life = 1; life <= 5; life++) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = startVictim(directory.path(), ends[1]);
    ::close(ends[1]);
    std::int64_t last = -1;
    while (last < 700 * life && ::read(ends[0], &last, sizeof last) == sizeof last) {
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(ends[0], &last, sizeof last) == sizeof last) {
    }
    ::close(ends[0]);
    std::set<std::string> runs;
    std::int64_t next = 0;
    const Found left = readAll(directory.path());
    EXPECT_TRUE(left.damage.empty()) << left.damage[0].text();
    for (const LogRecord& record : left.records) {
      runs.insert(FileNames::parse(fs::path(record.file).filename().string())->run);
      next = record.message == "record 0" ? 0 : next;
      ASSERT_EQ(record.message, "record " + std::to_string(next++));
    }
    EXPECT_GT(next, last) << "the last run has all that was reported";
    EXPECT_EQ(runs.size(), static_cast<std::size_t>(life));
  }
  // The next store cuts what they left, and forgets them.
  { const LogStore store(directory.path(), small()); }
  for (const fs::path& file : filesIn(directory.path())) {
    EXPECT_EQ(file.extension(), ".tlog");
    EXPECT_LE(fs::file_size(file), 64u << 10);
  }
  EXPECT_TRUE(readAll(directory.path()).damage.empty());
}

TEST(LogStore, ARunIsAliveAsLongAsItsStoreIsOpen) {
  const TempDirectory directory;
  std::string run;
  {
    LogStore store(directory.path(), small());
    run = store.run();
    EXPECT_FALSE(RunLock::isOver(directory.path(), "log", run));
    // Asking has opened and closed the file; that frees no lock.
    EXPECT_FALSE(RunLock::isOver(directory.path(), "log", run));
    EXPECT_FALSE(RunLock::ofOver(directory.path(), "log", run).has_value());
    const LogStore other(directory.path(), small());
    EXPECT_NE(other.run(), run);
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "kept by the other's start"));
  }
  EXPECT_TRUE(RunLock::isOver(directory.path(), "log", run));
  EXPECT_EQ(readAll(directory.path()).records.size(), 1u);
}

TEST(LogFollower, HandsOnWhatComesOverSegments) {
  const TempDirectory directory;
  LogStore store(directory.path(), small());
  LogFollower follower({directory.text()}, 10s);
  std::thread writer([&store] {
    for (int n = 0; n < 5'000; n++) {
      store.writer("w").log(LogLevel::kInfo, "{}", n);
    }
  });
  std::uint64_t next = 0;
  std::vector<std::string> failures;
  const auto take = [&](const LogRecord& record) {
    ASSERT_EQ(record.arguments.at(0).bits, next);
    next++;
  };
  while (next < 5'000 && !HasFatalFailure()) {
    follower.poll(take, [&](const std::string& text) { failures.push_back(text); });
  }
  writer.join();
  EXPECT_TRUE(failures.empty()) << failures[0];
}

TEST(LogFollower, ContinuesBehindASegmentThatAKillLeftOpen) {
  const TempDirectory directory;
  {
    LogStore store(directory.path(), small());
    for (int n = 0; n < 3'000; n++) {
      store.writer("w").log(LogLevel::kInfo, "{}", n);
    }
  }
  const auto files = filesIn(directory.path());
  ASSERT_GE(files.size(), 2u);
  std::vector<std::byte> first = bytesOf(files[0]);
  std::fill_n(first.begin() + SegmentLayout::CLOSED_AT, 8, std::byte{0});
  write(files[0], first);
  LogFollower follower({directory.text()}, 10s);
  std::uint64_t seen = 0;
  for (int i = 0; i < 3; i++) {
    // The file is shorter than an open one, and is told so.
    follower.poll([&](const LogRecord&) { seen++; }, [](const std::string&) {});
  }
  EXPECT_EQ(seen, 3'000u);
}

}  // namespace
}  // namespace tandem::logger::test
