#include "replay.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "../wal/arguments.hpp"
#include "../wal/wal_text.hpp"
#include "logged_prefix.hpp"
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

  /** The command of this index is the first, and due now. */
  void start(i64 nowNs, std::size_t first) { startNs_ = nowNs - lengthNs(first); }
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

  /**
   * From now on every answer but those to questions is to the next command of the flow, the first
   * one to the command of this index; called while nothing is on its way.
   */
  void begin(std::size_t index) {
    settingUp_ = false;
    next_ = index;
  }

  /** Takes an answer out of the log, where nobody knows how long it took. */
  void replayed(std::size_t index, const Command& c) { take(index, c); }

  /** Whether the log had no room for a command; none behind it was taken. Any thread. */
  bool isFull() const { return full_.load(std::memory_order_acquire); }

  /** Answers before the first that the log had no room for. */
  std::size_t answeredBeforeFull() const { return answeredBeforeFull_; }

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
    if (isFull()) {
      return;
    }
    if (c.result == ResultCode::kLogFull) {
      full_.store(true, std::memory_order_release);
      return;
    }
    answeredBeforeFull_++;
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
    take(index, c);
    if (next_ == flow_.commands.size()) {
      finishedNs_ = nowNs();
    }
  }

  i64 refusedSetUps() const { return refusedSetUps_; }
  i64 finishedNs() const { return finishedNs_; }
  std::vector<i64>& samples() { return samples_; }

 private:
  static constexpr std::size_t kKeptMismatches = 10;

  void take(std::size_t index, const Command& c) {
    into_.answers[static_cast<std::size_t>(c.result)]++;
    for (const command::Trade& trade : c.trades) {
      count(index, trade);
    }
    check(index, c);
  }

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
  std::size_t answeredBeforeFull_ = 0;
  std::atomic<bool> full_{false};
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
  return static_cast<double>(submitted(commands)) * 1e9 /
         static_cast<double>(std::max(i64{1}, nanos));
}

namespace {

/** One replay, in an exchange of its own. */
class OneReplay {
 public:
  OneReplay(const Flow& flow, const ReplayOptions& options)
      : flow_(flow),
        options_(options),
        schedule_(std::max(i64{1}, options.rate)),
        answers_(flow, options, options.rate == 0 ? nullptr : &schedule_, result_),
        setup_(flow, options.risk) {
    if (options.journal) {
      logged_.emplace(options.journal->directory, flow, setup_,
                      [this](std::size_t i, const Command& c) { answers_.replayed(i, c); });
    }
  }

  ReplayResult run() {
    Exchange exchange(choice());
    const i64 done = exchange.recovery() == nullptr ? 0 : exchange.recovery()->commands;
    if (logged_) {
      logged_->checkLength(done);
    }
    prepare(exchange, static_cast<std::size_t>(done));
    checkRoom(exchange, done);
    if (answers_.refusedSetUps() != 0) {
      throw std::logic_error(std::to_string(answers_.refusedSetUps()) +
                             " commands that set up symbols and users were refused");
    }
    const std::size_t first =
        static_cast<std::size_t>(std::max(i64{0}, done - static_cast<i64>(setup_.size())));
    const i64 startNs = submitAll(exchange, first);
    exchange.drain();
    checkRoom(exchange, done);
    const std::size_t submitted = flow_.commands.size() - first;
    result_.nanos = submitted == 0 ? 0 : answers_.finishedNs() - startNs;
    if (options_.rate != 0) {
      // An open loop lasts at least its schedule, or n commands would take n - 1 intervals.
      result_.nanos = std::max(result_.nanos, schedule_.lengthNs(submitted));
    }
    measure(exchange, first);
    exchange.close();
    return std::move(result_);
  }

 private:
  ExchangeOptions choice() {
    ExchangeOptions choice;
    choice.pipelined = !options_.topology.isFused();
    choice.stages.riskShards = options_.risk ? std::max(1u, options_.topology.riskShards) : 0;
    choice.stages.matchingShards = std::max(1u, options_.topology.matchingShards);
    choice.stages.expectedUsers = static_cast<u32>(setup_.users());
    choice.stages.expectedOrders = kExpectedOrders;
    choice.stages.handler = &answers_;
    choice.pipeline.ringSize = kRingSize;
    choice.pipeline.stage.waiting = pipeline::WaitPlan::forThreads(options_.topology.threads() + 1);
    if (options_.journal) {
      choice.journal = options_.journal;
      choice.journal->fullForGood = true;
      choice.replayed.results = &*logged_;
    }
    return choice;
  }

  /** Makes and pays the users, but for what the log holds already. */
  void prepare(Exchange& exchange, std::size_t done) {
    command::CommandInput in;
    i64 fundingFrom = nowNs();
    for (std::size_t i = done; i < setup_.size() && !answers_.isFull(); i++) {
      if (i == setup_.symbols()) {
        exchange.drain();
        fundingFrom = nowNs();
      }
      setup_.fill(i, in);
      exchange.submit(in);
    }
    exchange.drain();
    result_.users = static_cast<i64>(setup_.users());
    result_.funding = setup_.funding();
    result_.fundingNanos = nowNs() - fundingFrom;
  }

  /** Submits the flow from a command on; returns when it began. */
  i64 submitAll(Exchange& exchange, std::size_t first) {
    command::CommandInput in;
    answers_.begin(first);
    const i64 startNs = nowNs();
    schedule_.start(startNs, first);
    for (std::size_t i = first; i < flow_.commands.size() && !answers_.isFull(); i++) {
      if (options_.rate != 0) {
        schedule_.await(i);
      }
      flow_.fill(i, in);
      answers_.sent(i);
      exchange.submit(in);
    }
    return startNs;
  }

  /** Called behind drain(), which orders this thread behind the one that told the answers. */
  void checkRoom(Exchange& exchange, i64 done) {
    if (!answers_.isFull()) {
      return;
    }
    /** Bytes of a record, where none was written to learn it from. */
    constexpr i64 kRecordGuess = 128;
    const i64 all = static_cast<i64>(setup_.size() + flow_.commands.size());
    const i64 logged = done + static_cast<i64>(answers_.answeredBeforeFull());
    const wal::WalStatistics found = *exchange.logStatistics();
    const i64 each =
        found.written == 0 ? kRecordGuess : (found.bytes + found.written - 1) / found.written;
    const i64 segment = std::max(i64{1}, wal::Wal::segmentBytes(options_.journal->directory));
    // And a segment that the log keeps in reserve.
    const i64 wanted = (((all - logged) * each + segment - 1) / segment + 1) * segment;
    throw BadInputException(options_.journal->directory.string() +
                            ": the disk is full: " + count(logged) + " of " + count(all) +
                            " commands are logged, those for set-up included; the rest wants "
                            "about " +
                            count(wanted) + " bytes more; with room the same call goes on there");
  }

  void measure(Exchange& exchange, std::size_t first) {
    result_.latency = Latencies::of(answers_.samples());
    result_.eventHash = exchange.stages().results().eventHash();
    result_.stateHash = exchange.image().stateHash();
    result_.totals = totalsOf(exchange.stages());
    if (options_.keepsBooks) {
      result_.books = booksOf(exchange.stages(), flow_.symbols.size());
    }
    if (logged_) {
      result_.logged =
          ReplayResult::Logged{*options_.journal, *exchange.recovery(), first,
                               std::min(first, logged_->firstTold()), *exchange.logStatistics()};
    }
  }

  const Flow& flow_;
  const ReplayOptions& options_;
  ReplayResult result_;
  Schedule schedule_;
  Answers answers_;
  const Setup setup_;
  std::optional<LoggedPrefix> logged_;
};

}  // namespace

ReplayResult replay(const Flow& flow, const ReplayOptions& options) {
  return OneReplay(flow, options).run();
}

}  // namespace tandem::tool
