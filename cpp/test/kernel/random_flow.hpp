#pragma once

#include <random>
#include <vector>

#include "tandem/command/command.hpp"

namespace tandem::kernel::test {

/**
 * A flow of a seed that hurts a pipeline: few users with thin balances, order ids used again and
 * again, moves behind moves, orders that sleep until a price or trail it, icebergs, auctions,
 * suspensions, transfers, self-trade groups, commands sent twice, client sequences used for two
 * commands, refusals by doors.
 */
class RandomFlow {
 public:
  RandomFlow(u32 seed, std::size_t size) : random_(seed) {
    for (i32 symbol = 1; symbol <= kSymbols; symbol++) {
      command::CommandInput& in = add(command::type::kAddSymbol);
      in.symbol = symbol;
      in.spec = command::shared(
          {symbol, symbol + 10, 1, 1 + below(3), 1 + below(4), below(3'000), below(3'000)});
    }
    for (i64 user = 1; user <= kUsers; user++) {
      add(command::type::kAddUser).userId = user;
      for (i32 currency : {1, 11, 12, 13}) {
        command::CommandInput& in = add(command::type::kAdjustBalance);
        in.userId = user;
        in.currency = currency;
        in.amount = 2'000 + below(30'000);
        in.transactionId = ++transaction_;
      }
    }
    while (inputs_.size() < size) {
      step();
      if (below(50) == 0) {
        constexpr u8 refusals[] = {30, 31, 32, 33, 34, 35, 127};
        inputs_.back().refusal = refusals[below(7)];
      }
    }
  }

  const std::vector<command::CommandInput>& inputs() const { return inputs_; }

 private:
  static constexpr i32 kSymbols = 3;
  static constexpr i64 kUsers = 6;

  i64 below(i64 n) { return static_cast<i64>(random_() % static_cast<u64>(n)); }

  command::CommandInput& add(u8 type) {
    command::CommandInput& in = inputs_.emplace_back();
    in.type = type;
    // Now and then it falls.
    in.timestampNs = static_cast<i64>(inputs_.size()) + below(20);
    return in;
  }

  void step() {
    namespace type = command::type;
    constexpr u8 types[] = {type::kPlace,  type::kPlace, type::kPlace,  type::kPlace, type::kMove,
                            type::kCancel, type::kMove,  type::kReduce, type::kAmend};
    const i64 rare = below(400);
    if (rare == 0) {
      add(below(2) == 0 ? type::kSuspendUser : type::kResumeUser).userId = 1 + below(kUsers);
    } else if (rare < 8) {
      command::CommandInput& in = add(rare % 2 != 0   ? type::kUncross
                                      : below(2) == 0 ? type::kStartAuction
                                      : below(3) == 0 ? type::kEndSession
                                                      : type::kSetState);
      in.symbol = static_cast<i32>(1 + below(kSymbols));
      if (rare == 7) {
        in.type = type::kMassCancel;
        in.userId = below(2) * (1 + below(kUsers));
        in.side = static_cast<u8>(below(3));
      }
      in.terms = in.type == type::kSetState ? static_cast<u8>(below(6) * below(2)) : u8{0};
    } else if (rare < 24) {
      command::CommandInput& in = add(rare < 10 ? type::kWithdrawFees : type::kAdjustBalance);
      in.userId = 1 + below(kUsers);
      in.currency = rare < 10 ? 1 : static_cast<i32>(below(2) == 0 ? 1 : 11 + below(kSymbols));
      in.amount = rare < 10 ? 1 + below(20) : below(4'000) - 2'000;
      in.transactionId = transaction_ += below(4) - 1;
    } else if (rare >= 30 && rare < 40) {
      command::CommandInput& in = add(type::kTransfer);
      in.userId = 1 + below(kUsers);
      in.orderId = 1 + below(kUsers + 1);
      in.currency = static_cast<i32>(below(2) == 0 ? 1 : 11 + below(kSymbols));
      in.amount = below(6'000) - 100;
      in.transactionId = transaction_ += below(4) - 1;
    } else if (rare >= 40 && rare < 44) {
      command::CommandInput& in = add(type::kSetSelfTradeGroup);
      in.userId = 1 + below(kUsers);
      in.orderId = below(3);
    } else if (rare == 24) {
      add(type::kTick).symbol = static_cast<i32>(1 + below(kSymbols));
    } else if (rare < 30 && inputs_.size() > 100) {
      inputs_.push_back(inputs_[inputs_.size() - 1 - static_cast<std::size_t>(below(90))]);
    } else {
      order(types[below(9)]);
    }
  }

  void order(u8 type) {
    command::CommandInput& in = add(type);
    in.userId = 1 + below(kUsers);
    in.symbol = static_cast<i32>(1 + below(kSymbols));
    in.orderId = 1 + in.userId * 20 + below(20);
    in.side = static_cast<u8>(below(2));
    in.terms = below(6) == 0 ? command::kIoc : below(3) == 0 ? command::kDay : command::kGtc;
    in.price = 40 + below(12);
    in.quantity = type == command::type::kMove && below(2) == 0 ? 0 : 1 + below(40);
    if (type == command::type::kPlace && below(6) == 0) {
      sleep(in);
    } else if (type == command::type::kPlace && below(4) == 0) {
      in.instructions.extend() = {};
      in.instructions.extend().words[command::Instructions::kDisplayQuantity] = 1 + below(6);
      in.instructions.extend().words[command::Instructions::kModes] =
          command::Instructions::modesOf(0, static_cast<command::SelfTrade>(below(5)));
    } else if (type == command::type::kAmend && below(4) == 0) {
      in.instructions.extend() = {};
      in.instructions.extend().words[command::Instructions::kTriggerPrice] = 40 + below(12);
    }
    if (below(3) == 0) {
      in.clientKey = 1 + below(3);
      in.clientSequence = clientSequence_ += below(5) - 1;
    }
  }

  void sleep(command::CommandInput& in) {
    command::Instructions& said = in.instructions.extend();
    said = {};
    const bool trails = below(3) != 0;
    const bool inPpm = below(2) == 0;
    const auto of = trails ? command::OrderType::kTrailingStop : command::OrderType::kStopLimit;
    in.terms = static_cast<u8>(static_cast<u8>(of) << 4 | in.terms);
    if (trails) {
      said.trailing(inPpm ? (1 + below(4)) * 20'000 : 1 + below(4), inPpm);
    } else {
      said.words[command::Instructions::kTriggerPrice] = 40 + below(12);
    }
  }

  std::mt19937_64 random_;
  std::vector<command::CommandInput> inputs_;
  i64 transaction_ = 0;
  i64 clientSequence_ = 0;
};

}  // namespace tandem::kernel::test
