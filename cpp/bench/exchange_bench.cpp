#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "tandem/event/result_handler.hpp"
#include "tandem/kernel/fused_kernel.hpp"
#include "tandem/kernel/pipelined_kernel.hpp"
#include "tandem/kernel/polled_kernel.hpp"

// Measures the fused kernel, kernels with threads, and the books alone, on one stated flow: kUsers
// users with enough money keep about kResting orders live around a price that stands; of the
// commands 45 % place and rest, 10 % place and take, 30 % cancel and 15 % move. What the flow came
// to is asserted, so that a run that refused its commands is not taken for a fast one.

namespace {

using namespace tandem;
using Clock = std::chrono::steady_clock;
namespace type = command::type;

constexpr i64 kUsers = 1'000;
constexpr std::size_t kResting = 20'000;
constexpr i64 kMiddle = 100'000;
constexpr i64 kDepth = 400;

std::vector<command::CommandInput> makeFlow(std::size_t commands, std::size_t& prepared) {
  std::vector<command::CommandInput> flow;
  command::CommandInput in;
  in.timestampNs = 1;
  in.type = type::kAddSymbol;
  in.symbol = 1;
  in.spec = command::shared({1, 1, 2, 1, 1, 100, 200});
  flow.push_back(in);
  in = {};
  in.timestampNs = 1;
  for (i64 user = 1; user <= kUsers; user++) {
    in.userId = user;
    in.type = type::kAddUser;
    flow.push_back(in);
    for (const i32 currency : {1, 2}) {
      in.type = type::kAdjustBalance;
      in.currency = currency;
      in.amount = i64{1} << 50;
      in.transactionId = currency;
      flow.push_back(in);
    }
  }
  std::mt19937_64 random(7);
  const auto below = [&](i64 n) { return static_cast<i64>(random() % static_cast<u64>(n)); };
  struct Live {
    i64 id;
    i64 user;
    u8 side;
  };
  std::vector<Live> live;
  i64 nextId = 1;
  prepared = flow.size() + kResting;
  while (flow.size() < prepared + commands) {
    in = {};
    in.timestampNs = static_cast<i64>(flow.size());
    in.symbol = 1;
    const bool filling = flow.size() < prepared;
    const i64 draw = filling || live.size() < kResting / 2 ? 0 : below(100);
    if (draw < 50) {
      in.type = type::kPlace;
      in.side = static_cast<u8>(below(2));
      in.userId = 1 + below(kUsers);
      in.orderId = nextId++;
      in.quantity = 1 + below(100);
      const i64 away = 1 + below(kDepth);
      const bool takes = draw >= 40;
      in.terms = takes ? command::kIoc : command::kGtc;
      const i64 out = in.side == command::kBuy ? -away : away;
      in.price = kMiddle + (takes ? -out : out);
      if (!takes) {
        live.push_back({in.orderId, in.userId, in.side});
      }
    } else {
      const auto at = static_cast<std::size_t>(below(static_cast<i64>(live.size())));
      in.type = draw < 88 ? type::kCancel : type::kMove;
      in.orderId = live[at].id;
      in.userId = live[at].user;
      const i64 away = 1 + below(kDepth);
      in.price = kMiddle + (live[at].side == command::kBuy ? -away : away);
      if (in.type == type::kCancel) {
        live[at] = live.back();
        live.pop_back();
      }
    }
    flow.push_back(in);
  }
  return flow;
}

/** What a part of a run took, of the wall clock and of the processor. */
class Stopwatch {
 public:
  double wall() const {
    const std::chrono::duration<double, std::nano> took = Clock::now() - begin_;
    return took.count();
  }
  double processor() const {
    return static_cast<double>(std::clock() - processor_) * (1e9 / CLOCKS_PER_SEC);
  }

 private:
  Clock::time_point begin_ = Clock::now();
  std::clock_t processor_ = std::clock();
};

struct Outcome {
  /** Nanoseconds a command. */
  double wall;
  double processor;
  i64 trades;
  i64 refused;
  i64 live;
};

Outcome run(const std::vector<command::CommandInput>& flow, std::size_t prepared, u32 riskShards) {
  statemachine::StagesOptions options;
  options.riskShards = riskShards;
  options.expectedUsers = kUsers;
  options.expectedOrders = kResting * 4;
  kernel::PolledKernel kernel(options);
  i64 refused = 0;
  Stopwatch watch;
  for (std::size_t i = 0; i < flow.size(); i++) {
    if (i == prepared) {
      watch = Stopwatch();
      refused = 0;
    }
    kernel.next().input(flow[i]);
    kernel.submit();
    refused += kernel.next().result == command::ResultCode::kOk ? 0 : 1;
  }
  const auto measured = static_cast<double>(flow.size() - prepared);
  const double wall = watch.wall() / measured;
  const double processor = watch.processor() / measured;
  const auto view = kernel.stages().matching(0).book(1)->view();
  return {wall, processor, kernel.stages().results().trades(), refused,
          view.orders(0) + view.orders(1)};
}

/** Counts on the results thread; read when all is answered. */
struct Refusals final : event::ResultHandler {
  i64 count = 0;
  void onResult(const command::Command& c) override {
    count += c.result == command::ResultCode::kOk ? 0 : 1;
  }
};

/** The same commands through a kernel with threads, by one producer. */
template <class Kernel>
Outcome threaded(const std::vector<command::CommandInput>& flow, std::size_t prepared,
                 const ingress::Ingress& ingress) {
  statemachine::StagesOptions options;
  options.expectedUsers = kUsers;
  options.expectedOrders = kResting * 4;
  Refusals refusals;
  options.handler = &refusals;
  kernel::KernelOptions how;
  how.ingress = ingress;
  how.stage.waiting = pipeline::WaitPlan::forThreads(4);
  Kernel kernel(options, how);
  const auto lane = kernel.claimLane();
  for (std::size_t i = 0; i < prepared; i++) {
    lane->submit(flow[i]);
  }
  kernel.drain();
  const i64 before = refusals.count;
  const Stopwatch watch;
  for (std::size_t i = prepared; i < flow.size(); i++) {
    lane->submit(flow[i]);
  }
  kernel.drain();
  const auto measured = static_cast<double>(flow.size() - prepared);
  const double wall = watch.wall() / measured;
  const double processor = watch.processor() / measured;
  const auto view = kernel.stages().matching(0).book(1)->view();
  return {wall, processor, kernel.stages().results().trades(), refusals.count - before,
          view.orders(0) + view.orders(1)};
}

/** The same commands, applied by the books alone: no admission, no risk, no records. */
Outcome books(const std::vector<command::CommandInput>& flow, std::size_t prepared) {
  matching::MatchingEngine engine(0, 1, kResting * 4);
  command::Command slot;
  slot.outcomes.preallocate();
  i64 refused = 0;
  i64 trades = 0;
  Stopwatch watch;
  for (std::size_t i = 0; i < flow.size(); i++) {
    if (i == prepared) {
      watch = Stopwatch();
      refused = 0;
    }
    slot.input(flow[i]);
    slot.clearOutput();
    engine.match(slot);
    refused += slot.isRejected() ? 1 : 0;
    trades += static_cast<i64>(slot.outcomes.trades());
  }
  const auto measured = static_cast<double>(flow.size() - prepared);
  const double wall = watch.wall() / measured;
  const double processor = watch.processor() / measured;
  const auto view = engine.book(1)->view();
  return {wall, processor, trades, refused, view.orders(0) + view.orders(1)};
}

void print(const char* what, const Outcome& o, i64 commands) {
  // Cancels and moves of orders that have traded are refused; most are not.
  if (o.trades * 20 < commands || o.refused * 4 > commands || o.live < 1'000) {
    std::fprintf(stderr, "%s: %lld trades, %lld refused, %lld live: not the stated flow\n", what,
                 static_cast<long long>(o.trades), static_cast<long long>(o.refused),
                 static_cast<long long>(o.live));
    std::exit(1);
  }
  std::printf(
      "%-22s %7.1f ns a command, %7.1f of the processor, %6.2f M/s; %lld trades, %lld refused, "
      "%lld live\n",
      what, o.wall, o.processor, 1e3 / o.wall, static_cast<long long>(o.trades),
      static_cast<long long>(o.refused), static_cast<long long>(o.live));
}

Outcome least(const std::vector<Outcome>& rounds) {
  return *std::min_element(rounds.begin(), rounds.end(),
                           [](const Outcome& a, const Outcome& b) { return a.wall < b.wall; });
}

}  // namespace

/** Usage: tandem-exchange-bench [COMMANDS [ROUNDS]]; the least of the rounds is printed. */
int main(int argc, char** argv) {
  const long commands = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  const long rounds = argc > 2 ? std::atol(argv[2]) : 5;
  if (commands < 1 || rounds < 1) {
    std::fprintf(stderr, "usage: tandem-exchange-bench [COMMANDS [ROUNDS]]\n");
    return 2;
  }
  std::size_t prepared = 0;
  const auto flow = makeFlow(static_cast<std::size_t>(commands), prepared);
  std::vector<Outcome> fused;
  std::vector<Outcome> fusedLanes;
  std::vector<Outcome> pipelined;
  std::vector<Outcome> pipelinedLanes;
  std::vector<Outcome> withoutRisk;
  std::vector<Outcome> alone;
  for (long round = 0; round < rounds; round++) {
    fused.push_back(run(flow, prepared, 1));
    fusedLanes.push_back(threaded<kernel::FusedKernel>(flow, prepared, ingress::Ingress::lanes()));
    pipelined.push_back(
        threaded<kernel::PipelinedKernel>(flow, prepared, ingress::Ingress::singleProducer()));
    pipelinedLanes.push_back(
        threaded<kernel::PipelinedKernel>(flow, prepared, ingress::Ingress::lanes()));
    withoutRisk.push_back(run(flow, prepared, 0));
    alone.push_back(books(flow, prepared));
  }
  print("fused", least(fused), commands);
  print("fused, by a lane", least(fusedLanes), commands);
  print("pipelined", least(pipelined), commands);
  print("pipelined, by a lane", least(pipelinedLanes), commands);
  print("fused, without risk", least(withoutRisk), commands);
  print("books alone", least(alone), commands);
  return 0;
}
