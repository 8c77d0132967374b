#include <thread>

#include "logs.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/wal_repair.hpp"

namespace tandem::wal::test {
namespace {

/** Changes a byte of the first batch of a segment. */
void damage(const fs::path& segment) {
  std::string bytes = contents(segment);
  bytes[124] = static_cast<char>(bytes[124] ^ 1);
  write(segment, bytes);
}

/** Batches of a record each, none of them synced on request. */
void appendWritten(Wal& wal, int count) {
  for (int i = 0; i < count; i++) {
    appendTo(wal, 1);
    ASSERT_EQ(awaitAll(wal, Durability::WRITTEN), ConfirmStatus::CONFIRMED);
  }
}

TEST(WrittenRecovery, AFullSegmentIsProvenByWhatFollows) {
  const TempDirectory directory;
  WalConfig config = small();
  config.durability = Durability::WRITTEN;
  Wal wal = Wal::open(directory / "log", config);
  ASSERT_NO_FATAL_FAILURE(appendWritten(wal, 100));
  const auto isDamage = [&](std::int64_t number) {
    copyLog(directory / "log", directory / "left");
    damage(SegmentNames::segment(directory / "left", number));
    const auto segments = WalVerifier::verify(directory / "left").segments;
    return segments.at(static_cast<std::size_t>(number) - 1).state == WalReport::State::DAMAGED;
  };
  // The log rests and marks what was forced because it was full.
  while (!isDamage(2)) {
    std::this_thread::yield();
  }
  EXPECT_TRUE(isDamage(1));
  EXPECT_FALSE(WalVerifier::verify(directory / "left").sound());
  EXPECT_THROW(WalRepair::repair(directory / "left"), WalCorruptedException);
}

TEST(WrittenRecovery, WholeBatchesBehindABadPlaceAreADoubt) {
  const TempDirectory directory;
  WalConfig config = small();
  config.durability = Durability::WRITTEN;
  config.segmentBytes = 1 << 20;
  Wal wal = Wal::open(directory / "log", config);
  ASSERT_NO_FATAL_FAILURE(appendWritten(wal, 40));
  copyLog(directory / "log", directory / "left");
  EXPECT_TRUE(WalVerifier::verify(directory / "left").sound());
  damage(SegmentNames::segment(directory / "left", 1));
  EXPECT_FALSE(WalVerifier::verify(directory / "left").sound());
  const WalRecoveryReport recovery = WalRepair::repair(directory / "left");
  EXPECT_EQ(recovery.droppedRecords, 40);
  EXPECT_FALSE(recovery.certain());
  EXPECT_TRUE(WalRepair::repair(directory / "left").certain());
}

}  // namespace
}  // namespace tandem::wal::test
