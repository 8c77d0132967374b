#include "tandem/wal/wal_verifier.hpp"

#include <algorithm>
#include <exception>
#include <system_error>

#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/recovery/extent_damage.hpp"
#include "tandem/wal/storage/extent_file.hpp"
#include "tandem/wal/storage/lock_file.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;
using State = WalReport::State;
using Step = RecordCursor::Step;

namespace {

constexpr int kTries = 20;
constexpr const char* kNotClosed = "not closed, whole up to sequence ";

/** Nothing if there is none that can be read. */
std::optional<LogExtent> extentOf(const fs::path& directory) {
  try {
    return ExtentFile::read(directory).newest;
  } catch (const WalCorruptedException&) {
    return std::nullopt;
  }
}

}  // namespace

WalReport WalVerifier::verify(const fs::path& directory) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    throw WalException(directory.string() + ": expected a directory");
  }
  SegmentNames::checkNotForeign(directory);
  std::exception_ptr meanwhile;
  std::optional<std::vector<WalReport::Problem>> found;
  for (int i = 0; i < kTries; i++) {
    const std::optional<LogExtent> before = extentOf(directory);
    const bool inUse = LockFile::isHeld(directory);
    std::optional<WalReport> report;
    try {
      report = WalVerifier(inUse).run(directory);
      if (inUse && !report->problems.empty() && report->problems != found) {
        // What the writer did between two looks goes by; damage is there again.
        found = report->problems;
        continue;
      }
    } catch (const UnreadableException&) {
      const bool first = meanwhile == nullptr;
      meanwhile = std::current_exception();
      if (inUse && first) {
        // It was closed meanwhile, and cut behind its end.
        continue;
      }
    } catch (const WalException&) {
      meanwhile = std::current_exception();
    }
    // Where the writer gave segments up meanwhile, files went and were written over.
    const bool still = before == extentOf(directory);
    if (report && (still || report->problems.empty())) {
      return *report;
    }
    if (still && meanwhile != nullptr) {
      std::rethrow_exception(meanwhile);
    }
  }
  throw WalException(directory.string() +
                     ": its writer gives up segments faster than they are read");
}

WalReport WalVerifier::run(const fs::path& directory) {
  report_.tail = "no records";
  SegmentFiles files = SegmentNames::segments(directory);
  extent_ = checkExtent(directory, !files.empty());
  if (extent_) {
    const auto kept = files.lower_bound(extent_->first);
    for (auto file = files.begin(); file != kept; ++file) {
      addLeftover(file->first, file->second);
    }
    files.erase(files.begin(), kept);
    checkEnds(directory, *extent_, files);
  }
  look(directory, extent_, files);
  for (std::size_t i = 0; i < images_.size(); i++) {
    check(i);
  }
  std::stable_sort(report_.segments.begin(), report_.segments.end(),
                   [](const auto& a, const auto& b) { return a.number < b.number; });
  if (inUse_) {
    report_.tail = "in use, " + report_.tail;
  }
  return report_;
}

std::optional<LogExtent> WalVerifier::checkExtent(const fs::path& directory, bool anySegment) {
  try {
    const ReadExtent read = ExtentFile::read(directory);
    if (!read.newest && anySegment) {
      add(ExtentDamage::lost(read));
    }
    if (read.newest && !inUse_) {
      if (const auto half = ExtentDamage::halfLost(read)) {
        add(*half, true);
      }
    }
    return read.newest;
  } catch (const WalCorruptedException& damage) {
    add(damage);
    return std::nullopt;
  }
}

void WalVerifier::addLeftover(std::int64_t number, const fs::path& file) {
  WalReport::Segment segment;
  segment.file = file.filename().string();
  segment.number = number;
  std::error_code failed;
  const std::uintmax_t bytes = fs::file_size(file, failed);
  segment.fileBytes = failed ? 0 : static_cast<std::int64_t>(bytes);
  segment.state = State::LEFTOVER;
  report_.segments.push_back(segment);
}

void WalVerifier::checkEnds(const fs::path& directory, const LogExtent& extent,
                            const SegmentFiles& files) {
  const bool begun = extent.last >= extent.first;
  if (files.empty() ? begun : files.begin()->first > extent.first) {
    add(ExtentDamage::missing(extent, directory, extent.first));
  }
  if (!files.empty() && files.rbegin()->first < extent.last) {
    add(ExtentDamage::missing(extent, directory, extent.last));
  }
}

void WalVerifier::look(const fs::path& directory, const std::optional<LogExtent>& extent,
                       const SegmentFiles& files) {
  std::int64_t previous = -1;
  for (const auto& [number, path] : files) {
    if (previous >= 0 && number != previous + 1) {
      add(ExtentDamage::missing(directory, previous + 1, -1,
                                "no file, and segment " + std::to_string(number)));
    }
    previous = number;
    try {
      const SegmentImage image = SegmentImage::of(path, number);
      if (extent) {
        ExtentDamage::check(*extent, image);
      }
      images_.push_back(image);
    } catch (const WalCorruptedException& damage) {
      add(damage);
      WalReport::Segment segment;
      segment.file = path.filename().string();
      segment.number = number;
      segment.state = State::DAMAGED;
      report_.segments.push_back(segment);
    }
  }
}

void WalVerifier::check(std::size_t index) {
  const SegmentImage& image = images_[index];
  const bool afterGap = index > 0 && images_[index - 1].header.number + 1 != image.header.number;
  if (expected_ < 0 || afterGap) {
    cursor_ = RecordCursor(-1);
  }
  over_ = over_ && !afterGap;
  cursor_.enter(image);
  const std::int64_t marksBefore = cursor_.marks();
  const std::int64_t recordsBefore = report_.records;
  std::int64_t firstHere = -1;
  Step step;
  std::int64_t badAt = -1;
  TailScan scan(-1);
  while (true) {
    step = cursor_.next();
    if (step == Step::RECORD) {
      count();
      if (firstHere < 0) {
        firstHere = cursor_.sequence();
      }
    } else if (step == Step::ENDED || cursor_.nextOffset() == badAt) {
      break;
    } else {
      scan = scanFrom(index);
      if (!scan.provesSynced()) {
        break;
      }
      // A writer may have been here since the first look: what it proves was there before that.
      badAt = cursor_.nextOffset();
    }
  }
  const std::int64_t marks = cursor_.marks() - marksBefore;
  const State state = step == Step::ENDED ? State::ENDED : judge(index, marks > 0, scan);
  const std::int64_t written = state == State::ENDED ? marks - 1 : marks;
  report_.batches += written;
  report_.segments.push_back({image.name(), image.header.number, image.header.epoch, firstHere,
                              firstHere < 0 ? -1 : cursor_.sequence(),
                              report_.records - recordsBefore, written, cursor_.nextOffset(),
                              image.bytes, state});
  expected_ = state == State::DAMAGED ? -1 : cursor_.expected();
  over_ = state == State::ENDED ? isClosedForGood(index) : state != State::DAMAGED;
  if (state == State::ENDED) {
    checkEnd(image, index + 1 == images_.size());
  }
}

/** Whether it was closed in this segment and not opened again, as LogWalk sees it. */
bool WalVerifier::isClosedForGood(std::size_t index) {
  return cursor_.typeAt(cursor_.nextOffset() - RecordFormat::MARK_BYTES) == RecordFormat::CLOSE &&
         extent_ && images_[index].header.number >= extent_->last &&
         std::all_of(images_.begin() + static_cast<std::ptrdiff_t>(index) + 1, images_.end(),
                     [](const auto& behind) { return behind.firstSequence() < 0; });
}

void WalVerifier::checkEnd(const SegmentImage& image, bool lastThere) {
  const std::int64_t mark = cursor_.nextOffset() - RecordFormat::MARK_BYTES;
  const bool rolled = cursor_.typeAt(mark) == RecordFormat::ROLL;
  const std::string last = std::to_string(cursor_.expected() - 1);
  report_.tail = (rolled ? kNotClosed : "ended after sequence ") + last;
  // It was there before the mark; and where the files were looked for before that, it is now.
  std::error_code ignored;
  const fs::path next = SegmentNames::segment(image.path.parent_path(), image.header.number + 1);
  if (rolled && lastThere && !fs::exists(next, ignored)) {
    add(ExtentDamage::missingBehind(image, cursor_.expected()));
    report_.tail = "missing after sequence " + last;
  }
}

void WalVerifier::count() {
  report_.records++;
  report_.recordBytes += RecordFormat::aligned(cursor_.length());
  report_.recordsByType[static_cast<std::size_t>(cursor_.type())]++;
  report_.lastSequence = cursor_.sequence();
  report_.lastTimestampNs = cursor_.timestamp();
  if (report_.firstSequence < 0) {
    report_.firstSequence = report_.lastSequence;
    report_.firstTimestampNs = report_.lastTimestampNs;
  }
}

/** What is behind the place where the cursor stands. */
TailScan WalVerifier::scanFrom(std::size_t index) {
  TailScan scan(cursor_.expected());
  scan.over(images_[index], cursor_.nextOffset());
  for (std::size_t i = index + 1; i < images_.size() && !scan.provesSynced(); i++) {
    scan.over(images_[i], SegmentHeader::BYTES);
  }
  return scan;
}

/** At a place without a valid record. */
State WalVerifier::judge(std::size_t index, bool used, const TailScan& scan) {
  const SegmentImage& image = images_[index];
  const std::int64_t place = cursor_.nextOffset();
  const std::int64_t expected = cursor_.expected();
  const RecordCursor::Diagnosis diagnosis = cursor_.diagnosis();
  const std::string because = scan.provesSynced() ? scan.proof() : scan.doubt(image.header);
  const WalReport::Problem problem{image.name(),
                                   place,
                                   expected,
                                   diagnosis.expected,
                                   diagnosis.found + (because.empty() ? "" : "; " + because),
                                   because.empty()};
  if (scan.provesSynced()) {
    report_.problems.push_back(problem);
    report_.tail = "damaged at " + image.name() + ", offset " + std::to_string(place);
    return State::DAMAGED;
  }
  // Behind the end of the log it was only prepared: nothing that was confirmed can be gone.
  if (const auto cutOff = image.cutOffAt(place, expected); cutOff && !over_) {
    add(*cutOff);
    report_.tail =
        "cut off after sequence " + std::to_string(std::max(report_.lastSequence, expected - 1));
    return State::DAMAGED;
  }
  if (index == 0 && expected < 0 && image.header.number > 1) {
    add(ExtentDamage::beginningLost(image, diagnosis.found));
    report_.tail = "begins with damage";
    return State::DAMAGED;
  }
  if (!inUse_ && (scan.foundAny() || cursor_.looksBegun())) {
    report_.problems.push_back(problem);
    report_.tail = "torn after sequence " + std::to_string(expected - 1);
    return State::TORN;
  }
  if (used) {
    report_.tail = kNotClosed + std::to_string(expected - 1);
    return State::OPEN;
  }
  return State::UNUSED;
}

void WalVerifier::add(const WalCorruptedException& damage, bool repaired) {
  report_.problems.push_back({damage.segment(), damage.offset(), damage.sequence(),
                              damage.expected(), damage.found(), repaired});
}

}  // namespace tandem::wal
