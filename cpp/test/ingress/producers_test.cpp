#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tandem/event/result_handler.hpp"
#include "tandem/ingress/intake.hpp"
#include "tandem/kernel/fused_kernel.hpp"
#include "tandem/kernel/pipelined_kernel.hpp"
#include "tandem/kernel/polled_kernel.hpp"

namespace tandem::ingress {
namespace {

using command::Command;
using command::CommandInput;
using kernel::Kernel;
using kernel::KernelOptions;

constexpr i64 kSymbols = 2;
constexpr i64 kLive = 40;

/** TANDEM_INGRESS_ORDERS says how many commands, over all runs. */
i64 ordersOfAll() {
  const char* said = std::getenv("TANDEM_INGRESS_ORDERS");
  return said == nullptr ? 120'000 : std::atoll(said);
}

/** Takes the commands as they were sequenced, one after the other, and compares. */
class Replay : public event::ResultHandler {
 public:
  explicit Replay(std::size_t producers) : next_(producers), serial_({}) {}

  void onResult(const Command& c) override {
    if (c.type == command::type::kQuery) {
      return;
    }
    if (c.clientKey != 0) {
      i64& next = next_[static_cast<std::size_t>(c.clientKey) - 1];
      if (c.clientSequence != next++) {
        failed.store(true);
        throw std::runtime_error("producer " + std::to_string(c.clientKey) + ": command " +
                                 std::to_string(c.clientSequence) + ", expected " +
                                 std::to_string(next - 1));
      }
    }
    serial_.next().input(c);
    serial_.submit();
    if (serial_.next().result != c.result) {
      failed.store(true);
      throw std::runtime_error("another answer than in turn");
    }
    answered.fetch_add(1, std::memory_order_relaxed);
  }

  const std::vector<i64>& next() const { return next_; }
  const kernel::PolledKernel& serial() const { return serial_; }
  std::atomic<i64> answered{0};
  std::atomic<bool> failed{false};

 private:
  std::vector<i64> next_;
  kernel::PolledKernel serial_;
};

struct Case {
  bool pipelined;
  u32 shards;
  Ingress ingress;
  pipeline::WaitMode mode;
  int producers;
  bool closedEarly;
};

std::unique_ptr<Kernel> make(const Case& run, event::ResultHandler& handler) {
  statemachine::StagesOptions stages;
  stages.riskShards = run.shards;
  stages.matchingShards = run.shards;
  stages.handler = &handler;
  KernelOptions options;
  options.ringSize = 512;
  options.ingress = run.ingress;
  options.stage.waiting = pipeline::WaitPlan(run.mode);
  if (run.pipelined) {
    return std::make_unique<kernel::PipelinedKernel>(stages, options);
  }
  return std::make_unique<kernel::FusedKernel>(stages, options);
}

void prepare(Kernel& kernel, int producers) {
  CommandInput in;
  in.type = command::type::kAddSymbol;
  for (i32 symbol = 1; symbol <= kSymbols; symbol++) {
    in.symbol = symbol;
    in.spec = command::shared({symbol, 1, 2, 1, 1, 0, 0});
    kernel.submit(in);
  }
  for (i64 user = 1; user <= producers; user++) {
    in = {};
    in.type = command::type::kAddUser;
    in.userId = user;
    kernel.submit(in);
    in.type = command::type::kAdjustBalance;
    for (const i32 currency : {1, 2}) {
      in.currency = currency;
      in.amount = i64{1} << 50;
      in.transactionId = currency;
      kernel.submit(in);
    }
  }
  kernel.drain();
}

/** One thread that sends, stalls, takes lanes and gives them back; knows what it has sent. */
class Producer {
 public:
  Producer(Kernel& kernel, i64 number, i64 most)
      : kernel_(kernel), number_(number), most_(most), random_(static_cast<u32>(number)) {}

  void run() {
    try {
      while (accepted_ < most_) {
        sendSome();
      }
    } catch (const ClosedException&) {
      wasCut_ = true;
    } catch (const std::exception& e) {
      failure_ = e.what();
    }
  }

  /** Why it ended before its time, but for a close; empty if it did not. */
  const std::string& failure() const { return failure_; }

  i64 accepted() const { return accepted_; }
  bool wasCut() const { return wasCut_; }

 private:
  i64 below(i64 n) { return static_cast<i64>(random_() % static_cast<u64>(n)); }

  void sendSome() {
    std::unique_ptr<LaneEntry> lane = kernel_.claimLane();
    for (; lane == nullptr; lane = kernel_.claimLane()) {
      std::this_thread::yield();
    }
    const i64 until = std::min(most_, accepted_ + 1 + below(8'000));
    while (accepted_ < until) {
      if (below(1'000) == 0) {
        std::this_thread::sleep_for(std::chrono::microseconds(below(100)));
      }
      const CommandInput in = command();
      if (below(2) == 0) {
        lane->submit(in);
      } else if (!lane->trySubmit(in)) {
        continue;
      }
      accepted_++;
    }
  }

  CommandInput command() {
    CommandInput in;
    in.userId = number_;
    in.symbol = static_cast<i32>(1 + below(kSymbols));
    in.clientKey = number_;
    in.clientSequence = accepted_;
    in.orderId = accepted_;
    in.price = 90 + below(20);
    const i64 draw = below(10);
    if (draw < 2) {
      in.type = draw == 0 ? command::type::kCancel : command::type::kMove;
      in.orderId = accepted_ - 1 - below(kLive);
      return in;
    }
    in.type = command::type::kPlace;
    in.side = static_cast<u8>(below(2));
    in.terms = below(3) == 0 ? command::kGtc : command::kIoc;
    in.quantity = 1 + below(9);
    return in;
  }

  Kernel& kernel_;
  const i64 number_;
  const i64 most_;
  std::mt19937_64 random_;
  i64 accepted_ = 0;
  bool wasCut_ = false;
  std::string failure_;
};

void nothingIsLostDoubledOrReordered(const Case& run, i64 each) {
  Replay replay(static_cast<std::size_t>(run.producers));
  const std::unique_ptr<Kernel> kernel = make(run, replay);
  prepare(*kernel, run.producers);
  const i64 before = replay.answered.load();
  std::vector<std::unique_ptr<Producer>> producers;
  std::vector<std::thread> threads;
  for (i64 p = 1; p <= run.producers; p++) {
    producers.push_back(std::make_unique<Producer>(*kernel, p, each));
  }
  for (const auto& producer : producers) {
    threads.emplace_back([&producer] { producer->run(); });
  }
  if (run.closedEarly) {
    while (replay.answered.load() - before < each * run.producers / 2 && !replay.failed.load()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_NO_THROW(kernel->close());
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (!run.closedEarly) {
    const u64 state = kernel->image().stateHash();
    EXPECT_EQ(state, replay.serial().stages().image().stateHash());
    kernel->close();
  }
  EXPECT_THROW(kernel->submit({}), ClosedException);
  EXPECT_THROW(kernel->claimLane(), ClosedException);
  for (std::size_t p = 0; p < producers.size(); p++) {
    EXPECT_EQ(producers[p]->failure(), "");
    EXPECT_EQ(replay.next()[p], producers[p]->accepted()) << "producer " << p;
    EXPECT_TRUE(run.closedEarly || !producers[p]->wasCut());
  }
  const auto& results = kernel->stages().results();
  EXPECT_EQ(results.eventHash(), replay.serial().stages().results().eventHash());
  EXPECT_GT(results.trades(), 0);
}

TEST(PipelinedProducers, NothingIsLostDoubledOrReordered) {
  using pipeline::WaitMode;
  const Ingress ingresses[] = {Ingress::lanes(), Ingress::lanes(3, 16).withVisit(3),
                               Ingress::lanes(20, 256), Ingress::shared(), Ingress::lanes(64, 2)};
  const int producers[] = {1, 5, 20};
  constexpr int kRuns = 12;
  for (int i = 0; i < kRuns; i++) {
    const Case run{i % 3 != 0,           i % 3 == 2 ? 2u : 1u,
                   ingresses[i % 5],     i % 4 == 3 ? WaitMode::kParking : WaitMode::kYielding,
                   producers[i / 3 % 3], i % 2 == 1};
    SCOPED_TRACE("run " + std::to_string(i));
    nothingIsLostDoubledOrReordered(run, std::max<i64>(1, ordersOfAll() / kRuns / run.producers));
  }
}

/** Holds the kernel up at the first answer of user 99, until it is let on. */
class Gate : public event::ResultHandler {
 public:
  void onResult(const Command& c) override {
    if (c.userId == 99) {
      reached.store(true);
      while (!opened.load()) {
        std::this_thread::yield();
      }
    }
  }
  std::atomic<bool> reached{false};
  std::atomic<bool> opened{false};
};

TEST(PipelinedProducers, AFullLaneIsBusyAtOnceAndOthersContinue) {
  Gate gate;
  statemachine::StagesOptions stages;
  stages.handler = &gate;
  KernelOptions options;
  options.ringSize = 2;
  options.stage.limit = 1;
  options.ingress = Ingress::lanes(2, 16);
  kernel::FusedKernel kernel(stages, options);
  CommandInput in;
  in.type = command::type::kAddUser;
  in.userId = 99;
  {
    const auto lane = kernel.claimLane();
    const auto other = kernel.claimLane();
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(kernel.claimLane(), nullptr);
    lane->submit(in);
    while (!gate.reached.load()) {
      std::this_thread::yield();
    }
    in.userId = 1;
    while (lane->trySubmit(in)) {
      in.userId++;
    }
    EXPECT_TRUE(other->trySubmit(in));
    EXPECT_GE(kernel.laneStatistics()->waiting, 16);
    gate.opened.store(true);
  }
  const LaneStatistics after = kernel.laneStatistics().value();
  EXPECT_EQ(after.waiting, 0);
  EXPECT_EQ(after.busy, 1);
  EXPECT_EQ(after.claimed, 0u);
  EXPECT_EQ(after.made, 2u);
  kernel.close();
}

class Failing : public event::ResultHandler {
 public:
  void onResult(const Command&) override { throw std::runtime_error("bug"); }
};

TEST(PipelinedProducers, AFailureReachesWhoWaitsAtAFullLane) {
  for (const Ingress& ingress : {Ingress::lanes(2, 16), Ingress::shared()}) {
    Failing handler;
    statemachine::StagesOptions stages;
    stages.handler = &handler;
    KernelOptions options;
    options.ringSize = 4;
    options.ingress = ingress;
    kernel::FusedKernel kernel(stages, options);
    const auto lane = kernel.claimLane();
    EXPECT_THROW(
        {
          for (;;) {
            lane->submit({});
          }
        },
        std::runtime_error);
  }
}

}  // namespace
}  // namespace tandem::ingress
