#include "tandem/statemachine/look_ahead.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "kernel/abi.hpp"

namespace tandem {
namespace {

namespace codec = command::command_codec;
namespace type = command::type;
using command::CommandInput;
using command::CommandRecord;

/** More than the orders from which on it looks ahead. */
constexpr i64 kResting = 6'000;

/** Orders of a few users, and what does not name any, deposits between them. */
std::vector<CommandInput> flow() {
  std::mt19937_64 random(7);
  const auto below = [&](i64 n) { return static_cast<i64>(random() % static_cast<u64>(n)); };
  std::vector<CommandInput> all;
  for (i64 id = 1; id <= kResting; id++) {
    const auto side = static_cast<u8>(below(2));
    const i64 away = 1 + below(5'000);
    all.push_back(Abi::place(1 + id % 5, side, id, 100'000 + (side == command::kBuy ? -away : away),
                             1 + id % 10));
  }
  for (i64 i = 0; i < 40'000; i++) {
    const i64 id = 1 + below(kResting + kResting / 4);
    CommandInput in =
        Abi::place(1 + id % 5, static_cast<u8>(below(2)), id, 95'000 + below(10'000), 1 + id % 10);
    switch (below(8)) {
      case 0:
      case 1:
        in.type = type::kCancel;
        break;
      case 2:
      case 3:
        in.type = type::kMove;
        in.quantity = 0;
        break;
      case 4:
        in.symbol = static_cast<i32>(random());
        in.side = static_cast<u8>(random());
        in.price = static_cast<i64>(random());
        break;
      case 5:
        // A longer record: what is peeked at behind it is no command.
        in = {};
        in.type = type::kAdjustBalance;
        in.userId = 1 + below(5);
        in.currency = 2;
        in.amount = 1;
        in.transactionId = 10 + i;
        break;
      default:
        break;
    }
    all.push_back(in);
  }
  return all;
}

std::vector<std::byte> encoded(const std::vector<CommandInput>& flow) {
  std::vector<std::byte> bytes;
  for (CommandInput in : flow) {
    in.timestampNs = 1;
    std::array<std::byte, codec::kMaxBytes> record;
    const std::size_t length = codec::encode(in, record);
    bytes.insert(bytes.end(), record.begin(), record.begin() + static_cast<std::ptrdiff_t>(length));
  }
  return bytes;
}

struct Hashes {
  std::uint64_t events = 0;
  std::uint64_t state = 0;
  bool operator==(const Hashes&) const = default;
};

/** What comes of a flow that is submitted at once, or one command after the other. */
Hashes hashesOf(const std::vector<CommandInput>& flow, bool risk, bool atOnce) {
  Abi x(0, risk);
  if (risk) {
    x.prepare(5, i64{1} << 40);
  } else {
    CommandInput in;
    in.type = type::kAddSymbol;
    in.symbol = 1;
    in.spec = command::shared({1, 1, 2, 1, 1, 0, 0});
    EXPECT_EQ(x.submit(in), command::ResultCode::kOk);
  }
  std::vector<std::vector<CommandInput>> parts;
  if (atOnce) {
    parts.push_back(flow);
  } else {
    for (const CommandInput& in : flow) {
      parts.push_back({in});
    }
  }
  for (const auto& part : parts) {
    const std::vector<std::byte> bytes = encoded(part);
    std::size_t consumed = 0;
    EXPECT_EQ(tandem_exchange_submit(x.get(), bytes.data(), bytes.size(), &consumed, nullptr),
              TANDEM_OK);
    EXPECT_EQ(consumed, bytes.size());
  }
  Hashes hashes;
  EXPECT_EQ(tandem_exchange_event_hash(x.get(), &hashes.events), TANDEM_OK);
  EXPECT_EQ(tandem_exchange_state_hash(x.get(), &hashes.state), TANDEM_OK);
  tandem_counts counts;
  EXPECT_EQ(tandem_exchange_counts(x.get(), &counts), TANDEM_OK);
  EXPECT_GT(counts.trades, 1'000);
  return hashes;
}

TEST(LookAhead, ChangesNothing) {
  const auto commands = flow();
  EXPECT_EQ(hashesOf(commands, true, true), hashesOf(commands, true, false));
  EXPECT_EQ(hashesOf(commands, false, true), hashesOf(commands, false, false));
}

/** Each command is shown once for each of three steps, however many have arrived. */
TEST(LookAhead, ShowsWhatHasArrived) {
  matching::MatchingEngine engine(0, 1, 0);
  command::Command c;
  CommandInput in;
  in.type = type::kAddSymbol;
  in.symbol = 1;
  in.spec = command::shared({1, 1, 2, 1, 1, 0, 0});
  c.input(in);
  engine.match(c);
  std::vector<i64> seen;
  statemachine::LookAhead ahead(engine, nullptr);
  const auto peek = [&](i64 at) {
    seen.push_back(at);
    return CommandRecord{};
  };
  ahead.before(0, 20, peek);
  EXPECT_TRUE(seen.empty()) << "nothing rests";
  for (i64 id = 1; id <= kResting; id++) {
    c.input(Abi::place(1, command::kBuy, id, id, 1));
    c.clearOutput();
    engine.match(c);
  }
  EXPECT_TRUE(engine.isDeep());
  ahead.before(1, 1, peek);
  EXPECT_TRUE(seen.empty()) << "nothing is behind it";
  ahead.before(2, 5, peek);
  EXPECT_EQ(std::exchange(seen, {}), (std::vector<i64>{3, 4, 5, 3, 4, 5, 3, 4}));
  ahead.before(3, 12, peek);
  EXPECT_EQ(std::exchange(seen, {}), (std::vector<i64>{6, 7, 8, 9, 10, 11, 6, 7, 5}));
  ahead.before(4, 12, peek);
  EXPECT_EQ(std::exchange(seen, {}), (std::vector<i64>{12, 8, 6}));
}

}  // namespace
}  // namespace tandem
