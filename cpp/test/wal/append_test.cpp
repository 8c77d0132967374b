#include <chrono>
#include <limits>
#include <thread>

#include "../owner_alone.hpp"
#include "faulty_files.hpp"
#include "logs.hpp"
#include "tandem/wal/append/sync_times.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/system_clock.hpp"

namespace tandem::wal::test {
namespace {

/** Whether it can tell others that records are durable. */
template <class Reported>
concept canConfirm = requires(Reported reported) {
  reported.publishSynced(1);
};

using std::chrono::milliseconds;

TEST(WalAppend, WhatWasAppendedIsReadAgain) {
  const TempDirectory directory;
  for (const Durability level : {Durability::NONE, Durability::WRITTEN, Durability::SYNCED}) {
    const fs::path log = directory / nameOf(level);
    WalConfig config = small();
    config.durability = level;
    std::int64_t next = 0;
    // The log rolls over several segments, and continues where it was closed.
    for (const int count : {0, 1, 300, 7}) {
      Wal wal = Wal::open(log, config);
      EXPECT_EQ(wal.nextSequence(), next);
      EXPECT_EQ(wal.recovery().lastSequence, next - 1);
      EXPECT_TRUE(wal.recovery().clean);
      appendTo(wal, count);
      next += count;
      wal.close();
      EXPECT_EQ(read(log), bodies(0, next));
    }
    const WalReport report = WalVerifier::verify(log);
    EXPECT_TRUE(report.problems.empty());
    EXPECT_EQ(report.records, next);
    EXPECT_EQ(report.tail, "ended after sequence " + std::to_string(next - 1));
    EXPECT_GT(report.segments.size(), 4U);
  }
}

TEST(WalAppend, FilesAreForTheirOwnerAlone) {
  const TempDirectory directory;
  Wal wal = Wal::open(directory / "some" / "log", small());
  appendTo(wal, 300);
  tandem::test::expectOwnerAlone(directory.path());
}

TEST(WalAppend, BodiesOfEverySizeFit) {
  const TempDirectory directory;
  std::vector<std::string> expected;
  {
    Wal wal = Wal::open(directory.path(), small());
    for (std::int64_t bytes = 0; bytes <= wal.maxBodyBytes(); bytes += bytes < 40 ? 1 : 37) {
      expected.emplace_back(static_cast<std::size_t>(bytes), 'y');
      ASSERT_TRUE(wal.append(127, bytesOf(expected.back())).appended());
    }
    const std::string longest(static_cast<std::size_t>(wal.maxBodyBytes()), 'z');
    ASSERT_TRUE(wal.append(0, bytesOf(longest)).appended());
    expected.push_back(longest);
    const std::string tooLong = longest + "z";
    EXPECT_EQ(wal.append(0, bytesOf(tooLong)).status, AppendStatus::INVALID);
    EXPECT_EQ(wal.append(-1, bytesOf("")).status, AppendStatus::INVALID);
    wal.close();
  }
  EXPECT_EQ(read(directory.path()), expected);
}

TEST(WalAppend, EachLevelIsConfirmed) {
  const TempDirectory directory;
  WalConfig config = small();
  config.durability = Durability::WRITTEN;
  Wal wal = Wal::open(directory.path(), config);
  const Confirmations confirmations = wal.confirmations();
  static_assert(!canConfirm<Confirmations>, "only the log says what is on the disk");
  static_assert(canConfirm<ConfirmationTracker>);
  EXPECT_FALSE(confirmations.isConfirmed(0, Durability::NONE));
  appendTo(wal, 10);
  EXPECT_TRUE(confirmations.isConfirmed(9, Durability::NONE));
  EXPECT_EQ(confirmations.await(9, Durability::WRITTEN), ConfirmStatus::CONFIRMED);
  EXPECT_EQ(confirmations.written(), 9);
  // Nobody has requested a sync so far.
  EXPECT_EQ(confirmations.synced(), -1);
  EXPECT_EQ(confirmations.await(4, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  EXPECT_EQ(confirmations.synced(), 9);
  ASSERT_TRUE(wal.append(1, bytesOf("now"), true).appended());
  while (confirmations.synced() < 10) {
    std::this_thread::yield();
  }
  EXPECT_EQ(confirmations.await(11, Durability::SYNCED, milliseconds(20)), ConfirmStatus::TIMEOUT);
  EXPECT_EQ(confirmations.await(11, Durability::NONE, milliseconds(0)), ConfirmStatus::TIMEOUT);
  wal.close();
  EXPECT_EQ(confirmations.await(11, Durability::WRITTEN), ConfirmStatus::CLOSED);
  EXPECT_EQ(confirmations.await(10, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  EXPECT_EQ(wal.append(1, bytesOf("late")).status, AppendStatus::CLOSED);
  EXPECT_NO_THROW(wal.close());
}

TEST(WalAppend, OneSyncCarriesAllThatArrivedMeanwhile) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.segmentBytes = 1 << 20;
  config.bufferBytes = 64 << 10;
  config.files = &files;
  Wal wal = Wal::open(directory.path(), config);
  // No force but the writer's is to be held.
  while (wal.statistics().segments.ready < 2) {
    std::this_thread::yield();
  }
  files.holdForces();
  appendTo(wal, 1);
  files.awaitHeldForce();
  // The sync of the first record is under way: no other begins, and none of these is confirmed.
  appendTo(wal, 500);
  EXPECT_EQ(wal.confirmations().await(0, Durability::SYNCED, milliseconds(20)),
            ConfirmStatus::TIMEOUT);
  const std::int64_t before = wal.statistics().syncs.count;
  files.letForces();
  EXPECT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  EXPECT_EQ(wal.statistics().syncs.count - before, 2);
  wal.close();
}

TEST(WalAppend, ALogAtRestReportsWhatIsSynced) {
  const TempDirectory directory;
  const fs::path log = directory / "log";
  const fs::path copy = directory / "copy";
  Wal wal = Wal::open(log, small());
  appendTo(wal, 3);
  ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  // A flipped bit in the last record is told from a torn tail once the mark is there.
  for (bool reported = false; !reported;) {
    std::this_thread::sleep_for(milliseconds(5));
    copyLog(log, copy);
    const fs::path segment = SegmentNames::segment(copy, 1);
    std::string bytes = contents(segment);
    bytes[bytes.find(bodyOf(2))] ^= 1;
    write(segment, bytes);
    reported = !WalVerifier::verify(copy).sound();
  }
  // What comes next is written over the mark.
  appendTo(wal, 3);
  wal.close();
  EXPECT_EQ(read(log), bodies(0, 6));
}

TEST(WalAppend, SegmentsAreUsedAgain) {
  const TempDirectory directory;
  Wal wal = Wal::open(directory.path(), small());
  for (int i = 0; i < 60; i++) {
    appendTo(wal, 20);
    ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
    wal.retainFrom(wal.nextSequence() - 10);
  }
  wal.close();
  const std::int64_t next = wal.nextSequence();
  EXPECT_GT(wal.statistics().segments.recycled, 3);
  EXPECT_GT(wal.firstSequence(), 600);
  const auto kept = read(directory.path());
  EXPECT_EQ(kept, bodies(next - static_cast<std::int64_t>(kept.size()), next));
  EXPECT_TRUE(WalVerifier::verify(directory.path()).problems.empty());
  EXPECT_EQ(Wal::open(directory.path(), small()).nextSequence(), next);
}

TEST(WalAppend, RefusesWhenAllBuffersAreFull) {
  const TempDirectory directory;
  FaultyFiles files;
  WalConfig config = small();
  config.files = &files;
  config.backpressure = BackpressurePolicy::FAIL;
  Wal wal = Wal::open(directory.path(), config);
  wal.awaitReserve();
  files.holdForces();
  std::int64_t taken = 0;
  AppendResult result{};
  do {
    result = wal.append(1, bytesOf(bodyOf(taken)));
    taken += result.appended() ? 1 : 0;
  } while (result.appended());
  EXPECT_EQ(result.status, AppendStatus::BACKLOG);
  EXPECT_GT(taken, 20);
  files.letForces();
  ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
  wal.close();
  EXPECT_EQ(read(directory.path()), bodies(0, taken));
}

TEST(WalAppend, TimesDoNotGoBackWithTheClock) {
  const TempDirectory directory;
  WalConfig config = small();
  for (const std::int64_t time : {5'000, 3'000, 9'000}) {
    config.clock = [time] { return time; };
    Wal wal = Wal::open(directory.path(), config);
    appendTo(wal, 1);
    wal.close();
  }
  WalReader reader(directory.path(), ReadMode::STRICT, -1);
  for (const std::int64_t expected : {5'000, 5'000, 9'000}) {
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.timestampNs(), expected);
  }
}

TEST(WalAppend, AConfigurationOutOfItsBoundsIsRefused) {
  const TempDirectory directory;
  WalConfig config;
  config.segmentBytes = 100;
  EXPECT_THROW(Wal::open(directory.path(), config), std::invalid_argument);
  config = {};
  config.segmentsInReserve = 2;
  EXPECT_THROW(Wal::open(directory.path(), config), std::invalid_argument);
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TEST(WalAppend, TheClockStandsStillWhereTheOtherGoesBack) {
  std::int64_t steady = 0;
  std::int64_t followed = 1'000'000'000;
  SystemClock clock([&] { return steady; }, [&] { return followed; });
  EXPECT_EQ(clock.nanos(), 1'000'000'000);
  steady = 200'000'000;
  followed = 900'000'000;
  EXPECT_EQ(clock.nanos(), 1'200'000'000);
  steady = 400'000'000;
  followed = 1'100'000'000;
  EXPECT_EQ(clock.nanos(), 1'200'000'000);
  steady = 600'000'000;
  followed = 1'300'000'000;
  EXPECT_EQ(clock.nanos(), 1'300'000'000);
}

TEST(SyncTimes, APercentileIsLessThanAPercentTooHigh) {
  SyncTimes times;
  EXPECT_EQ(times.percentile(99), 0);
  EXPECT_EQ(times.mean(), 0);
  for (std::int64_t time = 0; time < 100'000; time++) {
    times.record(time * 1'000);
  }
  times.record(-5);
  EXPECT_EQ(times.count(), 100'001);
  EXPECT_EQ(times.longest(), 99'999'000);
  EXPECT_NEAR(times.mean(), 49'999'000.0, 1'000);
  for (const double percent : {1.0, 50.0, 99.0}) {
    const double exact = percent * 1'000'000;
    EXPECT_GE(static_cast<double>(times.percentile(percent)), exact * 0.999);
    EXPECT_LE(static_cast<double>(times.percentile(percent)), exact * 1.01);
  }
  EXPECT_EQ(times.percentile(100), times.longest());
  for (const std::int64_t time :
       {std::int64_t{0}, std::int64_t{127}, std::int64_t{256}, std::int64_t{257},
        std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::max()}) {
    const std::size_t bucket = SyncTimes::bucketOf(time);
    EXPECT_GE(SyncTimes::highestIn(bucket), time);
    EXPECT_TRUE(bucket == 0 || SyncTimes::highestIn(bucket - 1) < time) << time;
  }
}

TEST(Statistics, CountWhatWasAppendedSinceTheLogWasOpened) {
  const TempDirectory directory;
  for (int life = 0; life < 2; life++) {
    Wal wal = Wal::open(directory / "log", small());
    for (int i = 0; i < 5; i++) {
      ASSERT_TRUE(wal.append(1, {}, i == 4).appended());
    }
    ASSERT_EQ(wal.confirmations().await(wal.nextSequence() - 1, Durability::SYNCED),
              ConfirmStatus::CONFIRMED);
    const WalStatistics found = wal.statistics();
    EXPECT_EQ(found.appended, 5);
    EXPECT_EQ(found.written, 5);
    EXPECT_EQ(found.synced, 5);
    EXPECT_EQ(found.critical, 1);
    EXPECT_EQ(found.queue.records, 0);
    EXPECT_GE(found.syncs.count, 1);
    EXPECT_GE(static_cast<double>(found.syncs.maxNs), found.syncs.meanNs);
    EXPECT_LE(found.syncs.p99Ns, found.syncs.maxNs);
  }
}

}  // namespace
}  // namespace tandem::wal::test
