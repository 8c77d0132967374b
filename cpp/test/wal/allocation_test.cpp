#include "../counted_new.hpp"
#include "logs.hpp"

namespace tandem::wal::test {
namespace {

TEST(WalAllocation, AnAppendAllocatesNothing) {
  const TempDirectory directory;
  WalConfig config;
  config.segmentBytes = 16 << 20;
  config.bufferBytes = 64 << 10;
  Wal wal = Wal::open(directory.path(), config);
  const std::string body(100, 'b');
  const auto run = [&](int count) {
    for (int i = 0; i < count; i++) {
      const AppendResult result = wal.append(1, bytesOf(body));
      ASSERT_TRUE(result.appended());
      if (i % 100 == 0) {
        ASSERT_EQ(wal.confirmations().await(result.sequence, Durability::SYNCED),
                  ConfirmStatus::CONFIRMED);
      }
    }
  };
  run(2'000);
  wal.awaitReserve();
  while (wal.statistics().segments.ready < 2) {
  }
  // Of the writer's thread, too; within one segment, for the supply makes the next by allocating.
  const std::int64_t before = tandem::test::allocations;
  run(20'000);
  EXPECT_EQ(tandem::test::allocations - before, 0);
  wal.close();
}

TEST(WalAllocation, AnAppendWithoutMemoryForOneMoreBufferWaitsForOneThatThereIs) {
  const TempDirectory directory;
  WalConfig config;
  config.segmentBytes = 16 << 20;
  config.bufferBytes = 1 << 10;
  config.buffers = 2;
  config.backpressure = BackpressurePolicy::SPILL;
  Wal wal = Wal::open(directory.path(), config);
  const std::string body(100, 'b');
  int appended = 0;
  for (int i = 0; i < 20'000; i++) {
    tandem::test::allowed = 0;
    appended += wal.append(1, bytesOf(body)).appended() ? 1 : 0;
    tandem::test::allowed = -1;
  }
  EXPECT_EQ(appended, 20'000);
  EXPECT_GT(tandem::test::refused, 0);
  wal.close();
}

}  // namespace
}  // namespace tandem::wal::test
