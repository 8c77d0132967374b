#include <thread>

#include "../counted_new.hpp"
#include "logged_exchange.hpp"

namespace tandem::journal::test {
namespace {

class JournalAllocation : public testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(Topologies, JournalAllocation, testing::Bool());

/** Orders that come and go, so that no table grows once it was through them. */
std::vector<command::CommandInput> round() {
  std::vector<command::CommandInput> commands;
  for (i64 i = 0; i < 2'000; i++) {
    command::CommandInput in;
    in.type = i % 4 == 3 ? command::type::kCancel : command::type::kPlace;
    in.symbol = 1;
    in.userId = 1 + i % 3;
    in.orderId = i % 4 == 3 ? i - 3 : i;
    in.orderId++;
    in.userId = 1 + in.orderId % 3;
    in.side = static_cast<u8>(i % 2);
    in.price = 100 + (i * 7) % 5;
    in.quantity = 1 + i % 9;
    in.terms = i % 4 == 2 ? command::kIoc : command::kGtc;
    in.timestampNs = i + 1;
    commands.push_back(in);
  }
  for (i64 i = 0; i < 2'000; i++) {
    command::CommandInput in;
    in.type = command::type::kCancel;
    in.symbol = 1;
    in.orderId = i + 1;
    in.userId = 1 + in.orderId % 3;
    in.timestampNs = i + 2'001;
    commands.push_back(in);
  }
  return commands;
}

std::vector<command::CommandInput> beginning() {
  std::vector<command::CommandInput> commands;
  command::CommandInput in;
  in.type = command::type::kAddSymbol;
  in.symbol = 1;
  in.spec = command::shared({1, 1, 2, 1, 1, 0, 0});
  in.timestampNs = 1;
  commands.push_back(in);
  for (i64 user = 1; user <= 3; user++) {
    in = {};
    in.type = command::type::kAddUser;
    in.userId = user;
    in.timestampNs = 1;
    commands.push_back(in);
    in.type = command::type::kAdjustBalance;
    in.amount = i64{1} << 50;
    for (in.currency = 1; in.currency <= 2; in.currency++) {
      in.transactionId = in.currency;
      commands.push_back(in);
    }
  }
  return commands;
}

TEST_P(JournalAllocation, ACommandInFlightThroughTheLogAllocatesNothing) {
  const wal::test::TempDirectory directory;
  ExchangeOptions chosen = options(directory / "log", {GetParam(), Durability::SYNCED});
  // The supply makes segments by allocating: one is enough here, and is waited for.
  chosen.journal->segmentBytes = 64 << 20;
  Exchange exchange(chosen);
  const auto first = beginning();
  const auto commands = round();
  submit(exchange, first, 0, first.size());
  for (int i = 0; i < 3; i++) {
    submit(exchange, commands, 0, commands.size());
  }
  while (exchange.logStatistics()->segments.ready < 2) {
    std::this_thread::yield();
  }
  const std::int64_t before = tandem::test::allocations;
  for (int i = 0; i < 10; i++) {
    submit(exchange, commands, 0, commands.size());
  }
  EXPECT_EQ(tandem::test::allocations - before, 0);
  EXPECT_GT(exchange.stages().results().trades(), 1'000);
  exchange.close();
}

}  // namespace
}  // namespace tandem::journal::test
