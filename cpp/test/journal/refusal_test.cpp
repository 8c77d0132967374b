#include "logged_exchange.hpp"
#include "tandem/journal/exchange_store.hpp"
#include "tandem/journal/logged_image.hpp"
#include "tandem/journal/record_types.hpp"
#include "tandem/snapshot/snapshot_file.hpp"

namespace tandem::journal::test {
namespace {

using command::Command;
using command::CommandInput;
using command::ResultCode;
using kernel::test::RandomFlow;
using wal::test::TempDirectory;
namespace type = command::type;

/** An exchange of each kind: what drives it, its shards, its ingress and whether it has a log. */
struct Driver {
  const char* name;
  bool pipelined;
  bool logged;
  bool lanes = false;
  bool risk = true;
};

class Refusals : public testing::TestWithParam<Driver> {};

INSTANTIATE_TEST_SUITE_P(Drivers, Refusals,
                         testing::Values(Driver{"Polled", false, false},
                                         Driver{"Pipelined", true, false},
                                         Driver{"Lanes", true, false, true},
                                         Driver{"PolledWithoutRisk", false, false, false, false},
                                         Driver{"PipelinedWithoutRisk", true, false, false, false},
                                         Driver{"PolledLog", false, true},
                                         Driver{"PipelinedLog", true, true}),
                         [](const auto& of) { return std::string(of.param.name); });

/** Codes of answers, and what the one before came with. */
class FirstAnswers final : public event::ResultHandler {
 public:
  void onResult(const Command& c) override {
    if (c.type != type::kQuery || c.isRejectedAtEntry()) {
      codes.push_back(c.result);
      first = c.firstResult;
    }
  }
  std::vector<ResultCode> codes;
  ResultCode first = ResultCode::kPending;
};

ExchangeOptions optionsOf(const Driver& driver, const fs::path& log, FirstAnswers& answers) {
  ExchangeOptions choice = options(log, {driver.pipelined, Durability::WRITTEN});
  choice.stages.handler = &answers;
  if (!driver.risk) {
    choice.stages.riskShards = 0;
  }
  if (driver.lanes) {
    choice.pipeline.ingress = ingress::Ingress::lanes(2, 64);
  }
  if (!driver.logged) {
    choice.journal.reset();
  }
  return choice;
}

class Asked final : public statemachine::Query {
 public:
  void visit(const statemachine::Admission&) override { visits++; }
  void visit(const matching::MatchingEngine&) override { visits++; }
  void visit(const risk::RiskEngine&) override { visits++; }
  void visit(const statemachine::Results&) override { visits++; }
  void visitJournal(i64) override { visits++; }
  std::atomic<int> visits{0};
};

TEST_P(Refusals, ARefusedCommandChangesNothingWhateverItIs) {
  const TempDirectory directory;
  const RandomFlow flow(11, 1'200);
  Asked asked;
  std::vector<CommandInput> plain;
  std::vector<CommandInput> mixed;
  for (const CommandInput& in : flow.inputs()) {
    plain.push_back(in);
    plain.back().refusal = 0;
    CommandInput refused = plain.back();
    refused.clientKey = 0;
    refused.refusal = static_cast<u8>(31 + mixed.size() % 4);
    mixed.push_back(refused);
    // Types that the flow has, and those that it has not.
    refused.type = static_cast<u8>(mixed.size() % 22);
    refused.query = &asked;
    refused.refusal = 31;
    mixed.push_back(refused);
    mixed.push_back(plain.back());
  }
  FirstAnswers expected;
  u64 state = 0;
  {
    Exchange exchange(optionsOf(GetParam(), directory / "plain", expected));
    submit(exchange, plain, 0, plain.size());
    state = exchange.image().stateHash();
  }
  FirstAnswers answers;
  Exchange exchange(optionsOf(GetParam(), directory / "mixed", answers));
  submit(exchange, mixed, 0, mixed.size());
  EXPECT_EQ(exchange.image().stateHash(), state);
  EXPECT_EQ(asked.visits, 0);
  ASSERT_EQ(answers.codes.size(), mixed.size());
  for (std::size_t i = 0; i < plain.size(); i++) {
    ASSERT_EQ(answers.codes[3 * i], static_cast<ResultCode>(mixed[3 * i].refusal)) << i;
    ASSERT_EQ(answers.codes[3 * i + 1], ResultCode::kTooManyOpenOrders) << i;
    ASSERT_EQ(answers.codes[3 * i + 2], expected.codes[i]) << i;
  }
}

CommandInput userOf(i64 sequence, i64 userId, u8 refusal = 0) {
  CommandInput in;
  in.type = type::kAddUser;
  in.timestampNs = 5;
  in.clientKey = 9;
  in.clientSequence = sequence;
  in.userId = userId;
  in.refusal = refusal;
  return in;
}

/** The answer to one command, and what the first one with its sequence was answered. */
std::pair<ResultCode, ResultCode> answer(Exchange& exchange, const FirstAnswers& answers,
                                         const CommandInput& in) {
  exchange.submit(in);
  exchange.drain();
  return {answers.codes.back(), answers.first};
}

TEST(RefusalInTheLog, IsAnsweredAgainAfterARestart) {
  const auto duplicate = std::pair(ResultCode::kDuplicateCommand, ResultCode::kQuantityTooLarge);
  const auto reused = std::pair(ResultCode::kClientSequenceReused, ResultCode::kQuantityTooLarge);
  for (const bool pipelined : {false, true}) {
    for (const bool snapshot : {false, true}) {
      const TempDirectory directory;
      FirstAnswers answers;
      ExchangeOptions choice = options(directory / "log", {pipelined, Durability::WRITTEN});
      choice.stages.handler = &answers;
      Outcome before;
      {
        Exchange exchange(choice);
        EXPECT_EQ(answer(exchange, answers, userOf(1, 4, 32)).first, ResultCode::kQuantityTooLarge);
        EXPECT_EQ(answer(exchange, answers, userOf(2, 4)).first, ResultCode::kOk);
        EXPECT_EQ(answer(exchange, answers, userOf(1, 4)), duplicate);
        EXPECT_EQ(answer(exchange, answers, userOf(1, 5)), reused);
        if (snapshot) {
          exchange.snapshot();
        }
        before = outcomeOf(exchange.image());
        exchange.close();
      }
      Exchange exchange(choice);
      EXPECT_EQ(exchange.recovery()->replayedCommands, snapshot ? 0 : 4);
      EXPECT_EQ(outcomeOf(exchange.image()), before);
      EXPECT_EQ(answer(exchange, answers, userOf(1, 4)), duplicate);
      EXPECT_EQ(answer(exchange, answers, userOf(1, 5)), reused);
      EXPECT_EQ(answer(exchange, answers, userOf(2, 5, 31)),
                std::pair(ResultCode::kClientSequenceReused, ResultCode::kOk));
      EXPECT_EQ(answer(exchange, answers, userOf(2, 4, 31)),
                std::pair(ResultCode::kDuplicateCommand, ResultCode::kOk));
    }
  }
}

TEST(RefusalInTheLog, OfAQuestionAndOfACodeWithoutBytesComeBackAsTheyWere) {
  const TempDirectory directory;
  FirstAnswers answers;
  ExchangeOptions choice = options(directory / "log");
  choice.stages.handler = &answers;
  Asked asked;
  Outcome before;
  CommandInput question = userOf(1, 0, 33);
  question.type = type::kQuery;
  question.query = &asked;
  CommandInput other = userOf(2, 0);
  other.type = type::kQuery;
  other.query = &asked;
  {
    Exchange exchange(choice);
    answer(exchange, answers, question);
    exchange.submit(other);
    EXPECT_EQ(answer(exchange, answers, userOf(3, 4, 200)).first, ResultCode::kUnknownCommand);
    before = outcomeOf(exchange.image());
    exchange.close();
  }
  Exchange exchange(choice);
  EXPECT_EQ(outcomeOf(exchange.image()), before);
  asked.visits = 0;
  EXPECT_EQ(answer(exchange, answers, question),
            std::pair(ResultCode::kDuplicateCommand, ResultCode::kNotionalTooLarge));
  EXPECT_EQ(answer(exchange, answers, other),
            std::pair(ResultCode::kDuplicateCommand, ResultCode::kOk));
  EXPECT_EQ(asked.visits, 0);
}

TEST(RefusalInTheLog, WithACodeOutOfBoundsIsDamage) {
  const TempDirectory directory;
  wal::Wal wal = wal::Wal::open(directory / "log", wal::test::small());
  EXPECT_TRUE(wal.append(record_types::kExchange, record_types::exchange(true)).appended());
  std::array<std::byte, 72> body{};
  body[1] = std::byte{8};
  body[64] = std::byte{128};
  EXPECT_TRUE(wal.append(record_types::kCommand, body).appended());
  wal.close();
  EXPECT_NE(refusal<JournalException>(options(directory / "log"))
                .find("record 1 of the log is none of an exchange: a command with refusal 128, "
                      "expected 1 to 127"),
            std::string::npos);
}

TEST(EarlierVersions, OfLogAndSnapshotAreRefusedByName) {
  const TempDirectory directory;
  {
    wal::Wal wal = wal::Wal::open(directory / "log", wal::test::small());
    auto body = record_types::exchange(true);
    wal::putNumber(body.data(), i64{2});
    EXPECT_TRUE(wal.append(record_types::kExchange, body).appended());
    wal.close();
  }
  EXPECT_NE(refusal<JournalException>(options(directory / "log"))
                .find("a log of 16 bytes of description, version 2; expected 16 bytes, version 4"),
            std::string::npos);
  {
    Exchange exchange(options(directory / "other"));
    exchange.snapshot();
    exchange.close();
  }
  const fs::path state = snapshotsOf(directory / "other").back() / "state";
  std::vector<char> bytes = bytesOf(state);
  bytes[8] = 2;
  write(state, bytes);
  const Exchange again(options(directory / "other"));
  EXPECT_NE(again.recovery()->skippedSnapshots.find(
                "a snapshot of version 2, and this program reads version 4"),
            std::string::npos)
      << again.recovery()->skippedSnapshots;
}

}  // namespace
}  // namespace tandem::journal::test
