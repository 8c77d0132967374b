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
  stages.group(c, 0);
  EXPECT_EQ(c.result, ResultCode::kUnknownCommand);
  EXPECT_TRUE(stages.tryHold(0, c));
  Query query;
  c.query = &query;
  stages.group(c, 1);
  EXPECT_FALSE(stages.tryHold(0, c));
}

}  // namespace
}  // namespace tandem::statemachine
