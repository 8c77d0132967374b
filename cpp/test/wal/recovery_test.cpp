#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "faulty_files.hpp"
#include "logs.hpp"
#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/format/record_scanner.hpp"
#include "tandem/wal/format/segment_names.hpp"
#include "tandem/wal/wal_repair.hpp"

namespace tandem::wal::test {
namespace {

using State = WalReport::State;

/** A log of several segments as a kill leaves it, some of its last records not known to be synced.
 */
class WalRecovery : public testing::Test {
 protected:
  void SetUp() override {
    Wal wal = Wal::open(directory_ / "source", small());
    // Several batches in the last segment: what the last one is damaged by proves nothing.
    while (records_ < 105 || used_ < kLeastUsed) {
      appendTo(wal, 5);
      records_ += 5;
      ASSERT_EQ(awaitAll(wal, Durability::SYNCED), ConfirmStatus::CONFIRMED);
      copyLog(directory_ / "source", log_);
      ASSERT_NO_FATAL_FAILURE(findLast());
    }
    // Another thread makes the segment behind the last one.
    while (unusedSegment().empty()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      copyLog(directory_ / "source", log_);
      ASSERT_NO_FATAL_FAILURE(findLast());
    }
    bytes_ = contents(last_);
    while (atRest_ && !endsInMark()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      copyLog(directory_ / "source", log_);
      ASSERT_NO_FATAL_FAILURE(findLast());
      bytes_ = contents(last_);
    }
    cutLastMark();
    ASSERT_GT(firstOfLast_, 50);
  }

  /** The first segment that was only prepared, or nothing. */
  std::string unusedSegment() const {
    for (const WalReport::Segment& segment : WalVerifier::verify(log_).segments) {
      if (segment.state == State::UNUSED) {
        return segment.file;
      }
    }
    return {};
  }

  /** Whether a mark follows the last record: a log at rest says in it what is synced. */
  bool endsInMark() const {
    const std::size_t mark = places(true).back();
    return mark + lengthAt(mark) >= used_;
  }

  /** On a busy machine the log was at rest before it was copied. A kill may come before that. */
  void cutLastMark() {
    if (endsInMark()) {
      used_ = places(true).back();
      std::fill(bytes_.begin() + static_cast<std::ptrdiff_t>(used_), bytes_.end(), '\0');
      write(last_, bytes_);
    }
  }

  void findLast() {
    const WalReport report = WalVerifier::verify(log_);
    ASSERT_TRUE(report.problems.empty());
    for (const WalReport::Segment& segment : report.segments) {
      if (segment.records > 0) {
        last_ = log_ / segment.file.c_str();
        used_ = static_cast<std::size_t>(segment.usedBytes);
        firstOfLast_ = segment.firstSequence;
      }
    }
  }

  /** Where the log's own marks begin in the last segment, or its records. */
  std::vector<std::size_t> places(bool marks) const {
    std::vector<std::size_t> found;
    for (auto at = static_cast<std::size_t>(SegmentHeader::BYTES); at < used_; at += lengthAt(at)) {
      const auto second = numberAt<std::uint64_t>(
          reinterpret_cast<const std::byte*>(bytes_.data()) + at + RecordFormat::TYPE_AND_SEQUENCE);
      if ((RecordFormat::typeOf(second) < 0) == marks) {
        found.push_back(at);
      }
    }
    return found;
  }

  std::size_t lengthAt(std::size_t at) const {
    const auto first =
        numberAt<std::uint64_t>(reinterpret_cast<const std::byte*>(bytes_.data()) + at);
    return static_cast<std::size_t>(RecordFormat::aligned(static_cast<std::int32_t>(first >> 32)));
  }

  /** A copy of the log whose last segment continues as if this record had never been written. */
  void copyWithout(std::size_t at) {
    copyLog(log_, copy_);
    std::string without = bytes_;
    without.erase(at, lengthAt(at)).resize(bytes_.size(), '\0');
    write(copy_ / last_.filename(), without);
  }

  /** A damaged log is refused as it is; another one opens with a beginning of the records. */
  void checkOpens(const std::string& what) {
    const WalReport report = WalVerifier::verify(copy_);
    if (!report.sound()) {
      const std::string before = contents(copy_ / last_.filename());
      EXPECT_THROW(WalRepair::repair(copy_), WalCorruptedException) << what;
      EXPECT_THROW(read(copy_), WalCorruptedException) << what;
      EXPECT_EQ(contents(copy_ / last_.filename()), before) << what;
      return;
    }
    const auto found = read(copy_);
    const auto count = static_cast<std::int64_t>(found.size());
    ASSERT_LE(count, records_) << what;
    EXPECT_EQ(found, bodies(0, count)) << what;
    EXPECT_EQ(report.records, count) << what;
    const WalRecoveryReport recovery = WalRepair::repair(copy_);
    EXPECT_EQ(recovery.records, count) << what;
    EXPECT_EQ(recovery.lastSequence, count - 1) << what;
    EXPECT_EQ(recovery.repaired(), !report.problems.empty()) << what << " " << recovery.reason;
    EXPECT_TRUE(WalVerifier::verify(copy_).problems.empty()) << what;
    EXPECT_EQ(read(copy_), found) << what;
  }

  void checkGoesOn() {
    copyLog(log_, copy_);
    std::string torn = bytes_;
    // Within the last record.
    torn[used_ - 9] = static_cast<char>(torn[used_ - 9] ^ 1);
    write(copy_ / last_.filename(), torn);
    std::int64_t next = 0;
    {
      Wal wal = Wal::open(copy_, small());
      EXPECT_TRUE(wal.recovery().repaired());
      EXPECT_FALSE(wal.recovery().clean);
      EXPECT_GT(wal.recovery().droppedRecords, 0);
      next = wal.nextSequence();
      appendTo(wal, 100);
      wal.close();
    }
    EXPECT_EQ(read(copy_), bodies(0, next + 100));
    EXPECT_TRUE(WalVerifier::verify(copy_).problems.empty());
  }

  static constexpr std::size_t kLeastUsed = 2'000;

  /** Whether the log is copied only when it has come to rest. */
  bool atRest_ = false;
  const TempDirectory directory_;
  const fs::path log_ = directory_ / "log";
  const fs::path copy_ = directory_ / "copy";
  fs::path last_;
  std::string bytes_;
  std::size_t used_ = 0;
  std::int64_t records_ = 0;
  std::int64_t firstOfLast_ = -1;
};

/**
 * The next byte that is damaged: every one of the header, of which there is one, and every third of
 * records and marks of several lengths. TANDEM_CRASH_SCALE above 1: all.
 */
std::size_t next(std::size_t at) {
  static const char* const scale = std::getenv("TANDEM_CRASH_SCALE");
  static const bool all = scale != nullptr && std::atoi(scale) > 1;
  return at + (all || at < static_cast<std::size_t>(SegmentHeader::BYTES) ? 1 : 3);
}

TEST_F(WalRecovery, ATornTailAtEveryByteIsDropped) {
  copyLog(log_, copy_);
  for (std::size_t at = SegmentHeader::BYTES; at <= used_; at = next(at)) {
    copyLog(log_, copy_);
    std::string torn = bytes_;
    std::fill(torn.begin() + static_cast<std::ptrdiff_t>(at), torn.end(), '\0');
    write(copy_ / last_.filename(), torn);
    const WalReport report = WalVerifier::verify(copy_);
    ASSERT_TRUE(report.sound()) << at << " " << report.tail;
    ASSERT_GE(report.records, firstOfLast_) << at;
    checkOpens("torn at " + std::to_string(at));
    if (HasFailure()) {
      return;
    }
  }
}

TEST_F(WalRecovery, AFileThatIsCutAtAnyByteIsDamaged) {
  for (std::size_t at = 0; at < bytes_.size(); at = at < used_ + 50 ? next(at) : at + 101) {
    copyLog(log_, copy_);
    write(copy_ / last_.filename(), bytes_.substr(0, at));
    const WalReport report = WalVerifier::verify(copy_);
    ASSERT_FALSE(report.sound()) << at << " " << report.tail;
    ASSERT_EQ(report.problems.front().segment, last_.filename());
    checkOpens("cut at " + std::to_string(at));
    if (HasFailure()) {
      return;
    }
  }
}

/** Behind the end of the log a segment was only prepared: cut short, it had nothing to lose. */
TEST_F(WalRecovery, APreparedSegmentThatIsCutIsNoLoss) {
  const std::string unused = unusedSegment();
  ASSERT_FALSE(unused.empty());
  const std::string prepared = contents(log_ / unused);
  for (const bool closed : {false, true}) {
    for (const std::size_t bytes :
         {static_cast<std::size_t>(SegmentHeader::BYTES), std::size_t{100}, prepared.size() - 1}) {
      copyLog(log_, copy_);
      if (closed) {
        WalRepair::repair(copy_);
      }
      write(copy_ / unused, prepared.substr(0, bytes));
      const WalReport report = WalVerifier::verify(copy_);
      EXPECT_TRUE(report.sound()) << bytes << " " << report.tail;
      EXPECT_TRUE(report.problems.empty()) << bytes;
      checkOpens("prepared, cut at " + std::to_string(bytes));
      write(copy_ / unused, prepared.substr(0, bytes));
      Wal wal = Wal::open(copy_, small());
      EXPECT_EQ(wal.nextSequence(), records_);
      appendTo(wal, 50);
      wal.close();
      EXPECT_EQ(read(copy_), bodies(0, records_ + 50));
      EXPECT_TRUE(WalVerifier::verify(copy_).problems.empty());
    }
  }
}

TEST_F(WalRecovery, AFlippedBitIsNeverTakenForARecord) {
  std::size_t damaged = 0;
  for (std::size_t at = 0; at < used_; at = next(at)) {
    copyLog(log_, copy_);
    std::string flipped = bytes_;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    write(copy_ / last_.filename(), flipped);
    damaged += WalVerifier::verify(copy_).sound() ? 0 : 1;
    checkOpens("flipped at " + std::to_string(at));
    if (HasFailure()) {
      return;
    }
  }
  // The header, and all that a later mark tells was synced.
  EXPECT_GT(damaged, static_cast<std::size_t>(SegmentHeader::BYTES));
}

TEST_F(WalRecovery, BehindARecordThatIsLeftOutNothingIsTaken) {
  for (const std::size_t at : places(false)) {
    copyWithout(at);
    checkOpens("left out at " + std::to_string(at));
  }
}

TEST_F(WalRecovery, AMarkThatIsLeftOutIsReported) {
  std::vector<std::size_t> marks = places(true);
  ASSERT_GT(marks.size(), 2U);
  // Nobody can know of the last one.
  marks.pop_back();
  for (const std::size_t at : marks) {
    copyWithout(at);
    EXPECT_FALSE(WalVerifier::verify(copy_).problems.empty()) << at;
    checkOpens("mark left out at " + std::to_string(at));
  }
}

TEST_F(WalRecovery, InAClosedLogEveryFlippedBitIsDamageButInItsEndMark) {
  Wal::open(log_, small()).close();
  const WalReport whole = WalVerifier::verify(log_);
  ASSERT_TRUE(whole.problems.empty());
  for (const WalReport::Segment& segment : whole.segments) {
    if (segment.records == 0) {
      continue;
    }
    const std::string bytes = contents(log_ / segment.file.c_str());
    const auto end = static_cast<std::size_t>(segment.usedBytes - RecordFormat::MARK_BYTES);
    const bool isLast = segment.lastSequence == whole.lastSequence;
    for (std::size_t at = 0; at < (isLast ? end : bytes.size()); at += 3) {
      if (!isLast && at >= static_cast<std::size_t>(segment.usedBytes)) {
        // Behind the end mark of a segment nothing is read.
        break;
      }
      copyLog(log_, copy_);
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
      write(copy_ / segment.file.c_str(), flipped);
      const WalReport report = WalVerifier::verify(copy_);
      ASSERT_FALSE(report.sound()) << segment.file << " " << at;
      ASSERT_EQ(report.problems.front().segment, segment.file) << at;
    }
  }
}

TEST_F(WalRecovery, TheLogContinuesBehindATornTail) { checkGoesOn(); }

class WalAtRest : public WalRecovery {
 protected:
  WalAtRest() { atRest_ = true; }
};

TEST_F(WalAtRest, TheLogContinuesBehindATornTail) { checkGoesOn(); }

TEST_F(WalRecovery, AMissingSegmentIsReported) {
  for (const std::int64_t number : {1, 2}) {
    copyLog(log_, copy_);
    fs::remove(SegmentNames::segment(copy_, number));
    const WalReport report = WalVerifier::verify(copy_);
    EXPECT_FALSE(report.sound());
    EXPECT_NE(report.problems.front().found.find("no file"), std::string::npos);
    EXPECT_THROW(Wal::open(copy_, small()), WalCorruptedException);
    EXPECT_THROW(WalRepair::repair(copy_), WalCorruptedException);
  }
}

TEST_F(WalRecovery, WithoutItsExtentALogIsReadAndNotWritten) {
  copyLog(log_, copy_);
  fs::remove(copy_ / "wal.extent");
  EXPECT_THROW(Wal::open(copy_, small()), WalCorruptedException);
  EXPECT_THROW(read(copy_, ReadMode::STRICT), WalCorruptedException);
  EXPECT_EQ(read(copy_, ReadMode::READ_ONLY), bodies(0, records_));
  WalReader reader(copy_, ReadMode::READ_ONLY, -1);
  EXPECT_THROW(reader.checkComplete(), WalCorruptedException);
  const WalRecoveryReport recovery = WalRepair::repair(copy_);
  EXPECT_FALSE(recovery.certain());
  EXPECT_EQ(recovery.records, records_);
  EXPECT_TRUE(WalRepair::repair(copy_).certain());
  EXPECT_EQ(Wal::open(copy_, small()).nextSequence(), records_);
}

TEST_F(WalRecovery, OneCopyOfTheExtentIsEnough) {
  const std::string extent = contents(log_ / "wal.extent");
  for (const std::size_t at : {std::size_t{40}, std::size_t{4096 + 40}}) {
    copyLog(log_, copy_);
    std::string half = extent;
    half[at] = static_cast<char>(half[at] ^ 1);
    write(copy_ / "wal.extent", half);
    const WalReport report = WalVerifier::verify(copy_);
    EXPECT_TRUE(report.sound());
    ASSERT_EQ(report.problems.size(), 1U);
    EXPECT_EQ(report.problems.front().segment, "wal.extent");
    Wal::open(copy_, small()).close();
    EXPECT_TRUE(WalVerifier::verify(copy_).problems.empty());
  }
}

/** A store that stops for good after so many changes, as a process that is killed does. */
class StoppingFiles : public FaultyFiles {
 public:
  explicit StoppingFiles(int changes) : left_(changes) {}

  bool stopped() const { return left_ < 0; }

  std::unique_ptr<LogFile> open(const fs::path& path) override {
    change(path);
    return FaultyFiles::open(path);
  }
  void rename(const fs::path& from, const fs::path& to) override {
    change(from);
    FaultyFiles::rename(from, to);
  }
  void remove(const fs::path& path) override {
    change(path);
    FaultyFiles::remove(path);
  }

 private:
  void change(const fs::path& path) {
    if (--left_ < 0) {
      throw systemError(path, "stop", EIO);
    }
  }

  int left_;
};

TEST_F(WalRecovery, ARepairThatIsCutOffLosesNothing) {
  std::string torn = bytes_;
  torn[used_ - 9] = static_cast<char>(torn[used_ - 9] ^ 1);
  copyLog(log_, copy_);
  write(copy_ / last_.filename(), torn);
  const auto expected = read(copy_);
  bool stopped = true;
  for (int changes = 0; stopped; changes++) {
    ASSERT_LT(changes, 100);
    copyLog(log_, copy_);
    write(copy_ / last_.filename(), torn);
    StoppingFiles files(changes);
    try {
      WalRepair::repair(copy_, files);
    } catch (const IoException&) {
      ASSERT_TRUE(files.stopped());
    }
    stopped = files.stopped();
    EXPECT_EQ(read(copy_), expected) << changes;
    WalRepair::repair(copy_);
    EXPECT_EQ(read(copy_), expected) << changes;
    EXPECT_TRUE(WalVerifier::verify(copy_).problems.empty()) << changes;
  }
}

}  // namespace
}  // namespace tandem::wal::test
