#include "tandem/ingress/sequencer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "tandem/ingress/ingress.hpp"
#include "tandem/pipeline/poison.hpp"

namespace tandem::ingress {
namespace {

using command::Command;
using command::CommandInput;

constexpr u32 kSlots = 64;

/** Numbers of a seed, below a bound. */
class Random {
 public:
  explicit Random(u32 seed) : random_(seed) {}
  u32 operator()(u64 bound) { return static_cast<u32>(random_() % bound); }

 private:
  std::mt19937_64 random_;
};

CommandInput numbered(u32 lane, i64 number) {
  CommandInput in;
  in.userId = lane;
  in.orderId = number;
  return in;
}

/** Does something once, when the first command of all is read. */
struct FirstRead {
  std::function<void()>* then;
  void operator()() const {
    if (*then) {
      std::exchange(*then, nullptr)();
    }
  }
};

/** Lanes, a sequencer, and a stage that takes what the ring has; rounds are counted, not timed. */
class Rig {
 public:
  /** Taken up when the next command is read. */
  std::function<void()> afterFirst;

  Rig(u32 count, u32 visit, u32 batch, std::size_t ringSize)
      : lanes_(count, false, kSlots),
        ring_(ringSize),
        sequencer_(ring_, lanes_, visit, batch, FirstRead{&afterFirst}),
        last_({&done_}, poison_, pipeline::WaitPlan(pipeline::WaitMode::kYielding)),
        sent_(count) {
    sequencer_.gateBy(last_);
    for (u32 i = 1; i < count; i++) {
      EXPECT_NE(lanes_.claim(), nullptr);
    }
  }

  LaneSet& lanes() { return lanes_; }
  const std::vector<i64>& sent() const { return sent_; }

  bool send(u32 lane, bool seesMark = true) {
    Lane& own = lanes_.lane(lane);
    if (!own.offer(numbered(lane, sent_[lane]))) {
      return false;
    }
    sent_[lane]++;
    if (seesMark && own.isMarked() && own.wake()) {
      lanes_.wake(lane);
    }
    return true;
  }

  /** One round; of which lanes its commands are. Each lane's come in their order. */
  std::vector<u32> round() {
    std::vector<u32> of;
    const i64 to = sequencer_.available(done_.getPlain() + 1);
    for (i64 at = done_.getPlain() + 1; at <= to; at++) {
      const auto lane = static_cast<u32>(ring_[at].userId);
      next_.resize(sent_.size());
      EXPECT_EQ(ring_[at].orderId, next_[lane]++);
      of.push_back(lane);
    }
    done_.setRelease(to);
    return of;
  }

  u32 awake() const {
    u32 awake = 0;
    for (u32 word = 0; word < lanes_.words(); word++) {
      awake += static_cast<u32>(std::popcount(lanes_.awake(word)));
    }
    return awake;
  }

 private:
  LaneSet lanes_;
  pipeline::RingBuffer<Command> ring_;
  BasicSequencer<FirstRead> sequencer_;
  pipeline::Poison poison_;
  pipeline::Sequence done_;
  pipeline::Waiter last_;
  std::vector<i64> sent_;
  std::vector<i64> next_;
};

TEST(LaneSequencer, ARoundTakesOneVisitOfEachInTurn) {
  Rig rig(3, 4, 6, 256);
  for (int i = 0; i < 8; i++) {
    for (u32 lane = 0; lane < 3; lane++) {
      rig.send(lane);
    }
  }
  EXPECT_EQ(rig.round(), (std::vector<u32>{0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(rig.round(), (std::vector<u32>{2, 2, 2, 2, 0, 0}));
  EXPECT_EQ(rig.round(), (std::vector<u32>{1, 1, 1, 1, 2, 2}));
}

TEST(LaneSequencer, ALaneThatWakesInARoundIsBehindNoneTwice) {
  Rig rig(3, 4, 256, 256);
  for (int i = 0; i < 10; i++) {
    rig.send(0);
    rig.send(2);
  }
  rig.afterFirst = [&rig] { rig.send(1); };
  EXPECT_EQ(rig.round(), (std::vector<u32>{0, 0, 0, 0, 1, 2, 2, 2, 2}));
}

TEST(LaneSequencer, NobodyWaitsForMoreThanAVisitOfEachOther) {
  const std::pair<u32, u32> shapes[] = {{2, 1}, {3, 4}, {21, 7}, {70, 2}, {130, 64}};
  for (const auto& [count, visit] : shapes) {
    Random random(count);
    Rig rig(count, visit, 1 + random(300), std::size_t{1} << (1 + random(8)));
    std::vector<u32> waitedFor(count);
    std::vector<i64> taken(count);
    for (int step = 0; step < 150; step++) {
      for (u32 i = random(2 * count); i > 0; i--) {
        const u32 lane = random(count);
        // A fourth of the producers never publishes.
        for (u32 n = lane % 4 == 3 ? 0 : random(80); n > 0; n--) {
          rig.send(lane);
        }
      }
      for (const u32 lane : rig.round()) {
        taken[lane]++;
        waitedFor[lane] = 0;
        for (u32 other = 0; other < count; other++) {
          const bool waits = other != lane && rig.sent()[other] > taken[other];
          waitedFor[other] = waits ? waitedFor[other] + 1 : 0;
          ASSERT_LE(waitedFor[other], (count - 1) * visit);
        }
      }
    }
    for (int idle = 0; idle < 200; idle++) {
      for (const u32 lane : rig.round()) {
        taken[lane]++;
        idle = 0;
      }
    }
    EXPECT_EQ(taken, rig.sent());
  }
}

TEST(LaneSequencer, ACommandInALaneThatSleepsIsFoundAfterARoundForEachLane) {
  constexpr u32 kCount = 70;
  Rig rig(kCount, 4, 256, 256);
  Random random(1);
  for (int i = 0; i < 100; i++) {
    while (rig.awake() > 0) {
      rig.round();
    }
    const u32 lane = random(kCount);
    rig.send(lane, false);
    EXPECT_EQ(rig.awake(), 0u);
    u32 rounds = 0;
    std::vector<u32> found;
    while ((found = rig.round()).empty()) {
      ASSERT_LE(++rounds, kCount);
    }
    EXPECT_EQ(found, std::vector<u32>{lane});
  }
}

TEST(IngressLane, IsAQueueWithAnEnd) {
  for (u32 seed = 0; seed < 200; seed++) {
    Random random(seed);
    Lane lane(0, seed % 2 == 0, 4);
    lane.wake();
    std::deque<i64> model;
    bool asleep = false;
    i64 number = 0;
    Command out;
    for (int step = 0; step < 500; step++) {
      switch (random(4)) {
        case 0:
        case 1:
          if (lane.offer(numbered(1, number))) {
            ASSERT_LT(model.size(), 4u);
            model.push_back(number++);
            ASSERT_EQ(lane.isMarked(), asleep);
            ASSERT_EQ(lane.wake(), asleep);
            asleep = false;
          } else {
            ASSERT_EQ(model.size(), 4u);
          }
          break;
        case 2: {
          const auto count = static_cast<i64>(random(model.size() + 1));
          for (i64 i = 0; i < count; i++) {
            lane.read(i, out);
            ASSERT_EQ(out.orderId, model.front());
            model.pop_front();
          }
          lane.take(count);
          break;
        }
        default:
          asleep = model.empty();
          ASSERT_EQ(lane.sleep(), asleep);
      }
      ASSERT_EQ(lane.ready(), static_cast<i64>(model.size()));
      ASSERT_EQ(lane.isEmpty(), model.empty());
    }
    lane.close();
    EXPECT_EQ(lane.settle(), number);
    if (lane.offer(numbered(1, number))) {
      EXPECT_TRUE(lane.isMarked());
      EXPECT_TRUE(lane.isRefused());
    }
    EXPECT_EQ(lane.ready(), static_cast<i64>(model.size()));
  }
}

TEST(IngressLane, KeepsAllOfACommandAndNothingOfTheOneBefore) {
  CommandRows records(2);
  CommandInput wide;
  wide.type = command::type::kAddSymbol;
  wide.symbol = 3;
  wide.amount = 4;
  wide.transactionId = 5;
  wide.currency = 6;
  wide.spec = command::shared({3, 1, 2, 10, 3, 700, 1'900});
  wide.query = reinterpret_cast<statemachine::Query*>(&records);
  records.write(1, wide);
  Command out;
  records.read(1, out);
  EXPECT_EQ(out.amount, 4);
  EXPECT_EQ(out.transactionId, 5);
  EXPECT_EQ(out.currency, 6);
  ASSERT_NE(out.spec, nullptr);
  EXPECT_EQ(out.spec->takerFeePpm, 1'900);
  EXPECT_EQ(out.query, wide.query);
  CommandInput narrow = numbered(7, 8);
  narrow.price = 9;
  records.prepare(1);
  records.write(1, narrow);
  records.read(1, out);
  EXPECT_EQ(out.userId, 7);
  EXPECT_EQ(out.orderId, 8);
  EXPECT_EQ(out.price, 9);
  EXPECT_EQ(out.amount | out.transactionId | out.currency, 0);
  EXPECT_EQ(out.spec, nullptr);
  EXPECT_EQ(out.query, nullptr);
}

/** The two agree about each command, whichever way the race goes. */
TEST(IngressLane, ACommandThatRacesWithACloseIsAcceptedByBothOrRefusedByBoth) {
  constexpr std::size_t kRaces = 20'000;
  std::vector<std::unique_ptr<LaneSet>> sets;
  std::vector<Lane*> lanes;
  for (std::size_t i = 0; i < kRaces; i++) {
    sets.push_back(std::make_unique<LaneSet>(2, i % 8 == 0, 4));
    lanes.push_back(sets.back()->claim());
    lanes.back()->wake();
  }
  // Both begin each race together, or nearly.
  std::atomic<std::size_t> ready[2] = {0, 0};
  const auto meet = [&](int me, std::size_t race) {
    ready[me].store(race + 1);
    for (int spins = 0; ready[1 - me].load() < race + 1; spins++) {
      if (spins > 1'000) {
        std::this_thread::yield();
      }
    }
  };
  std::vector<char> refused(kRaces);
  std::thread producer([&] {
    for (std::size_t i = 0; i < kRaces; i++) {
      meet(0, i);
      for (std::size_t wait = i % 400; wait > 0; wait--) {
        lanes[i]->isMarked();
      }
      lanes[i]->offer(numbered(1, 0));
      refused[i] = lanes[i]->isMarked() && lanes[i]->isRefused();
    }
  });
  std::vector<i64> accepted(kRaces);
  for (std::size_t i = 0; i < kRaces; i++) {
    // Takes the line of the position, so that the producer's store to it has to wait.
    lanes[i]->ready();
    meet(1, i);
    accepted[i] = sets[i]->close();
  }
  producer.join();
  i64 cut = 0;
  for (std::size_t i = 0; i < kRaces; i++) {
    ASSERT_EQ(accepted[i], refused[i] ? 0 : 1) << "race " << i;
    ASSERT_EQ(lanes[i]->ready(), accepted[i]);
    cut += refused[i];
  }
  EXPECT_GT(cut, 0);
}

TEST(Ingress, RefusesWhatCannotBe) {
  EXPECT_THROW(Ingress::lanes(0, 16), std::invalid_argument);
  EXPECT_THROW(Ingress::lanes(1, 24), std::invalid_argument);
  EXPECT_THROW(Ingress::lanes(1, 16).withVisit(17), std::invalid_argument);
  EXPECT_TRUE(Ingress::shared().isShared());
  EXPECT_EQ(Ingress::lanes(5, 16).withVisit(2).visit(), 2u);
}

}  // namespace
}  // namespace tandem::ingress
