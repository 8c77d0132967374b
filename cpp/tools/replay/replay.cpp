#include "replay.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "tandem/exchange.hpp"

namespace tandem::tool {
namespace {

using command::Command;
using command::ResultCode;
namespace type = command::type;

constexpr u32 kExpectedOrders = 1 << 16;
constexpr std::size_t kRingSize = 8192;
/** In a closed loop, one command in so many is timed. */
constexpr std::size_t kSample = 16;

i64 nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/** When each command of an open loop is due: the same distance apart, whatever the kernel does. */
class Schedule {
 public:
  explicit Schedule(i64 rate) : intervalNs_(1e9 / static_cast<double>(rate)) {}

  void start(i64 nowNs) { startNs_ = nowNs; }
  i64 due(std::size_t index) const { return startNs_ + lengthNs(index); }
  /** Each command has an interval, the last one too. */
  i64 lengthNs(std::size_t commands) const {
    return static_cast<i64>(static_cast<double>(commands) * intervalNs_);
  }

  void await(std::size_t index) const {
    const i64 dueNs = due(index);
    for (i64 left = dueNs - nowNs(); left > 0; left = dueNs - nowNs()) {
      // Closer than this the thread yields, because a sleeping one wakes too late.
      constexpr i64 kYieldNs = 200'000;
      if (left > kYieldNs) {
        std::this_thread::sleep_for(std::chrono::nanoseconds(left - kYieldNs));
      } else {
        std::this_thread::yield();
      }
    }
  }

 private:
  const double intervalNs_;
  i64 startNs_ = 0;
};

/** The sum of what is not negative; once it does not fit it stays kOver. */
i64 sumOrOver(i64 sum, i64 more) {
  i64 next;
  return sum == ReplayResult::kOver || __builtin_add_overflow(sum, more, &next)
             ? ReplayResult::kOver
             : next;
}

/**
 * Told every answer: counts, times, keeps and checks them. Written by the thread that tells
 * answers, read by the one that replays behind drain().
 */
class Answers final : public event::ResultHandler {
 public:
  Answers(const Flow& flow, const ReplayOptions& options, const Schedule* schedule,
          ReplayResult& into)
      : flow_(flow), keepsTrades_(options.keepsTrades), schedule_(schedule), into_(into) {
    into_.answers.resize(command::kResultCodes);
    const std::size_t timed =
        schedule_ == nullptr ? flow.commands.size() / kSample + 1 : flow.commands.size();
    samples_.reserve(timed);
    sentNs_.resize(schedule_ == nullptr ? timed : 0);
  }

  /** From now on every answer but those to questions is to the next command of the flow. */
  void begin() { settingUp_ = false; }

  /** Called before a command is submitted. */
  void sent(std::size_t index) {
    if (schedule_ == nullptr && index % kSample == 0) {
      sentNs_[index / kSample] = nowNs();
    }
  }

  void onResult(const Command& c) override {
    if (c.type == type::kQuery) {
      return;
    }
    if (settingUp_) {
      refusedSetUps_ += c.isRejected() ? 1 : 0;
      return;
    }
    const std::size_t index = next_++;
    if (schedule_ != nullptr) {
      samples_.push_back(std::max(i64{0}, nowNs() - schedule_->due(index)));
    } else if (index % kSample == 0) {
      samples_.push_back(nowNs() - sentNs_[index / kSample]);
    }
    into_.answers[static_cast<std::size_t>(c.result)]++;
    for (const command::Trade& trade : c.trades) {
      count(index, trade);
    }
    check(index, c);
    if (next_ == flow_.commands.size()) {
      finishedNs_ = nowNs();
    }
  }

  i64 refusedSetUps() const { return refusedSetUps_; }
  i64 finishedNs() const { return finishedNs_; }
  std::vector<i64>& samples() { return samples_; }

 private:
  static constexpr std::size_t kKeptMismatches = 10;

  void count(std::size_t index, const command::Trade& trade) {
    into_.trades++;
    into_.lots = sumOrOver(into_.lots, trade.quantity);
    i64 value;
    into_.turnover = __builtin_mul_overflow(trade.price, trade.quantity, &value)
                         ? ReplayResult::kOver
                         : sumOrOver(into_.turnover, value);
    if (keepsTrades_) {
      into_.keptTrades.push_back(
          {index, trade.takerOrderId, trade.makerOrderId, trade.price, trade.quantity});
    }
  }

  /** Compares with what the file says must come of a command. */
  void check(std::size_t index, const Command& c) {
    const FlowCommand& asked = flow_.commands[index];
    const bool told = asked.quantity != Flow::kUnchecked;
    if (c.type == type::kCancel && told) {
      const std::string order = std::to_string(c.orderId);
      if (c.isRejected()) {
        mismatch(index, "the answer to CANCEL of order " + order, nameOf(c.result),
                 "to be accepted");
      } else if (c.releasedQuantity != asked.quantity) {
        mismatch(index, "the remaining quantity of order " + order,
                 std::to_string(c.releasedQuantity), std::to_string(asked.quantity));
      }
    } else if (c.type == type::kUncross && (told || asked.price != 0)) {
      if (c.isRejected()) {
        mismatch(index, "the answer to UNCROSS", nameOf(c.result), "to be accepted");
        return;
      }
      if (told && c.filledQuantity != asked.quantity) {
        mismatch(index, "the quantity of the uncross", std::to_string(c.filledQuantity),
                 std::to_string(asked.quantity));
      }
      if (asked.price != 0 && c.orderPrice != asked.price) {
        mismatch(index, "the price of the uncross", std::to_string(c.orderPrice),
                 std::to_string(asked.price));
      }
    }
  }

  void mismatch(std::size_t index, const std::string& what, const std::string& got,
                const std::string& expected) {
    if (into_.mismatches.size() < kKeptMismatches) {
      into_.mismatches.push_back(flow_.place(index) + ": " + what + " is " + got + ", expected " +
                                 expected);
    }
    into_.mismatchCount++;
  }

  const Flow& flow_;
  const bool keepsTrades_;
  const Schedule* const schedule_;
  ReplayResult& into_;
  std::vector<i64> samples_;
  std::vector<i64> sentNs_;
  bool settingUp_ = true;
  std::size_t next_ = 0;
  i64 refusedSetUps_ = 0;
  i64 finishedNs_ = 0;
};

std::vector<risk::CurrencyTotals> totalsOf(const statemachine::Stages& stages) {
  std::vector<risk::CurrencyTotals> sum;
  for (u32 shard = 0; shard < stages.riskShards(); shard++) {
    for (const risk::CurrencyTotals& part : stages.risk(shard).totals()) {
      const auto at = std::find_if(sum.begin(), sum.end(), [&part](const auto& known) {
        return known.currency == part.currency;
      });
      if (at == sum.end()) {
        sum.push_back(part);
      } else {
        at->available += part.available;
        at->held += part.held;
        at->fees += part.fees;
      }
    }
  }
  return sum;
}

std::vector<ReplayResult::Order> booksOf(const statemachine::Stages& stages, std::size_t symbols) {
  std::vector<ReplayResult::Order> orders;
  for (std::size_t symbol = 0; symbol < symbols; symbol++) {
    const auto shard = static_cast<u32>(symbol % stages.matchingShards());
    const auto view = stages.matching(shard).book(static_cast<i32>(symbol))->view();
    for (const u8 side : {command::kBuy, command::kSell}) {
      view.forEachOrder(side, [&](const matching::OrderView& order) {
        orders.push_back({symbol, side, order.price, order.orderId, order.quantity});
      });
    }
  }
  return orders;
}

}  // namespace

std::string Topology::name() const {
  return isFused() ? "FUSED"
                   : "PIPELINED(" + std::to_string(riskShards) + "," +
                         std::to_string(matchingShards) + ")";
}

Latencies Latencies::of(std::vector<i64>& samples) {
  if (samples.empty()) {
    return {};
  }
  std::sort(samples.begin(), samples.end());
  const auto at = [&samples](double share) {
    const double rank = std::ceil(share * static_cast<double>(samples.size()));
    return samples[std::max(std::size_t{1}, static_cast<std::size_t>(rank)) - 1];
  };
  return {at(0.5), at(0.9), at(0.99), at(0.999), at(0.9999), samples.back()};
}

bool ReplayResult::isConserved() const {
  return std::all_of(totals.begin(), totals.end(),
                     [this](const risk::CurrencyTotals& each) { return isConserved(each); });
}

double ReplayResult::perSecond(std::size_t commands) const {
  return static_cast<double>(commands) * 1e9 / static_cast<double>(std::max(i64{1}, nanos));
}

ReplayResult replay(const Flow& flow, const ReplayOptions& options) {
  ReplayResult result;
  Schedule schedule(std::max(i64{1}, options.rate));
  Answers answers(flow, options, options.rate == 0 ? nullptr : &schedule, result);
  const Setup setup(flow, options.risk);
  ExchangeOptions choice;
  choice.pipelined = !options.topology.isFused();
  choice.stages.riskShards = options.risk ? std::max(1u, options.topology.riskShards) : 0;
  choice.stages.matchingShards = std::max(1u, options.topology.matchingShards);
  choice.stages.expectedUsers = static_cast<u32>(setup.users());
  choice.stages.expectedOrders = kExpectedOrders;
  choice.stages.handler = &answers;
  choice.pipeline.ringSize = kRingSize;
  choice.pipeline.stage.waiting = pipeline::WaitPlan::forThreads(options.topology.threads() + 1);
  Exchange exchange(choice);

  command::CommandInput in;
  i64 fundingFrom = nowNs();
  for (std::size_t i = 0; i < setup.size(); i++) {
    if (i == setup.symbols()) {
      exchange.drain();
      fundingFrom = nowNs();
    }
    setup.fill(i, in);
    exchange.submit(in);
  }
  exchange.drain();
  result.users = static_cast<i64>(setup.users());
  result.funding = setup.funding();
  result.fundingNanos = nowNs() - fundingFrom;
  if (answers.refusedSetUps() != 0) {
    throw std::logic_error(std::to_string(answers.refusedSetUps()) +
                           " commands that set up symbols and users were refused");
  }

  answers.begin();
  const i64 startNs = nowNs();
  schedule.start(startNs);
  for (std::size_t i = 0; i < flow.commands.size(); i++) {
    if (options.rate != 0) {
      schedule.await(i);
    }
    flow.fill(i, in);
    answers.sent(i);
    exchange.submit(in);
  }
  exchange.drain();
  result.nanos = answers.finishedNs() - startNs;
  if (options.rate != 0) {
    // An open loop lasts at least its schedule, or n commands would take n - 1 intervals.
    result.nanos = std::max(result.nanos, schedule.lengthNs(flow.commands.size()));
  }
  result.latency = Latencies::of(answers.samples());
  result.eventHash = exchange.stages().results().eventHash();
  result.stateHash = exchange.image().stateHash();
  result.totals = totalsOf(exchange.stages());
  if (options.keepsBooks) {
    result.books = booksOf(exchange.stages(), flow.symbols.size());
  }
  exchange.close();
  return result;
}

}  // namespace tandem::tool
