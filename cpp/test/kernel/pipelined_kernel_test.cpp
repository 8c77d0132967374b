#include "tandem/kernel/pipelined_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>

#include "failing_threads.hpp"
#include "random_flow.hpp"
#include "tandem/event/result_handler.hpp"
#include "tandem/kernel/fused_kernel.hpp"
#include "tandem/kernel/polled_kernel.hpp"

namespace tandem::kernel::test {
namespace {

using command::Command;
using command::CommandInput;
using command::ResultCode;

constexpr std::size_t kCommands = 1'500;

struct Hashes {
  u64 events;
  u64 state;

  bool operator==(const Hashes&) const = default;
};

Hashes fused(const RandomFlow& flow, std::vector<ResultCode>& codes, u32 riskShards = 1) {
  statemachine::StagesOptions stages;
  stages.riskShards = riskShards;
  PolledKernel kernel(stages);
  for (const CommandInput& in : flow.inputs()) {
    kernel.next().input(in);
    kernel.submit();
    codes.push_back(kernel.next().result);
  }
  return {kernel.stages().results().eventHash(), kernel.stages().image().stateHash()};
}

/** Compares each answer, and is told on the results thread. */
class Answers : public event::ResultHandler {
 public:
  explicit Answers(const std::vector<ResultCode>& expected) : expected_(expected) {}

  void onResult(const Command& c) override {
    if (c.type == command::type::kQuery) {
      return;
    }
    if (c.result != expected_.at(reported_)) {
      throw std::runtime_error("command " + std::to_string(reported_) + " was answered " +
                               nameOf(c.result) + ", expected " + nameOf(expected_[reported_]));
    }
    reported_++;
  }

 private:
  const std::vector<ResultCode>& expected_;
  std::size_t reported_ = 0;
};

struct Shape {
  u32 riskShards;
  u32 matchingShards;
  std::size_t ring;
  i64 limit;
  pipeline::PublishInterval publishing;
  pipeline::WaitMode mode;
};

Hashes pipelined(const RandomFlow& flow, const Shape& shape, const std::vector<ResultCode>& codes) {
  Answers answers(codes);
  statemachine::StagesOptions stages;
  stages.riskShards = shape.riskShards;
  stages.matchingShards = shape.matchingShards;
  stages.handler = &answers;
  KernelOptions options;
  options.ringSize = shape.ring;
  options.stage = {pipeline::WaitPlan(shape.mode), shape.publishing, shape.limit};
  PipelinedKernel kernel(stages, options);
  std::size_t sent = 0;
  for (const CommandInput& in : flow.inputs()) {
    kernel.submit(in);
    if (++sent % 400 == 0) {
      // A question in the middle changes nothing.
      kernel.image();
    }
  }
  const u64 state = kernel.image().stateHash();
  return {kernel.stages().results().eventHash(), state};
}

TEST(PipelinedKernel, IsTheFusedOneWhateverItsShape) {
  using pipeline::PublishInterval;
  using pipeline::WaitMode;
  constexpr i64 kNoBound = std::numeric_limits<i64>::max();
  const Shape shapes[] = {
      {1, 1, 1024, 256, PublishInterval(), WaitMode::kParking},
      {2, 2, 64, 5, PublishInterval(3), WaitMode::kYielding},
      {3, 2, 16, 1, PublishInterval(50), WaitMode::kYielding},
      {2, 1, 4096, 4096, PublishInterval(1), WaitMode::kParking},
      {2, 2, 256, kNoBound, PublishInterval(kNoBound), WaitMode::kParking},
  };
  std::size_t refused = 0;
  std::size_t reused = 0;
  std::size_t byDoor = 0;
  for (u32 seed = 1; seed <= 3; seed++) {
    const RandomFlow flow(seed, kCommands);
    std::vector<ResultCode> codes;
    const Hashes expected = fused(flow, codes);
    for (const ResultCode code : codes) {
      refused += code == ResultCode::kInsufficientFunds ? 1 : 0;
      reused += code == ResultCode::kClientSequenceReused ? 1 : 0;
      byDoor += command::isOfDoor(static_cast<u8>(code)) ? 1 : 0;
    }
    for (const Shape& shape : shapes) {
      ASSERT_EQ(pipelined(flow, shape, codes), expected)
          << "seed " << seed << ", " << shape.riskShards << " risk shards, ring " << shape.ring;
    }
  }
  // Else nothing would ever have to settle first.
  EXPECT_GT(refused, 50u);
  EXPECT_GT(reused, 20u);
  EXPECT_GT(byDoor, 20u);
}

TEST(PipelinedKernel, IsTheFusedOneWithoutRiskToo) {
  using pipeline::PublishInterval;
  using pipeline::WaitMode;
  const Shape shapes[] = {
      {0, 1, 1024, 256, PublishInterval(), WaitMode::kParking},
      {0, 2, 64, 5, PublishInterval(3), WaitMode::kYielding},
  };
  for (u32 seed = 1; seed <= 3; seed++) {
    const RandomFlow flow(seed, kCommands);
    std::vector<ResultCode> codes;
    const Hashes expected = fused(flow, codes, 0);
    // Its users and their money are refused, and its orders taken all the same.
    EXPECT_EQ(std::count(codes.begin(), codes.begin() + 10, ResultCode::kNoRiskStage), 7);
    EXPECT_GT(std::count(codes.begin(), codes.end(), ResultCode::kOk), 300);
    for (const Shape& shape : shapes) {
      ASSERT_EQ(pipelined(flow, shape, codes), expected) << "seed " << seed;
    }
  }
}

TEST(PipelinedKernel, AFailureIsThrownToWhoeverWaits) {
  const std::vector<ResultCode> wrong(10, ResultCode::kStaleCommand);
  Answers answers(wrong);
  statemachine::StagesOptions stages;
  stages.handler = &answers;
  PipelinedKernel kernel(stages, {});
  CommandInput in;
  in.type = command::type::kAddUser;
  in.userId = 1;
  kernel.submit(in);
  EXPECT_THROW(kernel.drain(), std::runtime_error);
  EXPECT_THROW(kernel.submit(in), std::runtime_error);
  EXPECT_THROW(kernel.image(), std::runtime_error);
}

TEST(PipelinedKernel, OneWhoseThreadsCannotAllStartIsNotMadeAndLeavesNone) {
  for (int allowed = 0; allowed < 4; allowed++) {
    const tandem::test::FailingThreads failing(allowed);
    EXPECT_THROW(PipelinedKernel({}, {}), std::system_error) << allowed;
  }
}

TEST(PipelinedKernel, RefusesShapesThatCannotBe) {
  statemachine::StagesOptions none;
  none.matchingShards = 0;
  EXPECT_THROW(PipelinedKernel(none, KernelOptions()), std::invalid_argument);
  KernelOptions options;
  options.ringSize = 100;
  EXPECT_THROW(PipelinedKernel(statemachine::StagesOptions(), options), std::invalid_argument);
  // They would take up nothing, and whoever waits would wait for ever.
  for (const i64 limit : {i64{0}, i64{-1}, std::numeric_limits<i64>::min()}) {
    options = KernelOptions();
    options.stage.limit = limit;
    EXPECT_THROW(PipelinedKernel(statemachine::StagesOptions(), options), std::invalid_argument);
    EXPECT_THROW(FusedKernel(statemachine::StagesOptions(), options), std::invalid_argument);
  }
}

}  // namespace
}  // namespace tandem::kernel::test
