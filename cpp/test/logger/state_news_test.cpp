#include "tandem/logger/storage/state_news.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace tandem::logger {
namespace {

using std::chrono::minutes;

struct StateNewsTest : testing::Test {
  using Reports = std::vector<std::string>;

  void look(bool failing) {
    news.look(failing, now, [&] { reports.emplace_back(failing ? "full" : "room"); });
  }

  StateNews news;
  StateNews::Time now{};
  Reports reports;
};

TEST_F(StateNewsTest, AChangeIsReportedAtOnceAndOnce) {
  look(false);
  EXPECT_TRUE(reports.empty());
  for (int i = 0; i < 3; i++) {
    look(true);
  }
  EXPECT_EQ(reports, (Reports{"full"}));
  look(false);
  EXPECT_EQ(reports, (Reports{"full", "room"}));
}

TEST_F(StateNewsTest, WhatChangesAllTheTimeIsReportedOnceAMinute) {
  for (int i = 0; i < 6'000; i++) {
    look(i % 2 == 0);
    now += std::chrono::milliseconds(60);
  }
  // Six minutes.
  EXPECT_GE(reports.size(), 6U);
  EXPECT_LE(reports.size(), 8U);
}

TEST_F(StateNewsTest, WhatLastsIsReportedInTheEnd) {
  look(true);
  look(false);
  look(true);
  EXPECT_EQ(reports, (Reports{"full", "room"}));
  now += minutes(1);
  look(true);
  EXPECT_EQ(reports, (Reports{"full", "room", "full"}));
}

TEST_F(StateNewsTest, AReportThatThrowsIsTriedAgain) {
  EXPECT_THROW(news.look(true, now, [] { throw 1; }), int);
  look(true);
  EXPECT_EQ(reports, (Reports{"full"}));
}

}  // namespace
}  // namespace tandem::logger
