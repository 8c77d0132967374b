#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "journal/logged_exchange.hpp"
#include "tandem/exchange.hpp"
#include "tandem/snapshot_timer.hpp"

namespace tandem::journal::test {
namespace {

using kernel::test::RandomFlow;
using std::chrono::nanoseconds;
using wal::test::TempDirectory;

JournalOptions asking(i64 every, nanoseconds interval) {
  JournalOptions options;
  options.snapshotEvery = every;
  options.snapshotInterval = interval;
  return options;
}

TEST(SnapshotTimer, IsDueAfterSoManyRecords) {
  const SnapshotTimer timer(asking(3, nanoseconds(0)), 9, {});
  EXPECT_TRUE(timer.isAsked());
  EXPECT_FALSE(timer.isDue(11));
  EXPECT_TRUE(timer.isDue(12));
  EXPECT_FALSE(SnapshotTimer(asking(0, nanoseconds(0)), -1, {}).isAsked());
}

TEST(SnapshotTimer, IsDueAfterSomeTimeIfThereIsAnythingNew) {
  nanoseconds now{1'000};
  SnapshotTimer timer(asking(0, nanoseconds(10)), -1, [&now] { return now; });
  now += nanoseconds(9);
  EXPECT_FALSE(timer.isDue(0));
  now += nanoseconds(1);
  EXPECT_TRUE(timer.isDue(0));
  EXPECT_FALSE(timer.isDue(-1));
  timer.tried(0);
  now += nanoseconds(20);
  EXPECT_FALSE(timer.isDue(0));
  EXPECT_TRUE(timer.isDue(1));
}

TEST(SnapshotTimer, LooksAtTheClockNowAndThenBehindACommand) {
  nanoseconds now{0};
  SnapshotTimer timer(asking(1'000, nanoseconds(10)), -1, [&now] { return now; });
  now = nanoseconds(10);
  int looks = 1;
  while (!timer.isDueNow(0)) {
    looks++;
  }
  EXPECT_EQ(looks, 256);
  // Records are counted each time.
  EXPECT_TRUE(timer.isDueNow(999));
}

TEST(SnapshotTimer, RefusesNegativeChoices) {
  EXPECT_THROW(SnapshotTimer(asking(-1, nanoseconds(0)), -1, {}), std::invalid_argument);
  EXPECT_THROW(SnapshotTimer(asking(0, nanoseconds(-1)), -1, {}), std::invalid_argument);
}

class AutomaticSnapshotsTest : public testing::TestWithParam<bool> {
 protected:
  ExchangeOptions asked(i64 every, nanoseconds interval) {
    ExchangeOptions choice = options(log_, {.pipelined = GetParam()});
    choice.journal->snapshotEvery = every;
    choice.journal->snapshotInterval = interval;
    choice.snapshotClock = [this] { return now_; };
    choice.onSnapshotFailure = [this](const std::string& text) { failures_.push_back(text); };
    return choice;
  }

  const TempDirectory directory_;
  const fs::path log_ = directory_ / "log";
  nanoseconds now_{0};
  std::vector<std::string> failures_;
};

INSTANTIATE_TEST_SUITE_P(Topologies, AutomaticSnapshotsTest, testing::Bool());

TEST_P(AutomaticSnapshotsTest, AreTakenEverySoManyRecordsAndRecoveredFrom) {
  const RandomFlow flow(3, 1'000);
  Outcome before{};
  i64 last = -1;
  {
    Exchange exchange(asked(100, nanoseconds(0)));
    submit(exchange, flow.inputs(), 0, 1'000);
    const AutomaticSnapshots counts = exchange.automaticSnapshots();
    EXPECT_GE(counts.taken, 1);
    EXPECT_EQ(counts.failed, 0);
    EXPECT_GE(counts.lastRecord, exchange.lastRecord() - 100);
    if (!GetParam()) {
      // The log has a record of its own before the first command.
      EXPECT_EQ(counts.taken, 10);
      EXPECT_EQ(counts.lastRecord, 999);
    }
    last = counts.lastRecord;
    before = outcomeOf(exchange.image());
    exchange.close();
  }
  Exchange exchange(asked(100, nanoseconds(0)));
  EXPECT_EQ(exchange.recovery()->snapshotSequence, last);
  EXPECT_EQ(outcomeOf(exchange.image()), before);
  EXPECT_EQ(before, inMemory(flow.inputs(), 1'000));
}

TEST_P(AutomaticSnapshotsTest, AreTakenWhenTheIntervalHasPassedAndSomethingWasLogged) {
  const RandomFlow flow(4, 40);
  Exchange exchange(asked(0, std::chrono::seconds(60)));
  submit(exchange, flow.inputs(), 0, 20);
  EXPECT_FALSE(exchange.poll());
  now_ += std::chrono::seconds(60);
  EXPECT_TRUE(exchange.poll());
  EXPECT_EQ(exchange.automaticSnapshots().lastRecord, 20);
  // Nothing new.
  now_ += std::chrono::seconds(600);
  EXPECT_FALSE(exchange.poll());
  // Who waits for answers sees it, too.
  submit(exchange, flow.inputs(), 20, 40);
  EXPECT_EQ(exchange.automaticSnapshots().taken, 2);
  EXPECT_EQ(exchange.automaticSnapshots().lastRecord, 40);
  // One that is requested counts for the next.
  exchange.snapshot();
  now_ += std::chrono::seconds(60);
  EXPECT_FALSE(exchange.poll());
}

TEST_P(AutomaticSnapshotsTest, OneThatCannotBeWrittenIsReportedAndTriedAgainLater) {
  const RandomFlow flow(5, 60);
  Exchange exchange(asked(20, nanoseconds(0)));
  const fs::path snapshots = log_ / "snapshots";
  fs::remove_all(snapshots);
  std::ofstream(snapshots) << "no directory";
  submit(exchange, flow.inputs(), 0, 30);
  ASSERT_EQ(failures_.size(), 1u);
  EXPECT_NE(failures_[0].find("the exchange continues, and so does its log"), std::string::npos);
  EXPECT_EQ(exchange.automaticSnapshots().failed, 1);
  EXPECT_FALSE(exchange.poll());
  fs::remove(snapshots);
  fs::create_directory(snapshots);
  submit(exchange, flow.inputs(), 30, 60);
  EXPECT_EQ(failures_.size(), 1u);
  EXPECT_GE(exchange.automaticSnapshots().taken, 1);
  exchange.close();
}

// That the log has ended is no failure of a snapshot.
TEST_P(AutomaticSnapshotsTest, AnEndOfTheLogIsNotTakenForASnapshotThatFails) {
  const RandomFlow flow(5, 60);
  ExchangeOptions choice = asked(20, nanoseconds(0));
  choice.journal->durability = Durability::NONE;
  Exchange exchange(choice);
  submit(exchange, flow.inputs(), 0, 10);
  {
    const FileLimit limit(1);
    EXPECT_THROW(submit(exchange, flow.inputs(), 10, 60), std::runtime_error);
  }
  EXPECT_TRUE(failures_.empty()) << failures_[0];
}

TEST_P(AutomaticSnapshotsTest, AreNotTakenUnlessConfigured) {
  const RandomFlow flow(6, 500);
  Exchange exchange(options(log_, {.pipelined = GetParam()}));
  submit(exchange, flow.inputs(), 0, 500);
  EXPECT_FALSE(exchange.poll());
  EXPECT_EQ(exchange.automaticSnapshots().taken, 0);
  EXPECT_THROW(Exchange(asked(-1, nanoseconds(0))), std::invalid_argument);
}

}  // namespace
}  // namespace tandem::journal::test
