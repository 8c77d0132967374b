#include "flow.hpp"

#include <stdexcept>
#include <string>

#include "stream_maker.hpp"

namespace tandem::bench {

using command::CommandInput;
using command::kBuy;
namespace type = command::type;

namespace {

constexpr i64 kSteadyLive = 1'000;
constexpr i64 kSteadyMiddle = 10'000;
constexpr i64 kFunds = i64{1} << 50;
constexpr std::size_t kStep = 16;

/** Flows of commands, with their population. */
class FlowMaker : private StreamMaker {
 public:
  FlowMaker() : StreamMaker(Flow::kSeed) {}

  Flow make(Profile profile) {
    if (profile == Profile::STEADY) {
      steady();
    } else {
      spot(Flow::kCommands);
    }
    const std::size_t counted = flow_.commands.size();
    const double samples = static_cast<double>((counted + kStep - 1) / kStep);
    for (const u8 side : {u8{0}, u8{1}}) {
      book_.view().forEachOrder(side, [&](const matching::OrderView& order) {
        put(type::kCancel, order.side, command::kGtc, order.orderId, 0, 0);
      });
    }
    flow_.population = {static_cast<double>(live_) / samples,
                        static_cast<double>(levels_) / samples, tradeCount_, refusals_};
    return flow_;
  }

 private:
  void steady() {
    while (live() < kSteadyLive) {
      steadyPlace(command::kGtc, true);
    }
    while (flow_.commands.size() < Flow::kCommands - kSteadyLive) {
      // Orders that lack funds are drawn here, and there are none.
      random_.below(100);
      const i32 dice = random_.below(100);
      if (live() < kSteadyLive * 9 / 10 || (dice < 9 && live() < kSteadyLive * 11 / 10)) {
        steadyPlace(command::kGtc, false);
      } else if (dice < 12) {
        steadyPlace(command::kIoc, false);
      } else if (dice < 18) {
        cancel(rested_[pick()].id);
      } else {
        const Rested order = rested_[pick()];
        move(order, steadyPrice(order.side, false), 0);
      }
    }
  }

  void steadyPlace(u8 timeInForce, bool quiet) {
    const u8 side = random_.boolean() ? u8{0} : u8{1};
    const i64 price = timeInForce == command::kIoc ? kSteadyMiddle + (side == kBuy ? 5 : -5)
                                                   : steadyPrice(side, quiet);
    place(side, price, 1 + random_.below(20), timeInForce);
  }

  i64 steadyPrice(u8 side, bool quiet) {
    const i64 away = 1 + random_.below(60);
    const bool crosses = !quiet && random_.below(12) == 0;
    const i64 above = crosses ? away / 4 : -away;
    return side == kBuy ? kSteadyMiddle + above : kSteadyMiddle - above;
  }

  void place(u8 side, i64 price, i64 lots, u8 timeInForce) override {
    const i64 id = ++lastOrder_;
    put(type::kPlace, side, timeInForce, id, price, lots);
    count(book_.place({side, timeInForce, 0, price, lots, id, userOf(id)}, trades_) < 0);
    if (timeInForce == command::kGtc && book_.view().order(id)) {
      rested_.push_back({id, side});
    }
  }

  void cancel(i64 id) override {
    put(type::kCancel, kBuy, command::kGtc, id, 0, 0);
    count(book_.cancel(id, userOf(id)) < 0);
  }

  void move(const Rested& order, i64 price, i64 lots) override {
    put(type::kMove, order.side, command::kGtc, order.id, price, lots);
    count(book_.move(order.id, userOf(order.id), price, lots, trades_) < 0);
  }

  void count(bool refused) {
    tradeCount_ += static_cast<i64>(trades_.count());
    trades_.clear();
    refusals_ += refused ? 1 : 0;
    if ((flow_.commands.size() - 1) % kStep == 0) {
      const auto view = book_.view();
      live_ += live();
      levels_ += static_cast<i64>(view.levels(0) + view.levels(1));
    }
  }

  static i64 userOf(i64 order) { return 1 + order % Flow::kUsers; }

  void put(u8 kind, u8 side, u8 terms, i64 order, i64 price, i64 lots) {
    CommandInput in;
    in.timestampNs = 1;
    in.type = kind;
    in.side = side;
    in.terms = terms;
    in.symbol = Flow::kSymbol;
    in.orderId = order;
    in.userId = userOf(order);
    in.price = price;
    in.quantity = lots;
    flow_.commands.push_back(in);
  }

  Flow flow_;
  i64 live_ = 0;
  i64 levels_ = 0;
  i64 tradeCount_ = 0;
  i64 refusals_ = 0;
};

}  // namespace

Flow Flow::make(Profile profile) {
  Flow flow = FlowMaker().make(profile);
  const Population& p = flow.population;
  // As the comparisons in Java state it of the same seed.
  const bool steady = profile == Profile::STEADY;
  const double live = steady ? 899 : 160;
  const double trades = steady ? 0.160 : 0.063;
  const double traded = static_cast<double>(p.trades) / static_cast<double>(flow.commands.size());
  if (std::abs(p.live - live) > 1 || std::abs(traded - trades) > 0.001 || p.refusals != 0) {
    throw std::logic_error("a flow with " + std::to_string(p.live) + " live orders on " +
                           std::to_string(p.levels) + " levels, " + std::to_string(traded) +
                           " trades a command and " + std::to_string(p.refusals) +
                           " refusals is not the stated one");
  }
  return flow;
}

std::vector<CommandInput> Flow::preparation(bool risk) {
  std::vector<CommandInput> all;
  CommandInput in;
  in.timestampNs = 1;
  in.type = type::kAddSymbol;
  in.symbol = kSymbol;
  in.spec = command::shared({kSymbol, 1, 2, 1, 1, 0, 0});
  all.push_back(in);
  in = {};
  in.timestampNs = 1;
  for (i64 user = 1; risk && user <= kUsers; user++) {
    in.userId = user;
    in.type = type::kAddUser;
    all.push_back(in);
    for (const i32 currency : {1, 2}) {
      in.type = type::kAdjustBalance;
      in.currency = currency;
      in.amount = kFunds;
      in.transactionId = currency;
      all.push_back(in);
    }
  }
  return all;
}

}  // namespace tandem::bench
