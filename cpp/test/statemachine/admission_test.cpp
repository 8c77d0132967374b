#include "tandem/statemachine/admission.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

#include "tandem/command/command_sum.hpp"
#include "tandem/statemachine/replay_driver.hpp"

namespace tandem::statemachine {
namespace {

using command::Command;
using command::CommandInput;
using command::ResultCode;
namespace type = command::type;

/** Stages without risk, one command after the other. */
class Driven {
 public:
  Driven() : stages(options()), driver_(stages, nullptr, nullptr) {}

  const Command& submit(const CommandInput& in) {
    driver_.next().input(in);
    driver_.submit();
    return driver_.next();
  }

  Stages stages;

 private:
  static StagesOptions options() {
    StagesOptions options;
    options.onePass = true;
    options.riskShards = 0;
    return options;
  }

  ReplayDriver driver_;
};

CommandInput cancel(i64 sequence, i64 orderId = 1) {
  CommandInput in;
  in.type = type::kCancel;
  in.timestampNs = 1;
  in.clientKey = 7;
  in.clientSequence = sequence;
  in.orderId = orderId;
  return in;
}

CommandInput refused(CommandInput in, u8 code) {
  in.refusal = code;
  return in;
}

TEST(Admission, RefusesWithTheCodeOfADoorAndOtherCodesAsUnknown) {
  Driven driven;
  for (int code = 1; code <= 255; code++) {
    const bool ofDoor = code >= 31 && code <= 34;
    EXPECT_EQ(driven.submit(refused(cancel(code), static_cast<u8>(code))).result,
              ofDoor ? static_cast<ResultCode>(code) : ResultCode::kUnknownCommand)
        << code;
  }
  // Before its form is looked at.
  EXPECT_EQ(driven.submit(refused(cancel(256, 0), 31)).result, ResultCode::kTooManyOpenOrders);
  EXPECT_EQ(driven.submit(cancel(257, 0)).result, ResultCode::kInvalidOrderId);
}

TEST(Admission, KnowsARefusedCommandAgain) {
  Driven driven;
  driven.submit(refused(cancel(500), 33));
  EXPECT_EQ(driven.submit(cancel(500)).result, ResultCode::kDuplicateCommand);
  EXPECT_EQ(driven.submit(cancel(500)).firstResult, ResultCode::kNotionalTooLarge);
  EXPECT_EQ(driven.submit(refused(cancel(500), 31)).firstResult, ResultCode::kNotionalTooLarge);
  EXPECT_EQ(driven.submit(refused(cancel(500, 2), 31)).result, ResultCode::kClientSequenceReused);
  EXPECT_EQ(driven.submit(cancel(500, 2)).firstResult, ResultCode::kNotionalTooLarge);
  EXPECT_EQ(driven.submit(refused(cancel(244), 31)).result, ResultCode::kStaleCommand);
  EXPECT_EQ(driven.submit(cancel(500)).result, ResultCode::kDuplicateCommand);
}

TEST(Admission, ForgetsTheSumsOfWhatIsSkippedAndLeavesNoneOfWhatHasNoKey) {
  Driven driven;
  for (i64 sequence = 1; sequence <= 256; sequence++) {
    driven.submit(cancel(sequence));
  }
  driven.submit(cancel(510));
  state::StateImage image = driven.stages.image();
  const auto row = image.table(state::TableKind::kClients).row(0);
  int left = 0;
  for (const u64 sum : row.subspan(34)) {
    left += sum != 0 ? 1 : 0;
  }
  // Of 255, 256 and 510.
  EXPECT_EQ(left, 3);
  EXPECT_EQ(row[34 + 510 % 256], command::command_sum::of(cancel(0)));
  CommandInput none = cancel(511);
  none.clientKey = 0;
  driven.submit(none);
  EXPECT_EQ(driven.stages.image().stateHash(), image.stateHash());
}

/** What each client sent, with all that tells one command from another. */
class NaiveWindows {
 public:
  using Content = std::tuple<u8, u8, u8, i32, i64, i64, i64, i64, i64, i64, i32>;

  struct Expected {
    /** kPending: it is new. */
    ResultCode result;
    ResultCode first;
  };

  Expected of(const CommandInput& in) const {
    const auto client = clients_.find(in.clientKey);
    if (client == clients_.end() || in.clientSequence > client->second.rbegin()->first) {
      return {ResultCode::kPending, ResultCode::kPending};
    }
    if (client->second.rbegin()->first - in.clientSequence >= 256) {
      return {ResultCode::kStaleCommand, ResultCode::kPending};
    }
    const auto first = client->second.find(in.clientSequence);
    if (first == client->second.end()) {
      return {ResultCode::kPending, ResultCode::kPending};
    }
    return {first->second.first == contentOf(in) ? ResultCode::kDuplicateCommand
                                                 : ResultCode::kClientSequenceReused,
            first->second.second};
  }

  void put(const CommandInput& in, ResultCode result) {
    clients_[in.clientKey].try_emplace(in.clientSequence, contentOf(in), result);
  }

 private:
  static Content contentOf(const CommandInput& in) {
    return {in.type == type::kQuery ? type::kNop : in.type,
            in.side,
            in.terms,
            in.symbol,
            in.userId,
            in.orderId,
            in.price,
            in.quantity,
            in.amount,
            in.transactionId,
            in.currency};
  }

  std::map<i64, std::map<i64, std::pair<Content, ResultCode>>> clients_;
};

TEST(Admission, JudgesSequencesAsANaiveModelAlsoWhenRestored) {
  std::mt19937_64 random(5);
  const auto below = [&](i64 n) { return static_cast<i64>(random() % static_cast<u64>(n)); };
  auto driven = std::make_unique<Driven>();
  NaiveWindows model;
  std::map<ResultCode, int> seen;
  i64 highest = 0;
  for (int i = 0; i < 40'000; i++) {
    constexpr u8 types[] = {type::kNop,    type::kQuery,        type::kCancel,
                            type::kCancel, type::kStartAuction, 99};
    CommandInput in;
    in.type = types[below(6)];
    in.timestampNs = 1 + i;
    in.clientKey = 1 + below(3);
    in.clientSequence = highest - below(40) + (below(40) == 0 ? below(300) : below(3));
    in.orderId = below(2);
    in.amount = below(20) == 0 ? 1 : 0;
    in.refusal = below(5) == 0 ? static_cast<u8>(30 + below(6)) : 0;
    highest = std::max(highest, in.clientSequence);
    in.clientSequence -= below(100) == 0 ? 250 + below(10) : 0;
    const auto expected = model.of(in);
    const Command& c = driven->submit(in);
    seen[c.result]++;
    if (expected.result != ResultCode::kPending) {
      ASSERT_EQ(c.result, expected.result) << i;
    } else {
      ASSERT_NE(c.result, ResultCode::kStaleCommand) << i;
      ASSERT_NE(c.result, ResultCode::kDuplicateCommand) << i;
      ASSERT_NE(c.result, ResultCode::kClientSequenceReused) << i;
      model.put(in, c.result);
    }
    ASSERT_EQ(c.firstResult, expected.first) << i;
    if (below(4'000) == 0) {
      const state::StateImage image = driven->stages.image();
      driven = std::make_unique<Driven>();
      driven->stages.restore(image);
      ASSERT_EQ(driven->stages.image().stateHash(), image.stateHash());
    }
  }
  for (const ResultCode code : {ResultCode::kStaleCommand, ResultCode::kDuplicateCommand,
                                ResultCode::kClientSequenceReused, ResultCode::kPriceOutOfBand}) {
    EXPECT_GT(seen[code], 100) << nameOf(code);
  }
}

TEST(Admission, IsNotRestoredFromASumOfWhatWasNotSeen) {
  Driven driven;
  driven.submit(cancel(3));
  const state::StateImage image = driven.stages.image();
  const auto row = image.table(state::TableKind::kClients).row(0);
  std::vector<u64> words(row.begin() + 2, row.end());
  const auto restored = [&] {
    Admission admission(systemClockNs);
    return admission.restore(7, 3, std::span(words).first(32), std::span(words).subspan(32));
  };
  EXPECT_TRUE(restored());
  words[32 + 4] = 1;
  EXPECT_FALSE(restored());
}

}  // namespace
}  // namespace tandem::statemachine
