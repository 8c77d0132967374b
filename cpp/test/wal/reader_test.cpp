#include "logs.hpp"
#include "tandem/wal/format/segment_names.hpp"

namespace tandem::wal::test {
namespace {

TEST(WalReading, AReaderBeginsWhereRequested) {
  const TempDirectory directory;
  Wal wal = Wal::open(directory.path(), small());
  appendTo(wal, 200);
  wal.close();
  for (const ReadMode mode : {ReadMode::STRICT, ReadMode::SKIP_OLDER_SEGMENTS}) {
    WalReader reader(directory.path(), mode, 150);
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.sequence(), 150);
    EXPECT_EQ(textOf(reader.body()), bodyOf(150));
  }
  // Damage below what is requested is skipped only where that is wanted.
  const fs::path first = SegmentNames::segment(directory.path(), 1);
  std::string bytes = contents(first);
  bytes[200] = static_cast<char>(bytes[200] ^ 1);
  write(first, bytes);
  WalReader skipping(directory.path(), ReadMode::SKIP_OLDER_SEGMENTS, 150);
  EXPECT_TRUE(skipping.next());
  WalReader strict(directory.path(), ReadMode::STRICT, 150);
  EXPECT_THROW(strict.next(), WalCorruptedException);
  EXPECT_FALSE(strict.next());
}

TEST(WalReading, LongRecordsAreReadInParts) {
  const TempDirectory directory;
  WalConfig config;
  config.segmentBytes = 1 << 20;
  config.bufferBytes = 512 << 10;
  std::vector<std::string> expected;
  Wal wal = Wal::open(directory.path(), config);
  for (const std::size_t bytes : {100'000U, 3U, 32'744U, 32'745U, 400'000U, 0U}) {
    expected.emplace_back(bytes, static_cast<char>('a' + bytes % 20));
    ASSERT_TRUE(wal.append(1, bytesOf(expected.back())).appended());
  }
  wal.close();
  EXPECT_EQ(read(directory.path()), expected);
}

}  // namespace
}  // namespace tandem::wal::test
