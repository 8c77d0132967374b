#include <bit>
#include <limits>
#include <random>
#include <thread>

#include "log_files.hpp"
#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/patterns.hpp"
#include "tandem/logger/read/utf8.hpp"
#include "tandem/logger/recovery/recovery.hpp"

namespace tandem::logger::test {
namespace {

/** The bytes of a closed log file with a few records of several kinds. */
std::vector<std::byte> someFile() {
  const TempDirectory directory;
  {
    LogStore store(directory.path(), small());
    LogWriter& log = store.writer("a.b");
    for (int i = 0; i < 6; i++) {
      log.log(LogLevel::kInfo, "text " + std::to_string(i));
      log.log(LogLevel::kWarn, "{} of {} {}", i, "text", 0.5);
      const std::string_view markers[] = {"M", "N"};
      const std::pair<std::string_view, Argument> keys[] = {{"key", i}, {"other", "value"}};
      log.logEvent(LogLevel::kError, "event", LogExtras{"thrown", {}, markers, keys});
    }
  }
  return bytesOf(filesIn(directory.path()).at(0));
}

/** A run that is over, for its lock is not there. */
fs::path nameIn(const TempDirectory& directory) {
  return directory.path() / "log-20260101T000000000-1-1-000001.tlog";
}

std::uint64_t wordAt(const std::vector<std::byte>& bytes, std::int64_t at) {
  return SegmentLayout::get<std::uint64_t>(bytes.data() + at);
}

/** Gives a record the checksum of what it holds. */
void sign(std::vector<std::byte>& bytes, std::int64_t at) {
  const auto length = SegmentLayout::get<std::int32_t>(bytes.data() + at);
  SegmentLayout::put(
      bytes.data() + at + RecordLayout::CHECKSUM_AT,
      RecordChecksum::expected(bytes.data(), wordAt(bytes, SegmentLayout::FILE_ID_AT), at, length));
}

std::vector<std::int64_t> recordsOf(const std::vector<std::byte>& bytes) {
  std::vector<std::int64_t> places;
  auto at = SegmentLayout::HEADER_BYTES;
  while (at < static_cast<std::int64_t>(bytes.size())) {
    places.push_back(at);
    at += SegmentLayout::alignedLength(SegmentLayout::get<std::int32_t>(bytes.data() + at));
  }
  return places;
}

/** A closed file as a kill would have left it: without its last records, and without its end. */
std::vector<std::byte> killed(const std::vector<std::byte>& whole, std::size_t lost) {
  const std::vector<std::int64_t> places = recordsOf(whole);
  std::vector<std::byte> torn = whole;
  SegmentLayout::put(torn.data() + SegmentLayout::CLAIM_AT, wordAt(torn, SegmentLayout::CLOSED_AT));
  SegmentLayout::put(torn.data() + SegmentLayout::CLOSED_AT, std::uint64_t{0});
  std::fill(torn.begin() + places[places.size() - lost], torn.end(), std::byte{0});
  return torn;
}

TEST(LogReader, EveryFlippedBitOfARecordIsDamageAndNoOtherRecord) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  const std::vector<std::byte> whole = someFile();
  write(file, whole);
  const Found sound = readAll(file);
  ASSERT_EQ(sound.records.size(), 18u);
  for (std::size_t at = 0; at < whole.size(); at++) {
    std::vector<std::byte> flipped = whole;
    flipped[at] ^= static_cast<std::byte>(1U << at % 8);
    write(file, flipped);
    const Found found = readAll(file);
    const bool inRecord = at >= SegmentLayout::HEADER_BYTES;
    const bool inSum = at < 64;
    ASSERT_EQ(!found.damage.empty() || found.holes > 0, inRecord || inSum || at / 8 == 16) << at;
    for (const LogRecord& record : found.records) {
      const auto same = [&](const LogRecord& other) { return other.offset == record.offset; };
      const auto was = std::find_if(sound.records.begin(), sound.records.end(), same);
      ASSERT_NE(was, sound.records.end()) << at;
      ASSERT_EQ(was->time, record.time) << at;
    }
  }
}

TEST(LogReader, EveryCutIsReported) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  const std::vector<std::byte> whole = someFile();
  for (std::size_t bytes = 0; bytes < whole.size(); bytes++) {
    write(file, std::vector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes)));
    const Found found = readAll(file);
    ASSERT_FALSE(found.damage.empty()) << bytes;
    ASSERT_LT(found.records.size(), 18u);
  }
}

TEST(LogReader, ATornTailOfAKilledRunIsHolesAndTheirNumberIsKnown) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  const std::vector<std::byte> whole = someFile();
  const std::vector<std::int64_t> places = recordsOf(whole);
  for (std::size_t lost = 1; lost < 6; lost++) {
    write(file, killed(whole, lost));
    const Found found = readAll(file);
    EXPECT_TRUE(found.damage.empty());
    EXPECT_EQ(found.holes, static_cast<std::int64_t>(lost));
    ASSERT_EQ(found.gaps.size(), 1u);
    EXPECT_EQ(found.gaps[0].offset, places[places.size() - lost]);
  }
}

TEST(LogRecovery, AKilledRunIsCutToItsEndAndItsHolesAreCounted) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  const fs::path lock =
      directory.path() / FileNames::lock("log", FileNames::parse(file.filename().string())->run);
  const std::vector<std::byte> whole = someFile();
  std::vector<std::byte> torn = killed(whole, 3);
  torn.resize(wordAt(whole, SegmentLayout::CAPACITY_AT));
  write(file, torn);
  write(lock, {});
  EXPECT_EQ(Recovery::run(directory.path(), small()), 3);
  EXPECT_EQ(fs::file_size(file), whole.size());
  EXPECT_FALSE(fs::exists(lock));
}

TEST(RecordText, EveryTimeIsWritten) {
  LogRecord record;
  const auto timeOf = [&record](std::int64_t ns) {
    record.time = ns;
    return RecordText::line(record).substr(0, 30);
  };
  EXPECT_EQ(timeOf(std::numeric_limits<std::int64_t>::min()), "1677-09-21T00:12:43.145224192Z");
  EXPECT_EQ(timeOf(-1), "1969-12-31T23:59:59.999999999Z");
  EXPECT_EQ(timeOf(0), "1970-01-01T00:00:00.000000000Z");
  EXPECT_EQ(timeOf(std::numeric_limits<std::int64_t>::max()), "2262-04-11T23:47:16.854775807Z");
}

TEST(LogRecovery, ARecordThatEndsInZerosIsKeptWholeWhereTheClaimsAreLost) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  std::vector<std::byte> lost;
  {
    const TempDirectory other;
    LogStore store(other.path(), small());
    ASSERT_TRUE(store.writer("a.b").log(LogLevel::kInfo, "{} {} {}", 1, 0, 0));
    store.close();
    lost = bytesOf(filesIn(other.path()).at(0));
  }
  const std::size_t whole = lost.size();
  ASSERT_EQ(wordAt(lost, static_cast<std::int64_t>(whole) - 8), 0u);
  SegmentLayout::put(lost.data() + SegmentLayout::CLAIM_AT, std::uint64_t{0});
  SegmentLayout::put(lost.data() + SegmentLayout::CLOSED_AT, std::uint64_t{0});
  lost.resize(wordAt(lost, SegmentLayout::CAPACITY_AT));
  write(file, lost);
  write(directory.path() / FileNames::lock("log", FileNames::parse(file.filename().string())->run),
        {});
  ASSERT_EQ(readAll(file).messages(), std::vector<std::string>{"1 0 0"});
  Recovery::run(directory.path(), small());
  EXPECT_EQ(fs::file_size(file), whole);
  EXPECT_EQ(readAll(file).messages(), std::vector<std::string>{"1 0 0"});
}

TEST(LogReader, GarbageWithTheRightChecksumIsReadOrReportedAndReadsNothingElse) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  const std::vector<std::byte> whole = someFile();
  const std::vector<std::int64_t> places = recordsOf(whole);
  std::mt19937_64 random(7);
  std::int64_t malformed = 0;
  for (int round = 0; round < 3'000; round++) {
    std::vector<std::byte> changed = whole;
    for (int change = 0; change < 4; change++) {
      const std::size_t one = random() % (places.size() - 1);
      const std::int64_t at = places[one];
      const std::int64_t room = places[one + 1] - at - 8;
      std::int64_t place =
          at + 8 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(room));
      if (change % 2 == 0) {
        // A length or a kind is what hurts.
        place &= ~std::int64_t{3};
        const std::int32_t values[] = {-1, 1 << 30, static_cast<std::int32_t>(random() % 64),
                                       static_cast<std::int32_t>(random())};
        SegmentLayout::put(changed.data() + place, values[random() % 4]);
      } else {
        changed[static_cast<std::size_t>(place)] = static_cast<std::byte>(random());
      }
      sign(changed, at);
    }
    write(file, changed);
    const Found found = readAll(file);
    malformed += static_cast<std::int64_t>(found.damage.size());
    for (const LogRecord& record : found.records) {
      ASSERT_FALSE(RecordText::line(record).empty());
      ASSERT_FALSE(RecordText::json(record).empty());
    }
  }
  EXPECT_GT(malformed, 100);
}

/** As much as a record may hold, forged: each 16 bytes of a block begin another one. */
TEST(LogReader, BlocksWithinEachOtherAreDamageAndNotReadAgainAndAgain) {
  const TempDirectory made;
  {
    LogStore store(made.path(), small());
    const std::string_view markers[] = {"M"};
    const std::string filler(8'000, 'x');
    store.writer("a").logEvent(LogLevel::kInfo, "event",
                               LogExtras{filler.c_str(), {}, markers, {}});
  }
  std::vector<std::byte> bytes = bytesOf(filesIn(made.path()).at(0));
  // The longest record is the forged one: the names of thread and logger come before it.
  std::int64_t forged = 0;
  for (const std::int64_t at : recordsOf(bytes)) {
    if (SegmentLayout::get<std::int32_t>(bytes.data() + at) > 8'000) {
      forged = at;
    }
  }
  ASSERT_GT(forged, 0);
  const std::int64_t end = forged + SegmentLayout::get<std::int32_t>(bytes.data() + forged);
  const auto first = SegmentLayout::alignedLength(forged + RecordLayout::HEADER_BYTES + 5);
  int blocks = 0;
  for (std::int64_t at = first; at + 16 <= end; at += 16) {
    SegmentLayout::put(bytes.data() + at, std::int32_t{RecordLayout::BLOCK_MARKERS});
    SegmentLayout::put(bytes.data() + at + 4, std::int32_t{8});
    SegmentLayout::put(bytes.data() + at + 8, static_cast<std::int32_t>(end - at - 12));
    SegmentLayout::put(bytes.data() + at + 12, std::int32_t{0});
    blocks++;
  }
  EXPECT_GT(blocks, 490);
  sign(bytes, forged);
  const TempDirectory directory;
  write(nameIn(directory), bytes);
  const Found found = readAll(nameIn(directory));
  // Read on beyond their blocks, the strings of this record had 2 MB; that it is damage at the
  // first of them bounds the work by the record's length.
  EXPECT_TRUE(found.records.empty());
  EXPECT_EQ(found.damage.size(), 1u);
}

TEST(LogReader, BytesThatAreNoLogAreDamage) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  std::mt19937_64 random(9);
  for (int round = 0; round < 500; round++) {
    std::vector<std::byte> bytes(random() % 3'000);
    for (std::byte& each : bytes) {
      each = static_cast<std::byte>(random());
    }
    const bool header = round % 2 == 0 && bytes.size() >= 512;
    if (header) {
      SegmentLayout::put(bytes.data(), SegmentLayout::MAGIC);
      SegmentLayout::put(bytes.data() + SegmentLayout::VERSION_AT, SegmentLayout::VERSION);
      SegmentLayout::put(bytes.data() + SegmentLayout::FLAGS_AT, std::uint64_t{0});
      if (round % 4 == 0) {
        SegmentLayout::put(bytes.data() + SegmentLayout::CAPACITY_AT, std::uint64_t{65'536});
        SegmentLayout::put(bytes.data() + SegmentLayout::CLOSED_AT,
                           random() % 4'000 + SegmentLayout::ONE_CLAIM * 3);
      }
      SegmentLayout::put(bytes.data() + SegmentLayout::HEADER_SUM_AT,
                         RecordChecksum::header(bytes.data()));
    }
    write(file, bytes);
    const Found found = readAll(file);
    EXPECT_TRUE(found.records.empty());
    EXPECT_TRUE(header || !found.damage.empty());
  }
}

/** The checksum of the header fits, so somebody wrote it who knows the format. */
TEST(LogReader, ACapacityThatNoSegmentHasIsDamage) {
  const TempDirectory directory;
  const fs::path file = nameIn(directory);
  std::vector<std::byte> bytes = killed(someFile(), 1);
  for (const std::int64_t capacity : {std::numeric_limits<std::int64_t>::min(),
                                      std::int64_t{-65'536}, std::int64_t{0}, std::int64_t{511}}) {
    SegmentLayout::put(bytes.data() + SegmentLayout::CAPACITY_AT, capacity);
    SegmentLayout::put(bytes.data() + SegmentLayout::HEADER_SUM_AT,
                       RecordChecksum::header(bytes.data()));
    write(file, bytes);
    const Found found = readAll(file);
    EXPECT_EQ(found.records.size(), 17u);
    ASSERT_EQ(found.damage.size(), 1u);
    EXPECT_NE(found.damage[0].text().find("expected 512 to " + std::to_string(capacity)),
              std::string::npos);
  }
}

TEST(LogReader, AMissingSegmentIsNamed) {
  const TempDirectory directory;
  {
    LogStore store(directory.path(), small());
    for (int i = 0; i < 4; i++) {
      while (!store.writer("w").log(LogLevel::kInfo, "{}", i)) {
      }
      store.rotate();
    }
  }
  const std::vector<fs::path> files = filesIn(directory.path());
  ASSERT_GE(files.size(), 4u);
  fs::remove(files[1]);
  const Found found = readAll(directory.path());
  ASSERT_EQ(found.damage.size(), 1u);
  EXPECT_EQ(found.damage[0].text(),
            files[1].string() + ": at 0: missing: found segment 1 of the run and then 3");
}

TEST(LogReader, SealedAndCompressedFilesAreLeftToJava) {
  const TempDirectory directory;
  const std::vector<std::byte> whole = someFile();
  const auto refused = [&](const fs::path& file) -> std::string {
    try {
      readAll(file);
    } catch (const LogException& failure) {
      return failure.what();
    }
    return "read";
  };
  const std::string plain = nameIn(directory).string();
  for (const char* ending : {".sealed", ".1.sealed", ".zst"}) {
    write(plain + ending, whole);
    EXPECT_NE(refused(plain + ending).find("./tandem log"), std::string::npos) << ending;
    EXPECT_NE(refused(directory.path()).find("./tandem log"), std::string::npos) << ending;
    fs::remove(plain + ending);
  }
  std::vector<std::byte> sealed = whole;
  SegmentLayout::put(sealed.data() + SegmentLayout::FLAGS_AT, SegmentLayout::RECORDS_SEALED);
  SegmentLayout::put(sealed.data() + SegmentLayout::HEADER_SUM_AT,
                     RecordChecksum::header(sealed.data()));
  write(plain, sealed);
  EXPECT_NE(refused(plain).find("records are sealed"), std::string::npos);
}

TEST(LogFormat, NamesAreTakenApart) {
  const auto parts = FileNames::parse("my-log-20260102T030405006-77-1-000012.tlog.1.sealed");
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->name, "my-log");
  EXPECT_EQ(parts->run, "20260102T030405006-77-1");
  EXPECT_EQ(parts->number, 12);
  EXPECT_EQ(parts->ending, ".1.sealed");
  EXPECT_EQ(FileNames::segment("my-log", parts->run, 12),
            "my-log-20260102T030405006-77-1-000012.tlog");
  EXPECT_EQ(FileNames::run(1'767'323'045'006'000'000, 77, 1), parts->run);
  EXPECT_EQ(FileNames::runOfLock("my-log", FileNames::lock("my-log", parts->run)), parts->run);
  for (const char* none :
       {"", ".tlog", "log-20260102T030405006-77-1-00012.tlog",
        "log-20260102T030405006-77-000012.tlog", "-20260102T030405006-77-1-000012.tlog",
        "log-20260102T030405006-77-1-000012.tlog.part", "log-20260102T030405006-77-1-000012.tlogx",
        "log-20260102T030405006-77-1-000012.tlog.", "log-2026010T2030405006-77-1-000012.tlog",
        "log-20260102T030405006-77-1.lock"}) {
    EXPECT_FALSE(FileNames::parse(none)) << none;
  }
  EXPECT_FALSE(FileNames::runOfLock("log", "my-log-20260102T030405006-77-1.lock"));
}

std::string doubleText(double value) {
  return LogValue{ArgumentType::DOUBLE, std::bit_cast<std::uint64_t>(value), ""}.text();
}

TEST(LogFormat, NumbersAreWrittenAsJavaWritesThem) {
  EXPECT_EQ(doubleText(0), "0.0");
  EXPECT_EQ(doubleText(-0.0), "-0.0");
  EXPECT_EQ(doubleText(1), "1.0");
  EXPECT_EQ(doubleText(100), "100.0");
  EXPECT_EQ(doubleText(0.001), "0.001");
  EXPECT_EQ(doubleText(0.00099), "9.9E-4");
  EXPECT_EQ(doubleText(9'999'999), "9999999.0");
  EXPECT_EQ(doubleText(1e7), "1.0E7");
  EXPECT_EQ(doubleText(2e23), "2.0E23");
  EXPECT_EQ(doubleText(4.9e-324), "4.9E-324");
  EXPECT_EQ(doubleText(9.9e-324), "9.9E-324");
  EXPECT_EQ(doubleText(-1.0 / 3), "-0.3333333333333333");
  EXPECT_EQ((LogValue{ArgumentType::FLOAT, std::bit_cast<std::uint32_t>(1.4e-45F), ""}.text()),
            "1.4E-45");
}

TEST(LogFormat, BytesThatAreNoTextAreReplaced) {
  const auto text = [](std::string_view bytes) {
    return utf8Of(std::as_bytes(std::span(bytes.data(), bytes.size())));
  };
  const std::string replaced = "\xEF\xBF\xBD";
  EXPECT_EQ(text("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  EXPECT_EQ(text("\x80x"), replaced + "x");
  EXPECT_EQ(text("\xC0\x80"), replaced + replaced);
  EXPECT_EQ(text("\xE2\x82"), replaced);
  EXPECT_EQ(text("\xED\xA0\x80"), replaced);
  EXPECT_EQ(text("\xF4\x90\x80\x80"), replaced + replaced + replaced + replaced);
}

}  // namespace
}  // namespace tandem::logger::test
