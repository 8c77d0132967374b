#include <atomic>
#include <chrono>
#include <ctime>
#include <map>
#include <thread>

#include "logs.hpp"
#include "tandem/wal/append/producer_wait.hpp"

namespace tandem::wal::test {
namespace {

/** Whose record it is, and the how manieth: "3 17 ...". */
std::string bodyOf(int producer, std::int64_t number) {
  std::string body = std::to_string(producer) + " " + std::to_string(number) + " ";
  body.resize(body.size() + static_cast<std::size_t>(number * 7 % 90), '.');
  return body;
}

struct Load {
  Durability durability;
  BackpressurePolicy policy;
  std::int64_t each;
};

class WalThreads : public testing::TestWithParam<Load> {};

TEST_P(WalThreads, EachProducersRecordsAreThereInTheirOrder) {
  constexpr int kProducers = 6;
  const auto [durability, policy, each] = GetParam();
  const TempDirectory directory;
  WalConfig config = small();
  config.segmentBytes = 32 << 10;
  config.bufferBytes = 4 << 10;
  config.durability = durability;
  config.backpressure = policy;
  config.spillBytes = 64 << 10;
  config.spinningWaiters = 2;
  Wal wal = Wal::open(directory.path(), config);
  std::atomic<bool> failed{false};
  std::vector<std::thread> producers;
  for (int producer = 0; producer < kProducers; producer++) {
    producers.emplace_back([&, producer, each = each, durability = durability] {
      for (std::int64_t n = 0; n < each && !failed; n++) {
        const bool urgent = n % 50 == 0;
        const AppendResult result =
            wal.append(static_cast<std::int8_t>(producer), bytesOf(bodyOf(producer, n)), urgent);
        if (result.status == AppendStatus::BACKLOG) {
          n--;
          std::this_thread::yield();
          continue;
        }
        const Durability level = producer % 2 == 0 ? Durability::SYNCED : durability;
        if (!result.appended() ||
            (n % 10 == 0 &&
             wal.confirmations().await(result.sequence, level) != ConfirmStatus::CONFIRMED)) {
          failed = true;
        }
      }
    });
  }
  // A reader beside the writer sees a beginning of what there will be.
  std::size_t seen = 0;
  while (seen < static_cast<std::size_t>(each) && !failed) {
    const std::size_t now = read(directory.path(), ReadMode::READ_ONLY).size();
    EXPECT_GE(now, seen);
    seen = now;
    EXPECT_TRUE(WalVerifier::verify(directory.path()).sound());
  }
  for (std::thread& producer : producers) {
    producer.join();
  }
  ASSERT_FALSE(failed);
  wal.close();
  std::map<int, std::int64_t> next;
  WalReader reader(directory.path(), ReadMode::STRICT, -1);
  while (reader.next()) {
    const int producer = reader.type();
    ASSERT_EQ(textOf(reader.body()), bodyOf(producer, next[producer]++));
  }
  for (int producer = 0; producer < kProducers; producer++) {
    EXPECT_EQ(next[producer], each);
  }
}

INSTANTIATE_TEST_SUITE_P(Loads, WalThreads,
                         testing::Values(Load{Durability::SYNCED, BackpressurePolicy::BLOCK, 1'500},
                                         Load{Durability::WRITTEN, BackpressurePolicy::BLOCK,
                                              1'500},
                                         Load{Durability::WRITTEN, BackpressurePolicy::FAIL, 1'500},
                                         Load{Durability::NONE, BackpressurePolicy::SPILL, 1'500}),
                         [](const auto& load) {
                           return std::string(nameOf(load.param.durability)) +
                                  std::to_string(load.index);
                         });

TEST(WalThreadsEnd, AWaiterLearnsThatTheLogIsClosed) {
  for (int round = 0; round < 20; round++) {
    const TempDirectory directory;
    WalConfig config = small();
    config.spinningWaiters = round % 2;
    Wal wal = Wal::open(directory.path(), config);
    appendTo(wal, 3);
    std::vector<std::thread> waiters;
    std::atomic<int> closed{0};
    for (int i = 0; i < 3; i++) {
      waiters.emplace_back([&] {
        const auto status = wal.confirmations().await(1'000, Durability::SYNCED);
        closed += status == ConfirmStatus::CLOSED ? 1 : 0;
      });
    }
    std::thread producer([&] {
      while (wal.append(1, bytesOf("more")).status == AppendStatus::APPENDED &&
             wal.nextSequence() < 900) {
      }
    });
    wal.close();
    producer.join();
    for (std::thread& waiter : waiters) {
      waiter.join();
    }
    EXPECT_EQ(closed, 3);
    EXPECT_EQ(static_cast<std::int64_t>(read(directory.path()).size()), wal.nextSequence());
  }
}

std::chrono::nanoseconds cpuTime() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

/** A look after the other would take a whole CPU; with naps it is a tenth, on a slow one too. */
TEST(WalProducerWait, OneThatLastsLeavesTheCpuToOthers) {
  using std::chrono::steady_clock;
  ProducerWait wait;
  const auto begin = steady_clock::now();
  const auto cpu = cpuTime();
  while (steady_clock::now() - begin < std::chrono::seconds(1)) {
    wait.pause(7);
  }
  const auto elapsed = steady_clock::now() - begin;
  EXPECT_LT(cpuTime() - cpu, elapsed / 2);
}

}  // namespace
}  // namespace tandem::wal::test
