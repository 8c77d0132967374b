#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "logged_exchange.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace tandem::journal::test {
namespace {

using kernel::test::RandomFlow;
using wal::test::TempDirectory;

std::vector<std::byte> encoded(const RandomFlow& flow, std::size_t from, std::size_t to) {
  std::vector<std::byte> bytes;
  for (std::size_t i = from; i < to; i++) {
    std::array<std::byte, command::command_codec::kMaxBytes> record;
    const std::size_t length = command::command_codec::encode(flow.inputs()[i], record);
    bytes.insert(bytes.end(), record.begin(), record.begin() + static_cast<std::ptrdiff_t>(length));
  }
  return bytes;
}

tandem_options memory(bool pipelined) {
  return {sizeof(tandem_options), 0, 0, 0, 0, pipelined ? 1u : 0u, 0, 0, 0, 0};
}

tandem_log_options logIn(const std::string& directory) {
  return {sizeof(tandem_log_options), TANDEM_SYNCED, directory.c_str(), 1 << 16, 0, 0, 0, 0};
}

u64 stateHash(tandem_exchange* exchange) {
  u64 hash = 0;
  EXPECT_EQ(tandem_exchange_state_hash(exchange, &hash), TANDEM_OK);
  return hash;
}

class LogAbi : public testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(Topologies, LogAbi, testing::Bool());

TEST_P(LogAbi, OpensSnapshotsClosesAndContinues) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  const RandomFlow flow(1, 3'000);
  const tandem_options options = memory(GetParam());
  const tandem_log_options log = logIn(place);
  tandem_exchange* plain = nullptr;
  ASSERT_EQ(tandem_exchange_create(&options, &plain), TANDEM_OK);
  std::size_t done = 0;
  std::int64_t snapshotAt = -1;
  for (const std::size_t end : {std::size_t{1'000}, std::size_t{2'000}, std::size_t{3'000}}) {
    tandem_exchange* exchange = nullptr;
    tandem_recovery found{};
    ASSERT_EQ(tandem_exchange_open(&options, &log, &found, &exchange), TANDEM_OK) << tandem_error();
    EXPECT_EQ(found.next_record, done == 0 ? 0 : static_cast<std::int64_t>(done) + 1);
    EXPECT_EQ(found.snapshot_sequence, snapshotAt);
    const auto bytes = encoded(flow, done, end);
    std::vector<std::uint8_t> codes(end - done);
    std::vector<std::uint8_t> expected(end - done);
    std::size_t consumed = 0;
    ASSERT_EQ(tandem_exchange_submit(exchange, bytes.data(), bytes.size(), &consumed, codes.data()),
              TANDEM_OK);
    EXPECT_EQ(consumed, bytes.size());
    ASSERT_EQ(tandem_exchange_submit(plain, bytes.data(), bytes.size(), nullptr, expected.data()),
              TANDEM_OK);
    EXPECT_EQ(codes, expected);
    EXPECT_EQ(stateHash(exchange), stateHash(plain));
    tandem_snapshot taken{};
    ASSERT_EQ(tandem_exchange_snapshot(exchange, &taken), TANDEM_OK) << tandem_error();
    EXPECT_EQ(taken.state_hash, stateHash(plain));
    EXPECT_EQ(taken.log_sequence, static_cast<std::int64_t>(end));
    snapshotAt = taken.log_sequence;
    tandem_exchange* second = nullptr;
    EXPECT_EQ(tandem_exchange_open(&options, &log, nullptr, &second), TANDEM_LOCKED);
    ASSERT_EQ(tandem_exchange_close(exchange), TANDEM_OK) << tandem_error();
    EXPECT_EQ(tandem_exchange_close(exchange), TANDEM_FAILED);
    EXPECT_STREQ(tandem_error(), "the exchange is closed");
    tandem_exchange_destroy(exchange);
    done = end;
  }
  tandem_exchange_destroy(plain);
}

TEST_P(LogAbi, TakesSnapshotsByItselfAndKeepsTheCodesOfTheAnswers) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  const RandomFlow flow(2, 2'000);
  const tandem_options options = memory(GetParam());
  tandem_log_options log = logIn(place);
  log.snapshot_every = 300;
  tandem_exchange* plain = nullptr;
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(tandem_exchange_create(&options, &plain), TANDEM_OK);
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_OK) << tandem_error();
  const auto bytes = encoded(flow, 0, 2'000);
  std::vector<std::uint8_t> codes(2'000);
  std::vector<std::uint8_t> expected(2'000);
  ASSERT_EQ(tandem_exchange_submit(exchange, bytes.data(), bytes.size(), nullptr, codes.data()),
            TANDEM_OK);
  ASSERT_EQ(tandem_exchange_submit(plain, bytes.data(), bytes.size(), nullptr, expected.data()),
            TANDEM_OK);
  EXPECT_EQ(codes, expected);
  tandem_automatic_snapshots counts{};
  ASSERT_EQ(tandem_exchange_poll(exchange, &counts), TANDEM_OK) << tandem_error();
  EXPECT_GT(counts.taken, 0);
  EXPECT_EQ(counts.failed, 0);
  EXPECT_GE(counts.log_sequence, 300);
  if (!GetParam()) {
    // On the caller's thread each command is in the log when its submission is over.
    EXPECT_EQ(counts.taken, 6);
  }
  EXPECT_EQ(stateHash(exchange), stateHash(plain));
  ASSERT_EQ(tandem_exchange_close(exchange), TANDEM_OK);
  tandem_exchange_destroy(exchange);
  tandem_recovery found{};
  ASSERT_EQ(tandem_exchange_open(&options, &log, &found, &exchange), TANDEM_OK) << tandem_error();
  EXPECT_EQ(found.snapshot_sequence, counts.log_sequence);
  EXPECT_EQ(stateHash(exchange), stateHash(plain));
  tandem_exchange_destroy(exchange);
  EXPECT_EQ(tandem_exchange_poll(plain, &counts), TANDEM_INVALID);
  tandem_exchange_destroy(plain);
}

constexpr std::uint8_t kUntouched = 99;

/** Every call is refused, and does not touch what has gone. */
void expectFailed(tandem_exchange* exchange) {
  u64 word = 0;
  std::size_t count = 7;
  std::uint8_t code = kUntouched;
  tandem_counts counts{};
  tandem_user user{};
  tandem_level level{};
  EXPECT_EQ(tandem_exchange_submit(exchange, nullptr, 0, &count, &code), TANDEM_FAILED);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(code, kUntouched);
  EXPECT_EQ(tandem_exchange_drain(exchange, nullptr, 0, &count), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_event_hash(exchange, &word), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_state_hash(exchange, &word), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_counts(exchange, &counts), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_user(exchange, 1, &user), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_levels(exchange, 1, 0, &level, 1, &count), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_poll(exchange, nullptr), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_snapshot(exchange, nullptr), TANDEM_FAILED);
  EXPECT_EQ(tandem_exchange_close(exchange), TANDEM_FAILED);
  EXPECT_NE(std::string(tandem_error()).find("the exchange has failed: the log "),
            std::string::npos);
}

TEST_P(LogAbi, NothingIsWrittenForTheCallerAfterAFailure) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  const RandomFlow flow(1, 5'000);
  const tandem_options options = memory(GetParam());
  const tandem_log_options log = logIn(place);
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_OK) << tandem_error();
  const auto bytes = encoded(flow, 0, 5'000);
  std::vector<std::uint8_t> codes(5'000, kUntouched);
  std::size_t consumed = 0;
  {
    const FileLimit limit(40'000);
    ASSERT_EQ(tandem_exchange_submit(exchange, bytes.data(), bytes.size(), &consumed, codes.data()),
              TANDEM_FAILED);
  }
  // No thread of the exchange is left that could write: the thread sanitizer sees that, and the
  // codes are those of the answers, of which there will be no more.
  const auto answered =
      static_cast<std::size_t>(std::find(codes.begin(), codes.end(), kUntouched) - codes.begin());
  EXPECT_EQ(std::count(codes.begin(), codes.end(), kUntouched),
            static_cast<std::ptrdiff_t>(codes.size() - answered));
  EXPECT_LT(answered, codes.size());
  EXPECT_EQ(consumed, encoded(flow, 0, answered).size());
  expectFailed(exchange);
  // What holds the directory has gone, too.
  tandem_exchange* again = nullptr;
  tandem_recovery found{};
  ASSERT_EQ(tandem_exchange_open(&options, &log, &found, &again), TANDEM_OK) << tandem_error();
  EXPECT_GE(found.replayed_commands, static_cast<std::int64_t>(answered));
  tandem_exchange_destroy(again);
  tandem_exchange_destroy(exchange);
}

TEST_P(LogAbi, ASnapshotSaysThatTheLogHasEnded) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  const RandomFlow flow(1, 20);
  const tandem_options options = memory(GetParam());
  tandem_log_options log = logIn(place);
  log.durability = TANDEM_NONE;
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_OK) << tandem_error();
  const auto bytes = encoded(flow, 0, 20);
  {
    const FileLimit limit(1);
    // Its answers do not wait for the log.
    tandem_exchange_submit(exchange, bytes.data(), bytes.size(), nullptr, nullptr);
    EXPECT_EQ(tandem_exchange_snapshot(exchange, nullptr), TANDEM_FAILED) << tandem_error();
  }
  std::uint64_t hash = 0;
  EXPECT_EQ(tandem_exchange_event_hash(exchange, &hash), TANDEM_FAILED);
  tandem_exchange_destroy(exchange);
}

TEST_P(LogAbi, NothingIsTimedForTheCallerAfterAFailure) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  const RandomFlow flow(1, 5'000);
  const tandem_options options = memory(GetParam());
  const tandem_log_options log = logIn(place);
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_OK) << tandem_error();
  const auto bytes = encoded(flow, 0, 5'000);
  std::vector<u64> latency(TANDEM_PACE_COUNTS);
  std::vector<u64> lateness(TANDEM_PACE_COUNTS);
  tandem_paced paced{7, 7};
  {
    const FileLimit limit(40'000);
    ASSERT_EQ(tandem_exchange_pace(exchange, bytes.data(), bytes.size(), 1, 1e8, latency.data(),
                                   lateness.data(), &paced),
              TANDEM_FAILED);
  }
  // Read and written here, which must be no race with a thread of the exchange.
  EXPECT_LT(std::accumulate(latency.begin(), latency.end(), u64{0}), 5'000u);
  std::fill(latency.begin(), latency.end(), 0);
  EXPECT_EQ(paced.took_ns, 7u);
  expectFailed(exchange);
  tandem_exchange* again = nullptr;
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &again), TANDEM_OK) << tandem_error();
  tandem_exchange_destroy(again);
  tandem_exchange_destroy(exchange);
}

TEST(LogOptions, OfEarlierVersionsAreTaken) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  const tandem_options options = memory(false);
  tandem_log_options log = logIn(place);
  log.size = 32;
  // Behind its end: not looked at.
  log.snapshot_every = UINT64_MAX;
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_OK) << tandem_error();
  tandem_automatic_snapshots counts{};
  EXPECT_EQ(tandem_exchange_poll(exchange, &counts), TANDEM_OK);
  EXPECT_EQ(counts.log_sequence, -1);
  tandem_exchange_destroy(exchange);
}

TEST(LogOptions, AreCheckedOneByOne) {
  const TempDirectory directory;
  const std::string place = directory / "log";
  tandem_options options = memory(false);
  tandem_exchange* exchange = nullptr;
  const auto refused = [&](const auto& change) {
    tandem_log_options log = logIn(place);
    change(log);
    EXPECT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_INVALID)
        << tandem_error();
    EXPECT_EQ(exchange, nullptr);
  };
  refused([](tandem_log_options& log) { log.size--; });
  refused([](tandem_log_options& log) { log.durability = 3; });
  refused([](tandem_log_options& log) { log.directory = nullptr; });
  refused([](tandem_log_options& log) { log.directory = ""; });
  refused([](tandem_log_options& log) { log.flags = 8; });
  refused([](tandem_log_options& log) { log.segment_bytes = 4'095; });
  refused([](tandem_log_options& log) { log.snapshot_every = std::uint64_t{1} << 63; });
  refused([](tandem_log_options& log) { log.snapshot_interval_ns = std::uint64_t{1} << 63; });
  const tandem_log_options log = logIn(place);
  EXPECT_EQ(tandem_exchange_open(nullptr, &log, nullptr, &exchange), TANDEM_INVALID);
  EXPECT_EQ(tandem_exchange_open(&options, nullptr, nullptr, &exchange), TANDEM_INVALID);
  ASSERT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_OK);
  tandem_exchange_destroy(exchange);
  exchange = nullptr;
  options.without_risk = 1;
  EXPECT_EQ(tandem_exchange_open(&options, &log, nullptr, &exchange), TANDEM_LOG);
  EXPECT_NE(std::string(tandem_error()).find("with risk, and this one is without risk"),
            std::string::npos);
  ASSERT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_OK);
  EXPECT_EQ(tandem_exchange_snapshot(exchange, nullptr), TANDEM_INVALID);
  tandem_exchange_destroy(exchange);
}

}  // namespace
}  // namespace tandem::journal::test
