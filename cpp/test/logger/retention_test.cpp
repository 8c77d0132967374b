#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "log_files.hpp"
#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/storage/closed_files.hpp"
#include "tandem/logger/storage/run_lock.hpp"

namespace tandem::logger::test {
namespace {

using namespace std::chrono_literals;
using Closed = ClosedFiles::Closed;

const ClosedFiles::Moment kNow(std::chrono::hours(500'000));

Closed closedFile(const std::string& run, std::int64_t number, std::int64_t bytes,
                  std::chrono::milliseconds ago, const std::string& ending = "") {
  const std::string name = run + "/" + std::to_string(number) + ending;
  return {name, {"log", run, number, ending}, bytes, kNow - ago};
}

std::vector<std::string> doomedOf(const std::vector<Closed>& files, const RetentionPolicy& keep) {
  std::vector<std::string> names;
  for (const fs::path& path : ClosedFiles::doomed(files, keep, kNow)) {
    names.push_back(path.string());
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(ClosedFiles, TheNewestAreKeptUpToSoManyFiles) {
  const std::vector<Closed> files = {closedFile("b", 1, 10, 1ms), closedFile("a", 2, 10, 1ms),
                                     closedFile("a", 10, 10, 1ms), closedFile("a", 1, 10, 1ms)};
  EXPECT_EQ(doomedOf(files, {.files = 2}), (Names{"a/1", "a/2"}));
  EXPECT_EQ(doomedOf(files, {.files = 4}), Names{});
  EXPECT_EQ(doomedOf(files, {.files = 0}), (Names{"a/1", "a/2", "a/10", "b/1"}));
}

TEST(ClosedFiles, TheNewestAreKeptUpToSoManyBytes) {
  const std::vector<Closed> files = {closedFile("a", 1, 10, 1ms), closedFile("a", 2, 10, 1ms),
                                     closedFile("a", 3, 10, 1ms)};
  EXPECT_EQ(doomedOf(files, {.bytes = 20}), Names{"a/1"});
  EXPECT_EQ(doomedOf(files, {.bytes = 19}), (Names{"a/1", "a/2"}));
}

TEST(ClosedFiles, WhatWasClosedLongerAgoGoesAndAllOfItsRunBeforeIt) {
  // The first was touched since: kept, it would leave a gap.
  const std::vector<Closed> files = {closedFile("a", 1, 10, 1ms), closedFile("a", 2, 10, 101ms),
                                     closedFile("a", 3, 10, 100ms), closedFile("b", 1, 10, 1ms)};
  EXPECT_EQ(doomedOf(files, {.age = 100ms}), (Names{"a/1", "a/2"}));
  EXPECT_EQ(doomedOf(files, {.age = std::chrono::milliseconds::max() - 1ms}), Names{});
}

TEST(ClosedFiles, ThePartsOfASegmentCountAsOneAndGoTogether) {
  const std::vector<Closed> files = {
      closedFile("a", 1, 10, 1ms, ".sealed"), closedFile("a", 1, 10, 1ms, ".1.sealed"),
      closedFile("a", 2, 10, 1ms, ".sealed"), closedFile("a", 2, 10, 200ms, ".1.sealed")};
  EXPECT_EQ(doomedOf(files, {.files = 1}).size(), 2u);
  // One of them is young.
  EXPECT_EQ(doomedOf(files, {.age = 100ms}), Names{});
  EXPECT_EQ(doomedOf(files, {.files = 2}), Names{});
}

/** Fills segments until so many were closed. */
void fillSegments(LogStore& store, std::int64_t segments) {
  LogWriter& log = store.writer("w");
  const std::string text(1'000, 'x');
  while (store.metrics().rotations < segments) {
    ASSERT_TRUE(log.log(LogLevel::kInfo, text));
  }
}

TEST(Retention, AStoreDeletesWhatItDoesNotKeepAndTheRestReadsWell) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  {
    LogStore earlier(directory.path(), config);
    fillSegments(earlier, 3);
  }
  EXPECT_GE(filesIn(directory.path()).size(), 4u);
  config.retention.files = 2;
  {
    LogStore store(directory.path(), config);
    fillSegments(store, 4);
    // On the store's own thread, while it is open.
    while (store.metrics().deleted == 0) {
      std::this_thread::sleep_for(1ms);
    }
    store.close();
    EXPECT_GE(store.metrics().deleted, 4);
  }
  EXPECT_EQ(filesIn(directory.path()).size(), 2u);
  const Found found = readAll(directory.path());
  EXPECT_TRUE(found.damage.empty());
  EXPECT_EQ(found.holes, 0);
  EXPECT_FALSE(found.records.empty());
}

TEST(Retention, FilesOfALivingRunAndOfOtherNamesAreLeftAlone) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  LogStore living(directory.path(), config);
  fillSegments(living, 2);
  config.name = "other";
  {
    LogStore other(directory.path(), config);
    fillSegments(other, 1);
  }
  config.name = "log";
  config.retention = {.files = 0};
  LogMetrics metrics;
  {
    LogStore store(directory.path(), config);
    fillSegments(store, 2);
    store.close();
    metrics = store.metrics();
  }
  EXPECT_EQ(metrics.deleted, 3);
  std::set<std::string> names;
  std::int64_t ofLiving = 0;
  for (const fs::path& file : filesIn(directory.path())) {
    if (const auto parts = FileNames::parse(file.filename().string())) {
      names.insert(parts->name);
      ofLiving += parts->run == living.run() ? 1 : 0;
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"log", "other"}));
  EXPECT_GE(ofLiving, 3);
}

TEST(Retention, OneThatCannotDeleteReportsItOnce) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.retention.files = 0;
  std::vector<std::string> reported;
  config.onFailure = [&reported](const std::string& text) { reported.push_back(text); };
  {
    LogStore store(directory.path(), config);
    // A directory with something in it, by the name of a file of an earlier run.
    const std::string name = FileNames::segment("log", FileNames::run(0, 1, 1), 1);
    fs::create_directories(directory.path() / name / "full");
    fillSegments(store, 2);
    store.close();
    EXPECT_GT(store.metrics().failures, 0);
  }
  ASSERT_EQ(reported.size(), 1u);
  EXPECT_TRUE(reported[0].starts_with("cannot delete old log files: ")) << reported[0];
}

TEST(Rotation, ASegmentWithRecordsIsClosedAfterItsTimeAndAnEmptyOneIsNot) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.rotateEvery = 1ms;
  {
    LogStore store(directory.path(), config);
    for (std::int64_t i = 1; i <= 3; i++) {
      ASSERT_TRUE(store.writer("w").log(LogLevel::kInfo, "record {}", i));
      while (store.metrics().rotations < i) {
        std::this_thread::sleep_for(1ms);
      }
      // More ticks than one: nothing is closed that has no record.
      std::this_thread::sleep_for(50ms);
      EXPECT_EQ(store.metrics().rotations, i);
    }
  }
  const Found found = readAll(directory.path());
  EXPECT_EQ(found.messages(), (Names{"record 1", "record 2", "record 3"}));
  EXPECT_TRUE(found.damage.empty());
}

/** Waits until the store makes no more files. */
void awaitSpares(const LogStore& store) {
  while (!store.isAhead()) {
    std::this_thread::sleep_for(1ms);
  }
}

/** How often a device would have been asked is not seen; that failures are told is. */
TEST(Sync, WhatCannotBeForcedIsReportedOnceAndTheRecordIsWritten) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.sync.level = LogLevel::kWarn;
  std::vector<std::string> reported;
  LogStore* open = nullptr;
  config.onFailure = [&](const std::string& text) {
    reported.push_back(text);
    // As a listener may: the record is one to be forced.
    open->writer("trouble").log(LogLevel::kError, text);
  };
  const fs::path away = directory.path().string() + "-away";
  LogStore store(directory.path(), config);
  open = &store;
  awaitSpares(store);
  LogWriter& log = store.writer("w");
  EXPECT_TRUE(log.log(LogLevel::kWarn, "forced"));
  EXPECT_EQ(store.metrics().failures, 0);
  // What stands by the name of the directory cannot be opened: a link to itself.
  fs::rename(directory.path(), away);
  fs::create_symlink(directory.path(), directory.path());
  EXPECT_TRUE(log.log(LogLevel::kInfo, "not forced"));
  EXPECT_TRUE(reported.empty());
  EXPECT_TRUE(log.log(LogLevel::kWarn, "cannot be forced"));
  EXPECT_TRUE(log.log(LogLevel::kError, "cannot be forced either"));
  ASSERT_EQ(reported.size(), 1u);
  EXPECT_TRUE(reported[0].starts_with("cannot force a record: cannot flush the log: "))
      << reported[0];
  EXPECT_EQ(store.dropped(), 0);
  fs::remove(directory.path());
  fs::rename(away, directory.path());
  EXPECT_TRUE(log.log(LogLevel::kWarn, "forced again"));
  EXPECT_EQ(reported.size(), 1u);
  store.close();
  EXPECT_EQ(readAll(directory.path()).records.size(), 6u);
}

/** Shown by the thread sanitizer: the close looks at what callers count. */
TEST(Sync, AFlushMayFailBesideTheClose) {
  for (int round = 0; round < 10; round++) {
    const TempDirectory directory;
    const fs::path away = directory.path().string() + "-away";
    LogStoreConfig config = small();
    config.onFailure = [](const std::string&) {};
    LogStore store(directory.path(), config);
    awaitSpares(store);
    EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "there"));
    fs::rename(directory.path(), away);
    fs::create_symlink(directory.path(), directory.path());
    std::atomic<int> failed{0};
    std::atomic<bool> closed{false};
    std::vector<std::thread> callers;
    for (int i = 0; i < 8; i++) {
      callers.emplace_back([&] {
        while (!closed.load(std::memory_order_relaxed)) {
          try {
            store.flush();
          } catch (const LogException&) {
            failed.fetch_add(1, std::memory_order_relaxed);
          }
        }
      });
    }
    while (failed.load(std::memory_order_relaxed) < 10) {
      std::this_thread::yield();
    }
    store.close();
    closed.store(true, std::memory_order_relaxed);
    for (std::thread& caller : callers) {
      caller.join();
    }
    fs::remove(directory.path());
    fs::rename(away, directory.path());
    EXPECT_EQ(readAll(directory.path()).records.size(), 1u);
  }
}

TEST(Sync, AnIntervalForcesOnTheStoresOwnThread) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.sync.interval = 1ms;
  std::atomic<int> reported{0};
  config.onFailure = [&reported](const std::string&) { reported++; };
  const fs::path away = directory.path().string() + "-away";
  LogStore store(directory.path(), config);
  awaitSpares(store);
  EXPECT_TRUE(store.writer("w").log(LogLevel::kInfo, "record"));
  fs::rename(directory.path(), away);
  fs::create_symlink(directory.path(), directory.path());
  while (reported.load() == 0) {
    std::this_thread::sleep_for(1ms);
  }
  fs::remove(directory.path());
  fs::rename(away, directory.path());
  store.close();
  EXPECT_EQ(readAll(directory.path()).messages(), Names{"record"});
}

TEST(Choices, OutOfBoundsAreRefused) {
  const auto refused = [](const auto& change) {
    LogStoreConfig config = small();
    change(config);
    EXPECT_THROW(static_cast<void>(config.checked()), std::invalid_argument);
  };
  refused([](LogStoreConfig& config) { config.retention.files = -1; });
  refused([](LogStoreConfig& config) { config.retention.bytes = -1; });
  refused([](LogStoreConfig& config) { config.retention.age = -1ms; });
  refused([](LogStoreConfig& config) { config.rotateEvery = 0ms; });
  refused([](LogStoreConfig& config) { config.sync.interval = 0ns; });
}

}  // namespace
}  // namespace tandem::logger::test
