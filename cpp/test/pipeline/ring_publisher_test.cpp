#include "tandem/pipeline/ring_publisher.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace tandem::pipeline {
namespace {

constexpr std::int64_t kSlots = 8;

/** A ring whose last stage is as far as the test says. */
class Published : public testing::TestWithParam<bool> {
 protected:
  RingBuffer<std::int64_t> ring{kSlots};
  RingPublisher<std::int64_t> publisher{ring, GetParam()};
  Poison poison;
  Sequence done;
  Waiter lastStage{{&done}, poison, WaitPlan(WaitMode::kYielding)};

  std::int64_t publishNext() {
    const std::int64_t sequence = publisher.tryClaim(lastStage);
    if (sequence >= 0) {
      publisher.publish(sequence);
    }
    return sequence;
  }
};

TEST_P(Published, AFullRingHasASlotAgainOnceTheLastStageIsPastIt) {
  for (std::int64_t i = 0; i < kSlots; i++) {
    EXPECT_EQ(publishNext(), i);
  }
  EXPECT_EQ(publishNext(), publisher.kFull);
  EXPECT_EQ(publisher.available(0), kSlots - 1);
  done.setRelease(0);
  EXPECT_EQ(publishNext(), kSlots);
  EXPECT_EQ(publishNext(), publisher.kFull);
  EXPECT_EQ(publisher.available(1), kSlots);
  EXPECT_EQ(publisher.claimed(), kSlots);
}

TEST_P(Published, AStopEndsTheWaitForASlot) {
  while (publishNext() >= 0) {
  }
  std::thread stop([this] { poison.halt(); });
  EXPECT_EQ(publisher.claim(lastStage), publisher.kClosed);
  stop.join();
}

TEST_P(Published, AWaitForASlotEndsWithTheSlot) {
  while (publishNext() >= 0) {
  }
  std::thread free([this] { done.setRelease(2); });
  EXPECT_EQ(publisher.claim(lastStage), kSlots);
  free.join();
}

TEST_P(Published, NothingIsClaimedBehindTheClose) {
  EXPECT_EQ(publishNext(), 0);
  EXPECT_FALSE(publisher.isClosed());
  EXPECT_EQ(publisher.close(), 0);
  EXPECT_TRUE(publisher.isClosed());
  EXPECT_EQ(publishNext(), publisher.kClosed);
  EXPECT_EQ(publisher.claim(lastStage), publisher.kClosed);
  EXPECT_EQ(publisher.claimed(), 0);
}

INSTANTIATE_TEST_SUITE_P(Producers, Published, testing::Bool());

TEST(RingPublisher, TheFirstStageGoesAsFarAsThereIsNoGap) {
  RingBuffer<std::int64_t> ring(kSlots);
  RingPublisher<std::int64_t> publisher(ring, false);
  Poison poison;
  Sequence done;
  const Waiter lastStage({&done}, poison, WaitPlan(WaitMode::kYielding));
  EXPECT_EQ(publisher.tryClaim(lastStage), 0);
  EXPECT_EQ(publisher.tryClaim(lastStage), 1);
  EXPECT_EQ(publisher.tryClaim(lastStage), 2);
  publisher.publish(1);
  EXPECT_EQ(publisher.available(0), -1);
  publisher.publish(0);
  EXPECT_EQ(publisher.available(0), 1);
  EXPECT_EQ(publisher.available(2), 1);
  publisher.publish(2);
  EXPECT_EQ(publisher.available(2), 2);
}

/** Each number once, whatever the order of the producers, over many laps of a small ring. */
TEST(RingPublisher, SeveralProducersLoseAndRepeatNothing) {
  constexpr std::int64_t kEach = 1'000;
  constexpr std::size_t kProducers = 3;
  RingBuffer<std::int64_t> ring(kSlots);
  RingPublisher<std::int64_t> publisher(ring, false);
  Poison poison;
  Sequence done;
  const Waiter lastStage({&done}, poison, WaitPlan(WaitMode::kYielding));
  Waiter consumer(publisher, poison, WaitPlan(WaitMode::kYielding));
  std::vector<std::jthread> producers;
  for (std::size_t producer = 0; producer < kProducers; producer++) {
    producers.emplace_back([&, producer] {
      for (std::int64_t i = 0; i < kEach; i++) {
        const std::int64_t sequence = publisher.claim(lastStage);
        ring[sequence] =
            i * static_cast<std::int64_t>(kProducers) + static_cast<std::int64_t>(producer);
        publisher.publish(sequence);
      }
    });
  }
  std::vector<std::int64_t> next(kProducers);
  std::int64_t wrong = 0;
  for (std::int64_t at = 0; at < kEach * static_cast<std::int64_t>(kProducers); at++) {
    EXPECT_GE(consumer.waitFor(at), at);
    const std::int64_t value = ring[at];
    const auto producer = static_cast<std::size_t>(value) % kProducers;
    wrong += value / static_cast<std::int64_t>(kProducers) == next[producer]++ ? 0 : 1;
    done.setRelease(at);
  }
  EXPECT_EQ(wrong, 0);
  for (const std::int64_t seen : next) {
    EXPECT_EQ(seen, kEach);
  }
}

}  // namespace
}  // namespace tandem::pipeline
