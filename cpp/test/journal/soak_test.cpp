#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "logged_exchange.hpp"
#include "tandem/kernel/fused_kernel.hpp"

namespace tandem::journal::test {
namespace {

using command::CommandInput;
using kernel::KernelOptions;
using kernel::test::RandomFlow;
using wal::test::TempDirectory;

/** How a kernel runs, drawn at random. */
class Draw {
 public:
  explicit Draw(u32 seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }

  bool chance() { return below(2) == 0; }

  statemachine::StagesOptions stages() {
    statemachine::StagesOptions stages;
    stages.riskShards = 1 + static_cast<u32>(below(3));
    stages.matchingShards = 1 + static_cast<u32>(below(3));
    return stages;
  }

  KernelOptions kernel() {
    KernelOptions options;
    options.ringSize = std::size_t{16} << below(8);
    options.stage = {
        pipeline::WaitPlan(chance() ? pipeline::WaitMode::kYielding : pipeline::WaitMode::kParking),
        chance() ? pipeline::PublishInterval()
                 : pipeline::PublishInterval(1 + static_cast<i64>(below(50))),
        static_cast<i64>(std::size_t{1} << below(9))};
    options.stage.limit = std::min(options.stage.limit, static_cast<i64>(options.ringSize));
    if (chance()) {
      options.ingress = ingress::Ingress::lanes(2, u32{2} << below(8));
    }
    return options;
  }

 private:
  std::mt19937 random_;
};

Outcome outcome(kernel::Kernel& kernel, const std::vector<CommandInput>& commands, Draw& draw) {
  for (const CommandInput& in : commands) {
    kernel.submit(in);
    if (draw.below(500) == 0) {
      kernel.image();
    }
  }
  return outcomeOf(kernel.image());
}

/** Lives on one log, each in another way, with snapshots; not all of them close it. */
Outcome livesOnALog(const std::vector<CommandInput>& commands, Draw& draw) {
  const TempDirectory directory;
  const fs::path log = directory / "log";
  std::size_t done = 0;
  while (done < commands.size()) {
    ExchangeOptions choice =
        options(log, {draw.chance(), draw.chance() ? Durability::WRITTEN : Durability::SYNCED});
    if (choice.pipelined) {
      const statemachine::StagesOptions shards = draw.stages();
      choice.stages.riskShards = shards.riskShards;
      choice.stages.matchingShards = shards.matchingShards;
    }
    Exchange exchange(choice);
    EXPECT_EQ(exchange.recovery()->commands, static_cast<i64>(done));
    const std::size_t end = std::min(commands.size(), done + 1 + draw.below(commands.size() / 2));
    submit(exchange, commands, done, end);
    done = end;
    if (draw.chance()) {
      exchange.snapshot();
    }
    if (draw.chance()) {
      exchange.close();
    }
  }
  return outcomeOf(Exchange(options(log)).image());
}

/**
 * Generated flows come to the same in every kernel, and over lives on a log. One flow, or as many
 * as TANDEM_SOAK_SECONDS are enough for.
 */
TEST(JournalSoak, EveryKernelAndEveryLifeComesToTheSame) {
  const char* asked = std::getenv("TANDEM_SOAK_SECONDS");
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(asked == nullptr ? 0 : std::atoi(asked));
  u32 seed = 0;
  do {
    seed++;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(seed);
    const RandomFlow flow(seed, 300 + draw.below(1'500));
    const Outcome expected = inMemory(flow.inputs(), flow.inputs().size());
    {
      kernel::PipelinedKernel kernel(draw.stages(), draw.kernel());
      ASSERT_EQ(outcome(kernel, flow.inputs(), draw), expected);
    }
    {
      kernel::FusedKernel kernel({}, draw.kernel());
      ASSERT_EQ(outcome(kernel, flow.inputs(), draw), expected);
    }
    ASSERT_EQ(livesOnALog(flow.inputs(), draw), expected);
  } while (std::chrono::steady_clock::now() < end);
  if (asked != nullptr) {
    std::printf("%u flows\n", seed);
  }
}

}  // namespace
}  // namespace tandem::journal::test
