#include "tandem/wal/recovery/log_walk.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "tandem/wal/recovery/extent_damage.hpp"
#include "tandem/wal/storage/extent_file.hpp"

namespace tandem::wal {

namespace fs = std::filesystem;
using Step = RecordCursor::Step;

LogWalk::LogWalk(fs::path directory, ReadMode mode, std::int64_t from, bool withoutExtent,
                 bool inUse)
    : directory_(std::move(directory)), inUse_(inUse) {
  SegmentFiles files = SegmentNames::segments(directory_);
  const ReadExtent read = ExtentFile::read(directory_);
  extent_ = read.newest;
  if (!extent_ && !files.empty()) {
    extentLost_ = ExtentDamage::lost(read);
    if (!withoutExtent) {
      throw *extentLost_;
    }
    extent_ = ExtentDamage::madeOf(files);
  }
  if (!extent_) {
    return;
  }
  const auto kept = files.lower_bound(extent_->first);
  for (auto file = files.begin(); file != kept; ++file) {
    leftovers_.push_back(file->second);
  }
  files.erase(files.begin(), kept);
  if (extent_->last >= extent_->first && !files.contains(extent_->last)) {
    throw ExtentDamage::missing(*extent_, directory_, extent_->last);
  }
  const std::int64_t reached = find(files, mode == ReadMode::SKIP_OLDER_SEGMENTS ? from : -1);
  std::reverse(segments_.begin(), segments_.end());
  if (reached > extent_->first) {
    throw ExtentDamage::missing(*extent_, directory_, extent_->first);
  }
}

/**
 * Looks at segments, the last one first.
 *
 * @param from those below the one with this record are left out; -1 for none
 * @return number of the first one if all were looked at, -1 otherwise
 */
std::int64_t LogWalk::find(const SegmentFiles& files, std::int64_t from) {
  std::int64_t previous = -1;
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    const std::int64_t number = file->first;
    if (previous >= 0 && number != previous - 1) {
      throw ExtentDamage::missing(directory_, previous - 1, -1,
                                  "no file, and segment " + std::to_string(number) + " before it");
    }
    previous = number;
    const SegmentImage image = SegmentImage::of(file->second, number);
    segments_.push_back(image);
    ExtentDamage::check(*extent_, image);
    if (from >= 0) {
      const std::int64_t sequence = image.firstSequence();
      if (sequence >= 0 && sequence <= from) {
        return -1;
      }
    }
  }
  return previous;
}

void LogWalk::toItsEnd() {
  while (next()) {
  }
}

bool LogWalk::next() {
  if (over_) {
    return false;
  }
  try {
    return step();
  } catch (const UnreadableException&) {
    if (inUse_) {
      checkGivenUp(std::max<std::int64_t>(cursor_.expected(), 0));
    }
    throw;
  }
}

bool LogWalk::step() {
  if (current_ < 0 && !enterNext()) {
    return false;
  }
  while (true) {
    Step step = cursor_.next();
    if (step == Step::BAD && inUse_) {
      step = stepBesideWriter();
    }
    if (step == Step::RECORD) {
      return true;
    }
    if (step == Step::BAD) {
      if (inUse_) {
        noteEnd();
      } else {
        judge();
      }
      over_ = true;
      return false;
    }
    lastWithData_ = current_;
    const std::int64_t mark = cursor_.nextOffset() - RecordFormat::MARK_BYTES;
    end_ = End{mark, cursor_.unprovenOffset(), cursor_.chainBefore(), cursor_.typeAt(mark)};
    if (isClosedForGood()) {
      over_ = true;
      return false;
    }
    if (!enterNext()) {
      if (end_->mark == RecordFormat::ROLL && !isThereNow()) {
        throw ExtentDamage::missingBehind(segment(), cursor_.expected());
      }
      return false;
    }
  }
}

/**
 * Whether nothing can follow: the log was closed here, and not opened again, which the extent would
 * say before the first record. So the zeros of prepared segments need not be looked through. But a
 * repair that was cut off may have closed it before records that must be reported.
 */
bool LogWalk::isClosedForGood() const {
  if (end_->mark != RecordFormat::CLOSE || extentLost_ || segment().header.number < extent_->last) {
    return false;
  }
  return std::none_of(segments_.begin() + current_ + 1, segments_.end(),
                      [](const SegmentImage& behind) { return behind.firstSequence() >= 0; });
}

bool LogWalk::enterNext() {
  if (current_ + 1 >= static_cast<int>(segments_.size())) {
    over_ = true;
    return false;
  }
  current_++;
  cursor_.enter(segment());
  return true;
}

/** Whether a writer has made the next segment since the segments were looked for. */
bool LogWalk::isThereNow() const {
  std::error_code ignored;
  return inUse_ &&
         fs::exists(SegmentNames::segment(directory_, segment().header.number + 1), ignored);
}

/**
 * At a bad place in front of a writer: the end so far, unless what is behind proves that a record
 * was there before.
 */
Step LogWalk::stepBesideWriter() {
  std::optional<TailScan> scan;
  try {
    scan = scanBehind();
  } catch (const UnreadableException&) {
    // The log is being closed, and cut behind its end.
    return cursor_.next();
  }
  const Step step = scan->provesSynced() ? cursor_.next() : Step::BAD;
  if (step == Step::BAD) {
    checkGivenUp(std::max<std::int64_t>(cursor_.expected(), 0));
    if (scan->provesSynced()) {
      throw cursor_.damage(segment(), "; " + scan->proof());
    }
  }
  return step;
}

/** Throws if the writer has given up the segment that is read. */
void LogWalk::checkGivenUp(std::int64_t wanted) const {
  const auto now = ExtentFile::read(directory_).newest;
  if (now && !segments_.empty() && now->first > segment().header.number) {
    throw ExtentDamage::gap(*now, directory_, wanted);
  }
}

TailScan LogWalk::scanBehind() {
  TailScan scan(cursor_.expected());
  scan.over(segment(), cursor_.nextOffset());
  for (auto i = static_cast<std::size_t>(current_) + 1;
       i < segments_.size() && !scan.provesSynced(); i++) {
    scan.over(segments_[i], SegmentHeader::BYTES);
  }
  return scan;
}

void LogWalk::noteEnd() {
  if (cursor_.nextOffset() > SegmentHeader::BYTES) {
    // At least a mark of it is sound.
    lastWithData_ = current_;
    end_ = End{cursor_.nextOffset(), cursor_.unprovenOffset(), cursor_.chain(), 0};
  }
}

/** At a bad place: throws if it is damage, or ends the log here. */
void LogWalk::judge() {
  noteEnd();
  const RecordCursor::Diagnosis diagnosis = cursor_.diagnosis();
  const SegmentImage& image = segment();
  const std::int64_t place = cursor_.nextOffset();
  const bool begun = cursor_.looksBegun();
  const std::int64_t expected = std::max<std::int64_t>(cursor_.expected(), 0);
  const TailScan scan = scanBehind();
  if (scan.provesSynced()) {
    throw WalCorruptedException(image.name(), place, expected, diagnosis.expected,
                                diagnosis.found + "; " + scan.proof());
  }
  if (const auto cutOff = image.cutOffAt(place, expected)) {
    throw *cutOff;
  }
  if (current_ == 0 && cursor_.expected() < 0 && image.header.number > 1) {
    throw ExtentDamage::beginningLost(image, diagnosis.found);
  }
  if (begun || scan.foundAny()) {
    drop(diagnosis, scan, begun);
  }
}

/** Reports what the log loses with its tail. */
void LogWalk::drop(const RecordCursor::Diagnosis& diagnosis, const TailScan& scan, bool begun) {
  const std::int64_t place = cursor_.nextOffset();
  const std::int64_t expected = std::max<std::int64_t>(cursor_.expected(), 0);
  droppedLast_ = scan.lastSequence();
  droppedBytes_ = scan.bytes();
  tailDoubt_ = scan.doubt(segment().header);
  reason_ = "torn or never synced: " + segment().name() + ", offset " + std::to_string(place) +
            ", sequence " + std::to_string(expected) + ": expected " + diagnosis.expected +
            ", found " + diagnosis.found + (tailDoubt_.empty() ? "" : "; " + tailDoubt_);
  if (!begun) {
    return;
  }
  if (droppedLast_ < expected && cursor_.typeAt(place) >= 0) {
    droppedLast_ = expected;
  }
  const std::int64_t length = std::max<std::int64_t>(0, cursor_.alignedLengthAt(place));
  droppedBytes_ = std::max(droppedBytes_, std::min(length, cursor_.limit() - place));
}

const SegmentImage& LogWalk::segment() const {
  return segments_[static_cast<std::size_t>(std::max(current_, 0))];
}

WalRecoveryReport LogWalk::recovery() const {
  WalRecoveryReport found;
  const std::int64_t next = std::max<std::int64_t>(cursor_.expected(), 0);
  found.firstSequence = cursor_.records() == 0 ? -1 : segments_.front().firstSequence();
  found.lastSequence = next - 1;
  found.records = cursor_.records();
  found.bytes = cursor_.recordBytes();
  found.segments = lastWithData_ + 1;
  found.clean = !inUse_ && reason_.empty() && (!end_ || end_->mark == RecordFormat::CLOSE);
  found.droppedRecords = droppedLast_ < 0 ? 0 : std::max<std::int64_t>(droppedLast_ - next + 1, 0);
  found.droppedBytes = droppedBytes_;
  found.reason = reason_;
  found.doubt = extentLost_ ? extentLost_->what() : tailDoubt_;
  return found;
}

}  // namespace tandem::wal
