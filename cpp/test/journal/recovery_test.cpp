#include <cstdint>
#include <memory>
#include <sstream>

#include "logged_exchange.hpp"
#include "tandem/journal/exchange_store.hpp"
#include "tandem/journal/journal_exception.hpp"
#include "tandem/journal/logged_image.hpp"
#include "tandem/journal/record_types.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace tandem::journal::test {
namespace {

using command::CommandInput;
using command::ResultCode;
using kernel::test::RandomFlow;
using wal::test::TempDirectory;

constexpr std::size_t kCommands = 6'000;

class Recovery : public testing::TestWithParam<Way> {};

std::string nameOf(const testing::TestParamInfo<Way>& way) {
  return std::string(way.param.pipelined ? "Pipelined" : "Fused") +
         wal::nameOf(way.param.durability);
}

INSTANTIATE_TEST_SUITE_P(Ways, Recovery,
                         testing::Values(Way{false, Durability::NONE},
                                         Way{false, Durability::WRITTEN},
                                         Way{false, Durability::SYNCED},
                                         Way{true, Durability::NONE},
                                         Way{true, Durability::SYNCED}),
                         nameOf);

/** Counts answers, and keeps their codes. */
class CodesInOrder final : public event::ResultHandler {
 public:
  void onResult(const command::Command& c) override { codes.push_back(c.result); }
  std::vector<ResultCode> codes;
};

TEST_P(Recovery, ContinuesWhereTheLogEnds) {
  const TempDirectory directory;
  const RandomFlow flow(1, kCommands);
  const auto& commands = flow.inputs();
  std::size_t done = 0;
  for (const std::size_t end :
       {std::size_t{500}, std::size_t{501}, std::size_t{3'000}, kCommands}) {
    // Whoever continues may run another way.
    Exchange exchange(options(directory / "log", done % 2 == 0 ? GetParam() : Way()));
    EXPECT_EQ(outcomeOf(exchange.image()), inMemory(commands, done));
    EXPECT_EQ(exchange.recovery()->isFresh(), done == 0);
    submit(exchange, commands, done, end);
    EXPECT_EQ(outcomeOf(exchange.image()), inMemory(commands, end));
    exchange.close();
    done = end;
  }
}

TEST_P(Recovery, HasAllThatWasAnsweredBeforeAKill) {
  const TempDirectory directory;
  const RandomFlow flow(2, 3'000);
  CodesInOrder answers;
  ExchangeOptions chosen = options(directory / "log", GetParam());
  chosen.stages.handler = &answers;
  Exchange exchange(chosen);
  std::size_t done = 0;
  for (const std::size_t end : {std::size_t{900}, std::size_t{2'100}, std::size_t{3'000}}) {
    submit(exchange, flow.inputs(), done, end);
    done = end;
    EXPECT_EQ(answers.codes.size(), done);
    copyLog(directory / "log", directory / "killed");
    const auto image = LoggedImage::read(*options(directory / "killed").journal, {});
    const auto found = static_cast<std::size_t>(image.recovery.replayedCommands);
    if (GetParam().durability == Durability::NONE) {
      EXPECT_LE(found, done);
    } else {
      EXPECT_EQ(found, done);
    }
    EXPECT_EQ(outcomeOf(image.image), inMemory(flow.inputs(), found));
    Exchange again(options(directory / "killed"));
    EXPECT_EQ(outcomeOf(again.image()), outcomeOf(image.image));
  }
}

TEST_P(Recovery, BeginsWithTheNewestSnapshot) {
  const TempDirectory directory;
  const RandomFlow flow(3, kCommands);
  const fs::path log = directory / "log";
  std::vector<i64> taken;
  {
    Exchange exchange(options(log, GetParam()));
    for (std::size_t done = 0; done < kCommands; done += 1'500) {
      submit(exchange, flow.inputs(), done, done + 1'500);
      const auto report = exchange.snapshot();
      EXPECT_EQ(report.info.stateHash, inMemory(flow.inputs(), done + 1'500).stateHash);
      EXPECT_EQ(report.info.position.sequence, exchange.lastRecord());
      taken.push_back(report.info.position.sequence);
    }
    exchange.close();
  }
  EXPECT_EQ(snapshotsOf(log).size(), 2u);
  EXPECT_FALSE(fs::exists(log / "segment-0000000000000001.wal"));
  {
    Exchange exchange(options(log, GetParam()));
    EXPECT_EQ(exchange.recovery()->snapshotSequence, taken.back());
    EXPECT_EQ(exchange.recovery()->replayedCommands, 0);
    EXPECT_EQ(outcomeOf(exchange.image()), inMemory(flow.inputs(), kCommands));
  }
  // The newest one is damaged: the one before it, and the log behind that.
  const fs::path newest = snapshotsOf(log).back();
  std::vector<char> bytes = bytesOf(newest / "state");
  bytes[bytes.size() / 2] ^= 1;
  write(newest / "state", bytes);
  {
    Exchange exchange(options(log, GetParam()));
    EXPECT_EQ(exchange.recovery()->snapshotSequence, taken[2]);
    EXPECT_NE(exchange.recovery()->skippedSnapshots.find(newest.string()), std::string::npos);
    EXPECT_EQ(exchange.recovery()->replayedCommands, taken[3] - taken[2]);
    EXPECT_EQ(outcomeOf(exchange.image()), inMemory(flow.inputs(), kCommands));
  }
  fs::remove_all(log / "snapshots");
  EXPECT_NE(refusal<JournalException>(options(log)).find("there is no valid snapshot"),
            std::string::npos);
}

TEST(JournalRecovery, AnySnapshotIsRestoredIntoAnyTopology) {
  const TempDirectory directory;
  const RandomFlow flow(4, kCommands);
  for (const bool writer : {false, true}) {
    const fs::path log = directory / (writer ? "pipelined" : "fused");
    Exchange exchange(options(log, {writer, Durability::WRITTEN}));
    submit(exchange, flow.inputs(), 0, 4'000);
    exchange.snapshot();
    exchange.close();
    for (const bool reader : {false, true}) {
      copyLog(log, directory / "copy");
      Exchange again(options(directory / "copy", {reader, Durability::WRITTEN}));
      EXPECT_EQ(again.recovery()->replayedCommands, 0);
      submit(again, flow.inputs(), 4'000, kCommands);
      EXPECT_EQ(outcomeOf(again.image()), inMemory(flow.inputs(), kCommands));
    }
  }
}

TEST(JournalRecovery, ReportsTheAnswersOfTheLogAgainOnRequest) {
  const TempDirectory directory;
  const RandomFlow flow(5, 2'000);
  CodesInOrder first;
  ExchangeOptions chosen = options(directory / "log");
  chosen.stages.handler = &first;
  {
    Exchange exchange(chosen);
    submit(exchange, flow.inputs(), 0, 2'000);
    exchange.close();
  }
  const std::vector<ResultCode> reported = first.codes;
  CodesInOrder replayed;
  chosen.replayed.results = &replayed;
  const Exchange exchange(chosen);
  EXPECT_EQ(replayed.codes, reported);
  EXPECT_EQ(first.codes, reported);
}

TEST(JournalRecovery, KeepsAQuestionOfAClientAsItsUsedUpSequence) {
  const TempDirectory directory;
  class Nothing final : public statemachine::Query {
  } nothing;
  CommandInput question;
  question.type = command::type::kQuery;
  question.clientKey = 7;
  question.clientSequence = 1;
  question.query = &nothing;
  u64 hash = 0;
  {
    Exchange exchange(options(directory / "log"));
    exchange.submit(question);
    hash = exchange.image().stateHash();
    exchange.close();
  }
  Exchange exchange(options(directory / "log"));
  EXPECT_EQ(exchange.recovery()->replayedCommands, 1);
  EXPECT_EQ(exchange.image().stateHash(), hash);
}

TEST(JournalRecovery, RefusesALogOfAnotherKind) {
  const TempDirectory directory;
  {
    Exchange exchange(options(directory / "log"));
    exchange.close();
  }
  EXPECT_TRUE(ExchangeStore::hasRisk(directory / "log"));
  ExchangeOptions without = options(directory / "log");
  without.stages.riskShards = 0;
  EXPECT_NE(refusal<JournalException>(without).find(
                "the log is of an exchange with risk, and this one is without risk"),
            std::string::npos);
  const auto foreign = [&](const char* name, std::int8_t type, std::size_t bytes) {
    wal::Wal wal = wal::Wal::open(directory / name, wal::test::small());
    const std::vector<std::byte> body(bytes, std::byte{9});
    EXPECT_TRUE(wal.append(type, body).appended());
    wal.close();
    return refusal<JournalException>(options(directory / name));
  };
  EXPECT_NE(foreign("type", 2, 64)
                .find("record 0 of the log is none of an exchange: a record of "
                      "type 2, expected 1 or 3"),
            std::string::npos);
  EXPECT_NE(
      foreign("short", record_types::kCommand, 63).find("a command of 63 bytes, expected at least"),
      std::string::npos);
  EXPECT_NE(
      foreign("empty", record_types::kCommand, 0).find("a command of 0 bytes, expected at least"),
      std::string::npos);
  EXPECT_NE(
      foreign("flags", record_types::kCommand, 64).find("a command of 64 bytes with flags 09"),
      std::string::npos);
  EXPECT_NE(foreign("version", record_types::kExchange, 16).find("expected 16 bytes, version 4"),
            std::string::npos);
}

TEST(JournalRecovery, RefusesASnapshotOfAnotherHistory) {
  const TempDirectory directory;
  const RandomFlow flow(6, 2'000);
  const auto make = [&](const char* name, std::size_t commands) {
    Exchange exchange(options(directory / name));
    submit(exchange, flow.inputs(), 0, commands);
    exchange.snapshot();
    exchange.close();
  };
  make("log", 1'000);
  make("other", 1'000);
  fs::remove_all(directory / "log" / "snapshots");
  fs::copy(directory / "other" / "snapshots", directory / "log" / "snapshots",
           fs::copy_options::recursive);
  EXPECT_NE(refusal<JournalException>(options(directory / "log")).find("is a snapshot of log "),
            std::string::npos);
  // Two copies of a log that continued, each by itself.
  copyLog(directory / "other", directory / "fork");
  for (const char* name : {"other", "fork"}) {
    Exchange exchange(options(directory / name));
    submit(exchange, flow.inputs(), 1'000, 1'500);
    exchange.snapshot();
    exchange.close();
  }
  const fs::path newest = snapshotsOf(directory / "fork").back();
  const fs::path target = directory / "other" / "snapshots" / newest.filename();
  fs::remove_all(target);
  fs::copy(newest, target, fs::copy_options::recursive);
  EXPECT_NE(refusal<JournalException>(options(directory / "other")).find("went different ways"),
            std::string::npos);
}

TEST(JournalRecovery, RefusesALogThatEndsBeforeItsSnapshot) {
  const TempDirectory directory;
  const RandomFlow flow(7, 2'000);
  const fs::path log = directory / "log";
  {
    Exchange exchange(options(log));
    submit(exchange, flow.inputs(), 0, 1'000);
    copyLog(log, directory / "before");
    submit(exchange, flow.inputs(), 1'000, 2'000);
    exchange.snapshot();
    exchange.close();
  }
  fs::remove_all(directory / "before" / "snapshots");
  fs::copy(log / "snapshots", directory / "before" / "snapshots", fs::copy_options::recursive);
  const std::string message = refusal<JournalException>(options(directory / "before"));
  EXPECT_NE(message.find("a part of it is lost"), std::string::npos) << message;
}

TEST(JournalRecovery, DamageBelowTheSnapshotIsSkippedUnlessItMustNotBe) {
  const TempDirectory directory;
  const RandomFlow flow(8, kCommands);
  const fs::path log = directory / "log";
  ExchangeOptions chosen = options(log);
  chosen.journal->wholeLogKept = true;
  {
    Exchange exchange(chosen);
    submit(exchange, flow.inputs(), 0, kCommands);
    exchange.snapshot();
    exchange.close();
  }
  const fs::path first = log / "segment-0000000000000001.wal";
  std::vector<char> bytes = bytesOf(first);
  bytes[bytes.size() / 2] ^= 4;
  write(first, bytes);
  copyLog(log, directory / "copy");
  {
    Exchange exchange(chosen);
    EXPECT_EQ(outcomeOf(exchange.image()), inMemory(flow.inputs(), kCommands));
  }
  chosen.journal->directory = directory / "copy";
  chosen.journal->readMode = wal::ReadMode::STRICT;
  refusal<wal::WalCorruptedException>(chosen);
  chosen.journal->readMode = wal::ReadMode::SKIP_OLDER_SEGMENTS;
  chosen.journal->snapshotsIgnored = true;
  refusal<wal::WalCorruptedException>(chosen);
  chosen.journal->readMode = wal::ReadMode::READ_ONLY;
  refusal<std::invalid_argument>(chosen);
}

TEST(JournalRecovery, AnotherExchangeHasTheDirectory) {
  const TempDirectory directory;
  const Exchange exchange(options(directory / "log"));
  refusal<wal::WalLockedException>(options(directory / "log"));
}

TEST(JournalLook, ReportsTheStateBehindARecordAndATime) {
  const TempDirectory directory;
  const RandomFlow flow(9, 2'000);
  const fs::path log = directory / "log";
  const JournalOptions look = *options(log).journal;
  Exchange exchange(options(log));
  std::vector<i64> records;
  std::vector<i64> times;
  for (std::size_t done = 0; done < 2'000; done += 500) {
    submit(exchange, flow.inputs(), done, done + 500);
    records.push_back(exchange.lastRecord());
    times.push_back(LoggedImage::read(look, {}).lastTimestampNs);
    if (done == 500) {
      exchange.snapshot();
    }
  }
  for (std::size_t i = 0; i < records.size(); i++) {
    for (const RecoveryPoint& point :
         {RecoveryPoint::record(records[i]), RecoveryPoint::time(times[i])}) {
      const LoggedImage found = LoggedImage::read(look, point);
      EXPECT_EQ(outcomeOf(found.image), inMemory(flow.inputs(), (i + 1) * 500));
      EXPECT_EQ(found.lastRecord, records[i]);
      EXPECT_TRUE(found.inUse);
    }
  }
  EXPECT_THROW(LoggedImage::read(look, RecoveryPoint::record(9'999)), JournalException);
  EXPECT_THROW(LoggedImage::read(look, RecoveryPoint::time(1)), JournalException);
}

}  // namespace
}  // namespace tandem::journal::test
