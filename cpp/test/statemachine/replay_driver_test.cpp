#include "tandem/statemachine/replay_driver.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tandem::statemachine {
namespace {

using command::Command;
namespace type = command::type;

i64 clockCalls = 0;
i64 countingClock() { return 10 * ++clockCalls; }

class Times : public event::ResultHandler {
 public:
  void onResult(const Command& c) override { seen.push_back(c.timestampNs); }

  std::vector<i64> seen;
};

TEST(ReplayDriver, GivesACommandWithoutATimestampTheTimeOfNow) {
  clockCalls = 0;
  StagesOptions options;
  options.onePass = true;
  options.clock = countingClock;
  Stages stages(options);
  Times times;
  ReplayDriver driver(stages, &times, nullptr);
  for (i64 user = 1; user <= 3; user++) {
    command::CommandInput in;
    in.type = type::kAddUser;
    in.userId = user;
    in.timestampNs = user == 2 ? 12 : 0;
    driver.next().input(in);
    driver.submit();
  }
  EXPECT_EQ(times.seen, (std::vector<i64>{10, 12, 20}));
}

}  // namespace
}  // namespace tandem::statemachine
