#include <benchmark/benchmark.h>

#include "allocations.hpp"
#include "flow.hpp"
#include "tandem/event/result_handler.hpp"
#include "tandem/kernel/pipelined_kernel.hpp"
#include "tandem/kernel/polled_kernel.hpp"
#include "tandem/matching/matching_engine.hpp"

// Commands a second on the flows of KernelComparison: the matching stage alone, and whole kernels.

namespace tandem::bench {
namespace {

constexpr u32 kOrders = 1 << 16;

const Flow& flowOf(Profile profile) {
  static const Flow steady = Flow::make(Profile::STEADY);
  static const Flow spot = Flow::make(Profile::SPOT);
  return profile == Profile::STEADY ? steady : spot;
}

/** States the flow, and ends the run if the passes met anything else, or allocated. */
void state(benchmark::State& run, const Flow& flow, i64 trades, i64 refusals, i64 allocated) {
  const auto passes = static_cast<i64>(run.iterations());
  if (trades != flow.population.trades * passes || refusals != 0) {
    run.SkipWithError("not the trades, or refusals, that the flow states");
  } else if (allocated != 0) {
    run.SkipWithError("a pass allocates");
  }
  run.SetItemsProcessed(passes * static_cast<i64>(flow.commands.size()));
  run.counters["live"] = flow.population.live;
  run.counters["levels"] = flow.population.levels;
  run.counters["trades"] = static_cast<double>(flow.population.trades);
  run.counters["refusals"] = static_cast<double>(flow.population.refusals);
}

void book(benchmark::State& run, Profile profile) {
  const Flow& flow = flowOf(profile);
  matching::MatchingEngine engine(0, 1, kOrders);
  command::Command slot;
  slot.outcomes.preallocate();
  i64 trades = 0;
  i64 refusals = 0;
  const auto take = [&](const command::CommandInput& in) {
    slot.input(in);
    slot.clearOutput();
    engine.match(slot);
    trades += static_cast<i64>(slot.outcomes.trades());
    refusals += slot.isRejected() ? 1 : 0;
  };
  const auto pass = [&] {
    for (const auto& in : flow.commands) {
      take(in);
    }
  };
  for (const auto& in : Flow::preparation(false)) {
    take(in);
  }
  // Once outside the clock: arrays have their size then.
  pass();
  trades = refusals = 0;
  const i64 before = allocations();
  for (auto _ : run) {
    pass();
  }
  state(run, flow, trades, refusals, allocations() - before);
}

void fused(benchmark::State& run, Profile profile, u32 riskShards) {
  const Flow& flow = flowOf(profile);
  statemachine::StagesOptions options;
  options.riskShards = riskShards;
  options.expectedUsers = Flow::kUsers;
  options.expectedOrders = kOrders;
  kernel::PolledKernel kernel(options);
  i64 refusals = 0;
  const auto take = [&](const command::CommandInput& in) {
    kernel.next().input(in);
    kernel.submit();
    refusals += kernel.next().result == command::ResultCode::kOk ? 0 : 1;
  };
  const auto pass = [&] {
    for (const auto& in : flow.commands) {
      take(in);
    }
  };
  for (const auto& in : Flow::preparation(riskShards != 0)) {
    take(in);
  }
  pass();
  const i64 tradesBefore = kernel.stages().results().trades();
  const i64 before = allocations();
  for (auto _ : run) {
    pass();
  }
  const i64 allocated = allocations() - before;
  state(run, flow, kernel.stages().results().trades() - tradesBefore, refusals, allocated);
}

/** Counts on the results thread; read when all is answered. */
struct Refusals final : event::ResultHandler {
  i64 count = 0;
  void onResult(const command::Command& c) override {
    count += c.result == command::ResultCode::kOk ? 0 : 1;
  }
};

void pipelined(benchmark::State& run, Profile profile) {
  const Flow& flow = flowOf(profile);
  Refusals refusals;
  statemachine::StagesOptions options;
  options.expectedUsers = Flow::kUsers;
  options.expectedOrders = kOrders;
  options.handler = &refusals;
  kernel::KernelOptions how;
  how.ingress = ingress::Ingress::singleProducer();
  how.stage.waiting = pipeline::WaitPlan::forThreads(5);
  kernel::PipelinedKernel kernel(options, how);
  const auto lane = kernel.claimLane();
  const auto pass = [&] {
    for (const auto& in : flow.commands) {
      lane->submit(in);
    }
    kernel.drain();
  };
  for (const auto& in : Flow::preparation(true)) {
    lane->submit(in);
  }
  // Several: each slot of the ring has its own trades.
  for (int i = 0; i < 4; i++) {
    pass();
  }
  const i64 tradesBefore = kernel.stages().results().trades();
  for (auto _ : run) {
    pass();
  }
  // Which slot meets a sweep differs from pass to pass, and its trades may grow once more.
  state(run, flow, kernel.stages().results().trades() - tradesBefore, refusals.count, 0);
}

BENCHMARK_CAPTURE(book, steady, Profile::STEADY)->UseRealTime();
BENCHMARK_CAPTURE(book, spot, Profile::SPOT)->UseRealTime();
BENCHMARK_CAPTURE(fused, steady, Profile::STEADY, 1)->UseRealTime();
BENCHMARK_CAPTURE(fused, spot, Profile::SPOT, 1)->UseRealTime();
BENCHMARK_CAPTURE(fused, steady_without_risk, Profile::STEADY, 0)->UseRealTime();
BENCHMARK_CAPTURE(pipelined, steady, Profile::STEADY)->UseRealTime();
BENCHMARK_CAPTURE(pipelined, spot, Profile::SPOT)->UseRealTime();

}  // namespace
}  // namespace tandem::bench
