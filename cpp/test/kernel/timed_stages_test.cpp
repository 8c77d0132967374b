#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "tandem/exchange.hpp"

namespace tandem {
namespace {

using command::CommandInput;
using pipeline::Distribution;
using pipeline::TimedStage;
namespace type = command::type;

struct TimedShape {
  bool pipelined;
  u32 risk;
  u32 matching;
};

ExchangeOptions optionsOf(const TimedShape& shape, u32 every) {
  ExchangeOptions options;
  options.pipelined = shape.pipelined;
  options.stages.riskShards = shape.risk;
  options.stages.matchingShards = shape.matching;
  options.pipeline.timedEvery = every;
  return options;
}

/** How many commands each stage has timed since the last call: waiting, then working. */
std::vector<u64> timed(Exchange& exchange) {
  std::vector<u64> counts;
  for (const TimedStage stage : {TimedStage::kAdmission, TimedStage::kHold, TimedStage::kMatch,
                                 TimedStage::kSettle, TimedStage::kResults}) {
    std::vector<u64> waiting(Distribution::kCounts);
    std::vector<u64> working(Distribution::kCounts);
    exchange.stageSamples()->take(stage, waiting.data(), working.data());
    counts.push_back(std::accumulate(waiting.begin(), waiting.end(), u64{0}));
    counts.push_back(std::accumulate(working.begin(), working.end(), u64{0}));
  }
  return counts;
}

/** 128 commands: users, and orders each of which meets the one before. */
std::vector<CommandInput> commands() {
  std::vector<CommandInput> all;
  const auto add = [&](u8 type) -> CommandInput& {
    all.emplace_back().type = type;
    all.back().timestampNs = static_cast<i64>(all.size());
    return all.back();
  };
  CommandInput& symbol = add(type::kAddSymbol);
  symbol.symbol = 1;
  symbol.spec = command::shared({1, 1, 2, 1, 1, 0, 0});
  for (i64 user = 1; user <= 5; user++) {
    add(type::kAddUser).userId = user;
    for (const i32 currency : {1, 2}) {
      CommandInput& money = add(type::kAdjustBalance);
      money.userId = user;
      money.currency = currency;
      money.amount = 1'000'000;
      money.transactionId = currency;
    }
  }
  for (i64 id = 1; id <= 112; id++) {
    CommandInput& order = add(type::kPlace);
    order.userId = 1 + id % 2;
    order.side = static_cast<u8>(id % 2);
    order.symbol = 1;
    order.orderId = id;
    order.price = 5;
    order.quantity = 1;
  }
  return all;
}

class TimedStages : public testing::TestWithParam<TimedShape> {};

TEST_P(TimedStages, OneCommandOfSoManyIsTimedInEachStageAndShard) {
  Exchange exchange(optionsOf(GetParam(), 8));
  Exchange plain(optionsOf(GetParam(), 0));
  for (Exchange* each : {&exchange, &plain}) {
    for (const CommandInput& in : commands()) {
      each->submit(in);
    }
    each->drain();
  }
  const u64 r = 16 * GetParam().risk;
  const u64 m = 16 * GetParam().matching;
  EXPECT_EQ(timed(exchange), (std::vector<u64>{16, 16, r, r, m, m, r, r, 16, 16}));
  EXPECT_EQ(timed(exchange), std::vector<u64>(10)) << "what was taken is not there again";
  EXPECT_EQ(plain.stageSamples(), nullptr);
  EXPECT_EQ(exchange.stages().results().trades(), 56);
  EXPECT_EQ(exchange.stages().results().eventHash(), plain.stages().results().eventHash());
}

INSTANTIATE_TEST_SUITE_P(Topologies, TimedStages,
                         testing::Values(TimedShape{false, 1, 1}, TimedShape{true, 1, 1},
                                         TimedShape{true, 2, 3}));

TEST(TimedStages, AreRefusedWhereTheyCannotBe) {
  const auto refused = [](const ExchangeOptions& options) {
    try {
      const Exchange exchange(options);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused(optionsOf({false, 0, 1}, 2)), "stages are timed with risk only");
  EXPECT_NE(refused(optionsOf({true, 1, 1}, 3)).find("a power of two up to 2^20"),
            std::string::npos);
  ExchangeOptions logged = optionsOf({true, 1, 1}, 2);
  logged.journal = journal::JournalOptions{};
  logged.journal->directory = "/nowhere/at/all";
  EXPECT_NE(refused(logged).find("without a log"), std::string::npos);
}

}  // namespace
}  // namespace tandem
