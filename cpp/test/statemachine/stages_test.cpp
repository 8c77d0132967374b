#include "tandem/statemachine/stages.hpp"

#include <gtest/gtest.h>

namespace tandem::statemachine {
namespace {

using command::Command;
using command::ResultCode;

TEST(Stages, AQueryWaitsUntilAllIsSettledButNotARefusedOne) {
  Stages stages(StagesOptions{});
  Command c;
  c.type = command::type::kQuery;
  stages.admit(c, 0);
  EXPECT_EQ(c.result, ResultCode::kUnknownCommand);
  EXPECT_TRUE(stages.tryHold(0, c));
  Query query;
  c.query = &query;
  stages.admit(c, 1);
  EXPECT_FALSE(stages.tryHold(0, c));
}

class FullJournal : public JournalStage {
 public:
  void onEvent(const Command&, i64) override {}
  std::span<const i64> marks() const override { return {}; }
  bool holdsAnswers() const override { return true; }
  i64 confirmed() override { return -1; }
  bool hasRoom() override { return false; }
};

TEST(AdmissionHandler, RefusesForAFullLogOnlyWhatItWouldKeep) {
  Stages stages(StagesOptions{});
  FullJournal full;
  AdmissionHandler admission(stages, &full);
  admission.startBatch();
  Query query;
  const auto answer = [&](u8 type, i64 clientKey) {
    Command c;
    c.type = type;
    c.clientKey = clientKey;
    c.clientSequence = 1;
    c.query = &query;
    admission.onEvent(c, 0);
    return c.result;
  };
  EXPECT_EQ(answer(command::type::kNop, 0), ResultCode::kPending);
  EXPECT_EQ(answer(command::type::kQuery, 0), ResultCode::kPending);
  EXPECT_EQ(answer(command::type::kNop, 7), ResultCode::kLogFull);
  EXPECT_EQ(answer(command::type::kQuery, 7), ResultCode::kLogFull);
  EXPECT_EQ(answer(command::type::kAddUser, 0), ResultCode::kLogFull);
}

}  // namespace
}  // namespace tandem::statemachine
