#include "tandem/journal/wal_journal.hpp"

#include <array>
#include <cstdint>

#include "logged_exchange.hpp"
#include "tandem/journal/journal_exception.hpp"
#include "tandem/kernel/polled_log_kernel.hpp"

namespace tandem::journal::test {
namespace {

using command::CommandInput;
using command::ResultCode;
using kernel::test::RandomFlow;
using wal::test::TempDirectory;

/** A journal of a test: it says what has room and what is confirmed. */
class FakeJournal final : public statemachine::JournalStage {
 public:
  void onEvent(const command::Command& c, i64 sequence) override {
    if (c.entryResult != ResultCode::kLogFull) {
      kept++;
    }
    marks_[static_cast<std::size_t>(sequence) % kSlots] = sequence;
  }
  std::span<const i64> marks() const override { return marks_; }
  bool holdsAnswers() const override { return holds; }
  i64 confirmed() override { return limit.load(); }
  bool hasRoom() override { return room; }

  static constexpr std::size_t kSlots = 8;
  bool holds = true;
  bool room = true;
  int kept = 0;
  std::atomic<i64> limit{-1};

 private:
  std::array<i64, kSlots> marks_{};
};

class Answers final : public event::ResultHandler {
 public:
  void onResult(const command::Command& c) override {
    last = c.result;
    count.fetch_add(1, std::memory_order_release);
  }
  ResultCode last = ResultCode::kPending;
  std::atomic<int> count{0};
};

CommandInput addUser(i64 id) {
  CommandInput in;
  in.type = command::type::kAddUser;
  in.userId = id;
  in.timestampNs = id;
  return in;
}

struct Polled {
  explicit Polled(FakeJournal& journal) {
    statemachine::StagesOptions choice;
    choice.onePass = true;
    choice.handler = &answers;
    kernel::KernelOptions pipeline;
    pipeline.ringSize = FakeJournal::kSlots;
    kernel.emplace(std::make_unique<statemachine::Stages>(choice), pipeline, journal);
  }
  Answers answers;
  std::optional<kernel::PolledLogKernel> kernel;
};

TEST(PolledLogKernel, AnswersNoFurtherThanTheLogHasConfirmed) {
  FakeJournal journal;
  Polled polled(journal);
  for (i64 id = 1; id <= 5; id++) {
    polled.kernel->submit(addUser(id));
  }
  EXPECT_EQ(polled.answers.count, 0);
  journal.limit = 2;
  while (polled.answers.count.load(std::memory_order_acquire) < 3) {
  }
  // Whatever time the others are given, nothing confirms them.
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(polled.answers.count, 3);
  journal.limit = 4;
  polled.kernel->drain();
  EXPECT_EQ(polled.answers.count, 5);
}

TEST(PolledLogKernel, ReportsAtOnceWhereAnswersDoNotWait) {
  FakeJournal journal;
  journal.holds = false;
  Polled polled(journal);
  for (i64 id = 1; id <= 50; id++) {
    polled.kernel->submit(addUser(id));
    EXPECT_EQ(polled.answers.count, id);
  }
  EXPECT_EQ(journal.kept, 50);
}

TEST(PolledLogKernel, RefusesWhileTheLogHasNoRoom) {
  FakeJournal journal;
  journal.limit = 1'000;
  Polled polled(journal);
  polled.kernel->submit(addUser(1));
  journal.room = false;
  polled.kernel->startBatch();
  CommandInput again = addUser(2);
  again.clientKey = 1;
  again.clientSequence = 1;
  polled.kernel->submit(again);
  polled.kernel->drain();
  EXPECT_EQ(polled.answers.last, ResultCode::kLogFull);
  EXPECT_EQ(journal.kept, 1);
  journal.room = true;
  polled.kernel->startBatch();
  // The refusal used up neither the client's sequence nor the user's id.
  polled.kernel->submit(again);
  polled.kernel->drain();
  EXPECT_EQ(polled.answers.last, ResultCode::kOk);
}

TEST(PolledLogKernel, LooksForRoomWithinALongBatch) {
  FakeJournal journal;
  journal.limit = 1'000;
  Polled polled(journal);
  polled.kernel->startBatch();
  polled.kernel->submit(addUser(1));
  journal.room = false;
  for (i64 id = 2; id <= 40; id++) {
    polled.kernel->submit(addUser(id));
  }
  polled.kernel->drain();
  // No more than the ring has slots, for which the reserve is.
  EXPECT_EQ(journal.kept, static_cast<int>(FakeJournal::kSlots));
}

class FailingLog : public testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(Topologies, FailingLog, testing::Bool());

TEST_P(FailingLog, StopsTheExchangeAndLosesNothingAnswered) {
  const TempDirectory directory;
  const RandomFlow flow(1, 5'000);
  Answers answers;
  ExchangeOptions chosen = options(directory / "log", {GetParam(), Durability::SYNCED});
  chosen.stages.handler = &answers;
  {
    Exchange exchange(chosen);
    submit(exchange, flow.inputs(), 0, 200);
    const FileLimit limit(40'000);
    std::string why;
    try {
      submit(exchange, flow.inputs(), 200, 5'000);
    } catch (const JournalException& e) {
      why = e.what();
    }
    EXPECT_NE(why.find("the log "), std::string::npos) << why;
    EXPECT_THROW(exchange.submit(flow.inputs()[0]), JournalException);
    EXPECT_THROW(exchange.drain(), JournalException);
    EXPECT_THROW(exchange.snapshot(), JournalException);
    EXPECT_THROW(exchange.close(), JournalException);
  }
  EXPECT_LT(answers.count, 5'000);
  Exchange again(options(directory / "log"));
  EXPECT_GE(again.recovery()->replayedCommands, answers.count);
  const auto found = static_cast<std::size_t>(again.recovery()->replayedCommands);
  EXPECT_EQ(outcomeOf(again.image()), inMemory(flow.inputs(), found));
}

}  // namespace
}  // namespace tandem::journal::test
