#include <array>

#include "logs.hpp"
#include "tandem/wal/format/checksum.hpp"
#include "tandem/wal/format/log_extent.hpp"
#include "tandem/wal/format/mark_buffer.hpp"
#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/format/segment_header.hpp"
#include "tandem/wal/format/segment_names.hpp"

namespace tandem::wal::test {
namespace {

TEST(WalFormat, ChecksumIsThatOfThePublishedVectors) {
  // RFC 3720, B.4.
  std::array<std::byte, 32> bytes{};
  EXPECT_EQ(Checksum::of(bytes), 0x8A9136AAU);
  bytes.fill(std::byte{0xFF});
  EXPECT_EQ(Checksum::of(bytes), 0x62A8AB43U);
  for (std::size_t i = 0; i < bytes.size(); i++) {
    bytes[i] = static_cast<std::byte>(i);
  }
  EXPECT_EQ(Checksum::of(bytes), 0x46DD794EU);
  EXPECT_EQ(Checksum::of(bytesOf("123456789")), 0xE3069283U);
  EXPECT_EQ(Checksum::of({}), 0U);
}

TEST(WalFormat, ChecksumIsTheSameByTablesAndInPieces) {
  std::string text;
  for (int i = 0; i < 900; i++) {
    text.push_back(static_cast<char>(i * 7 + i / 11));
    for (std::size_t from = 0; from < std::min<std::size_t>(9, text.size()); from++) {
      const Bytes all = bytesOf(text).subspan(from);
      ASSERT_EQ(Checksum::of(all), Checksum::ofByTables(all));
      Checksum parts;
      parts.add(all.first(all.size() / 3));
      parts.add(all.subspan(all.size() / 3));
      ASSERT_EQ(parts.value(), Checksum::of(all));
    }
  }
}

TEST(WalFormat, LengthsAreRoundedUpAndWrapAround) {
  EXPECT_EQ(RecordFormat::aligned(24), 24);
  EXPECT_EQ(RecordFormat::aligned(25), 32);
  EXPECT_EQ(RecordFormat::aligned(0x7FFFFFFF), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(RecordFormat::aligned(-1), 0);
}

TEST(WalFormat, AHeaderIsReadAsItWasWritten) {
  const SegmentHeader header{-5, 2, 7, 4096, 1'700'000'000'000'000'000};
  std::array<std::byte, SegmentHeader::BYTES + 1> bytes{};
  // Odd, so that nothing is aligned.
  header.encode(bytes.data() + 1);
  const Bytes encoded = Bytes(bytes).subspan(1);
  const SegmentHeader read = SegmentHeader::decode(encoded, "x");
  EXPECT_EQ(read.logId, -5);
  EXPECT_EQ(read.epoch, 2);
  EXPECT_EQ(read.number, 7);
  EXPECT_EQ(read.fileBytes, 4096);
  EXPECT_EQ(read.createdNs, 1'700'000'000'000'000'000);
  EXPECT_EQ(read.seed(), header.seed());
  for (std::size_t bit = 0; bit < 8 * SegmentHeader::BYTES; bit++) {
    bytes[1 + bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    EXPECT_THROW(SegmentHeader::decode(encoded, "x"), WalCorruptedException) << bit;
    bytes[1 + bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
  }
  EXPECT_THROW(SegmentHeader::decode(encoded.first(63), "x"), WalCorruptedException);
}

TEST(WalFormat, AnExtentIsReadAsItWasWritten) {
  const LogExtent extent{42, 3, 5, 9, 1};
  std::array<std::byte, LogExtent::FILE_BYTES> bytes{};
  extent.encode(bytes.data() + LogExtent::COPY_BYTES);
  EXPECT_EQ(LogExtent::decode(bytes, 0), std::nullopt);
  EXPECT_EQ(LogExtent::decode(bytes, 1), extent);
  EXPECT_EQ(LogExtent::decode(Bytes(bytes).first(LogExtent::COPY_BYTES + 63), 1), std::nullopt);
  bytes[LogExtent::COPY_BYTES + 33] ^= std::byte{1};
  EXPECT_EQ(LogExtent::decode(bytes, 1), std::nullopt);
}

TEST(WalFormat, AMarkHoldsItsFields) {
  MarkBuffer buffer;
  const Mark mark{RecordFormat::ROLL, 77, 123, 76, 0xABCD};
  const std::uint32_t sum = mark.encode(buffer.data(), 0x1234);
  const std::byte* at = buffer.data();
  EXPECT_EQ(numberAt<std::uint32_t>(at), sum);
  EXPECT_EQ(numberAt<std::uint32_t>(at + 4), 40U);
  EXPECT_EQ(numberAt<std::uint64_t>(at + 8), 77U << 8 | 0xFE);
  EXPECT_EQ(numberAt<std::int64_t>(at + 16), 123);
  EXPECT_EQ(numberAt<std::int64_t>(at + 24), 76);
  EXPECT_EQ(numberAt<std::uint64_t>(at + 32), 0xABCDU);
  EXPECT_EQ(Checksum::of(buffer.bytes().subspan(4)) ^ 0x1234, sum);
}

TEST(WalFormat, NamesAreThoseOfTheDocument) {
  EXPECT_EQ(SegmentNames::segment("d", 12), fs::path("d/segment-0000000000000012.wal"));
  EXPECT_EQ(SegmentNames::unfinished("d", 12), fs::path("d/segment-0000000000000012.tmp"));
  EXPECT_EQ(SegmentNames::spare("d", 12), fs::path("d/spare-0000000000000012.tmp"));
  EXPECT_EQ(SegmentNames::numberOf("segment-0000000000000012.wal"), 12);
  EXPECT_EQ(SegmentNames::numberOf("segment-0000000000000012.wal~"), std::nullopt);
  EXPECT_EQ(SegmentNames::numberOf("segment-000000000000001x.wal"), std::nullopt);
  EXPECT_EQ(SegmentNames::numberOf("segment-12.wal"), std::nullopt);
}

TEST(WalFormat, OtherFilesAreNoLog) {
  const TempDirectory directory;
  EXPECT_NO_THROW(SegmentNames::checkNotForeign(directory.path()));
  EXPECT_FALSE(SegmentNames::isLog(directory.path()));
  write(directory / "letter.txt", "dear log");
  EXPECT_THROW(SegmentNames::checkNotForeign(directory.path()), WalException);
  EXPECT_THROW(Wal::open(directory.path()), WalException);
  EXPECT_EQ(contents(directory / "letter.txt"), "dear log");
}

}  // namespace
}  // namespace tandem::wal::test
