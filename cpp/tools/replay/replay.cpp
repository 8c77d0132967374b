#include "replay.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "../wal/arguments.hpp"
#include "../wal/wal_text.hpp"
#include "logged_prefix.hpp"
#include "replay_handler.hpp"
#include "schedule.hpp"
#include "setup.hpp"
#include "tandem/exchange.hpp"

namespace tandem::tool {
namespace {

using command::Command;

constexpr u32 kExpectedOrders = 1 << 16;
constexpr std::size_t kRingSize = 8192;

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
        handler_(flow, options, options.rate == 0 ? nullptr : &schedule_, result_),
        setup_(flow, options.risk) {
    if (options.journal) {
      logged_.emplace(options.journal->directory, flow, setup_,
                      [this](std::size_t i, const Command& c) { handler_.replayed(i, c); });
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
    if (handler_.refusedSetUps() != 0) {
      throw std::logic_error(std::to_string(handler_.refusedSetUps()) +
                             " commands that set up symbols and users were refused");
    }
    const std::size_t first =
        static_cast<std::size_t>(std::max(i64{0}, done - static_cast<i64>(setup_.size())));
    const i64 startNs = submitAll(exchange, first);
    exchange.drain();
    checkRoom(exchange, done);
    const std::size_t submitted = flow_.commands.size() - first;
    result_.nanos = submitted == 0 ? 0 : handler_.finishedNs() - startNs;
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
    choice.stages.handler = &handler_;
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
    for (std::size_t i = done; i < setup_.size() && !handler_.isFull(); i++) {
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
    handler_.begin(first);
    const i64 startNs = nowNs();
    schedule_.start(startNs, first);
    for (std::size_t i = first; i < flow_.commands.size() && !handler_.isFull(); i++) {
      if (options_.rate != 0) {
        schedule_.await(i);
      }
      flow_.fill(i, in);
      handler_.sent(i);
      exchange.submit(in);
    }
    return startNs;
  }

  /** Called behind drain(), which orders this thread behind the one that told the answers. */
  void checkRoom(Exchange& exchange, i64 done) {
    if (!handler_.isFull()) {
      return;
    }
    /** Bytes of a record, where none was written to learn it from. */
    constexpr i64 kRecordGuess = 128;
    const i64 all = static_cast<i64>(setup_.size() + flow_.commands.size());
    const i64 logged = done + static_cast<i64>(handler_.answeredBeforeFull());
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
    // Without the answers to commands that no line asked for, which were accepted.
    result_.answers[static_cast<std::size_t>(command::ResultCode::kOk)] -=
        static_cast<i64>(flow_.added());
    result_.latency = Latencies::of(handler_.samples());
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
  ReplayHandler handler_;
  const Setup setup_;
  std::optional<LoggedPrefix> logged_;
};

}  // namespace

ReplayResult replay(const Flow& flow, const ReplayOptions& options) {
  return OneReplay(flow, options).run();
}

}  // namespace tandem::tool
