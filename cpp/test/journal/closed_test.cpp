// Calls that come after close, and handles that are null: each is refused, none ends the process.
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernel/abi.hpp"
#include "logged_exchange.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace tandem::journal::test {
namespace {

using wal::test::TempDirectory;

/** With threads or without, on a log or without. */
class Closed : public testing::TestWithParam<std::tuple<bool, bool>> {
 protected:
  bool pipelined() const { return std::get<0>(GetParam()); }
  bool logged() const { return std::get<1>(GetParam()); }

  const TempDirectory directory_;
};

INSTANTIATE_TEST_SUITE_P(Ways, Closed, testing::Combine(testing::Bool(), testing::Bool()));

command::CommandInput newUser(i64 id) {
  command::CommandInput in;
  in.type = command::type::kAddUser;
  in.userId = id;
  in.timestampNs = id;
  return in;
}

TEST_P(Closed, EveryCallOfTheExchangeIsRefused) {
  ExchangeOptions choice = options(directory_ / "log", {pipelined(), Durability::WRITTEN});
  if (!logged()) {
    choice.journal.reset();
  }
  Exchange exchange(choice);
  exchange.submit(newUser(1));
  exchange.close();
  exchange.close();
  const std::vector<std::function<void()>> calls = {
      [&] { exchange.startBatch(); }, [&] { exchange.submit(newUser(2)); },
      [&] { exchange.drain(); },      [&] { exchange.poll(); },
      [&] { exchange.image(); },      [&] { exchange.stages(); },
      [&] { exchange.polled(); },     [&] { exchange.snapshot(); },
      [&] { exchange.lastRecord(); }, [&] { exchange.logStatistics(); },
  };
  for (const auto& call : calls) {
    try {
      call();
      ADD_FAILURE() << "a call after close was not refused";
    } catch (const std::logic_error& refused) {
      EXPECT_STREQ(refused.what(), "the kernel is closed");
    }
  }
  EXPECT_EQ(exchange.recovery() != nullptr, logged());
  EXPECT_EQ(exchange.automaticSnapshots().taken, 0);
  exchange.close();
}

/** Every call of the C interface on a handle, but destroy. */
std::vector<int> codesOf(tandem_exchange* handle) {
  std::array<std::byte, command::command_codec::kMaxBytes> bytes;
  const std::size_t length = command::command_codec::encode(newUser(3), bytes);
  std::size_t consumed = 9;
  std::size_t count = 0;
  std::uint64_t hash = 0;
  tandem_counts counts;
  tandem_level level;
  tandem_order order;
  tandem_user user;
  tandem_balance balance;
  tandem_currency currency;
  tandem_snapshot snapshot;
  tandem_automatic_snapshots automatic;
  std::vector<std::uint64_t> times(TANDEM_PACE_COUNTS);
  tandem_paced paced;
  tandem_early early;
  std::vector<int> codes = {
      tandem_exchange_submit(handle, bytes.data(), length, &consumed, nullptr),
      tandem_exchange_drain(handle, nullptr, 0, &count),
      tandem_exchange_event_hash(handle, &hash),
      tandem_exchange_state_hash(handle, &hash),
      tandem_exchange_counts(handle, &counts),
      tandem_exchange_levels(handle, 1, 0, &level, 1, &count),
      tandem_exchange_order(handle, 1, 1, &order),
      tandem_exchange_orders(handle, 1, 0, &order, 1, &count),
      tandem_exchange_user(handle, 1, &user),
      tandem_exchange_balance(handle, 1, 1, &balance),
      tandem_exchange_currency(handle, 1, &currency),
      tandem_exchange_snapshot(handle, &snapshot),
      tandem_exchange_poll(handle, &automatic),
      tandem_exchange_close(handle),
      tandem_exchange_pace(handle, bytes.data(), length, 1, 1e6, times.data(), times.data(),
                           &paced),
      tandem_exchange_pace_early(handle, &early),
  };
  EXPECT_EQ(consumed, 0u);
  return codes;
}

TEST_P(Closed, EveryCallOfTheCInterfaceIsRefused) {
  const std::string place = directory_ / "log";
  const tandem_options choice{sizeof(tandem_options), 0, 0, 0, 0,
                              pipelined() ? 1u : 0u,  0, 0, 0, 0};
  const tandem_log_options log{
      sizeof(tandem_log_options), TANDEM_WRITTEN, place.c_str(), 1 << 16, 0, 0, 0, 0};
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(logged() ? tandem_exchange_open(&choice, &log, nullptr, &exchange)
                     : tandem_exchange_create(&choice, &exchange),
            TANDEM_OK)
      << tandem_error();
  ASSERT_EQ(tandem_exchange_close(exchange), TANDEM_OK) << tandem_error();
  for (const int code : codesOf(exchange)) {
    EXPECT_EQ(code, TANDEM_FAILED);
    EXPECT_STREQ(tandem_error(), "the exchange is closed");
  }
  tandem_exchange_destroy(exchange);
}

TEST(NullHandle, EveryCallOfTheCInterfaceIsRefused) {
  for (const int code : codesOf(nullptr)) {
    EXPECT_EQ(code, TANDEM_INVALID);
  }
  tandem_exchange_destroy(nullptr);
  tandem_book_destroy(nullptr);
  EXPECT_EQ(tandem_book_empty(nullptr), TANDEM_INVALID);
  EXPECT_EQ(tandem_exchange_create(nullptr, nullptr), TANDEM_INVALID);
  EXPECT_EQ(tandem_exchange_open(nullptr, nullptr, nullptr, nullptr), TANDEM_INVALID);
}

}  // namespace
}  // namespace tandem::journal::test
