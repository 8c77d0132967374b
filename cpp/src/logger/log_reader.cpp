#include "tandem/logger/log_reader.hpp"

#include <map>
#include <utility>

#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/read/log_record_cursor.hpp"
#include "tandem/logger/read/record_decoder.hpp"
#include "tandem/logger/read/segment_files.hpp"

namespace tandem::logger {

/** The segments of one run that are still to be read. */
class LogReader::Run {
 public:
  Run(LogReader& reader, SegmentFiles::OfRun segments)
      : reader_(reader), rest_(std::move(segments)) {}

  /** Moves to the next record; false if there is none. */
  bool advance() {
    while (cursor_ || begin()) {
      while (cursor_->next()) {
        if (auto record = decoder_->decode(*cursor_)) {
          head = std::move(*record);
          return true;
        }
      }
      if (!readAgain()) {
        finish();
      }
    }
    return false;
  }

  LogRecord head;

 private:
  bool begin() {
    if (!openNext()) {
      return false;
    }
    cursor_.emplace(*image_);
    decoder_.emplace(image_->file);
    reader_.files_++;
    return true;
  }

  /**
   * A segment that was not closed when it was read may have been filled since, and the next ones
   * begun. So it is read again after the ends of all later ones were looked up, the last one first,
   * and those are read up to there and no further: a later segment is begun when the one before is
   * closed, so no record is read that comes after a missed one.
   */
  bool readAgain() {
    if (ends_ || image_->closed) {
      return false;
    }
    ends_ = files_->laterEnds();
    std::optional<LogSegmentImage> now = files_->open();
    if (!now) {
      return false;
    }
    auto newer = std::make_unique<LogSegmentImage>(std::move(*now));
    cursor_->proceed(*newer);
    image_ = std::move(newer);
    return true;
  }

  void finish() {
    reader_.holes_ += cursor_->holes();
    reader_.abandoned_ += cursor_->abandoned();
    reader_.holesExact_ = reader_.holesExact_ && cursor_->holesExact();
    const auto& gaps = cursor_->gaps();
    const auto& damage = cursor_->damage();
    reader_.gaps_.insert(reader_.gaps_.end(), gaps.begin(), gaps.end());
    reader_.damage_.insert(reader_.damage_.end(), damage.begin(), damage.end());
    cursor_.reset();
  }

  bool openNext() {
    while (!rest_.empty()) {
      const std::int64_t next = rest_.begin()->first;
      SegmentFiles segment = rest_.begin()->second;
      const bool gap = number_ > 0 && next > number_ + 1 && segment.isListed();
      if (gap) {
        // The list may have missed files that were made while it was read.
        for (const auto& [number, files] : segment.lookForRun()) {
          if (number > number_ && number < next) {
            rest_.emplace(number, files);
          }
        }
        if (rest_.begin()->first < next) {
          continue;
        }
      }
      rest_.erase(next);
      if (std::optional<LogSegmentImage> image = segment.open()) {
        // Those that were made and never used are deleted in any order.
        const bool used = image->closed || image->end > SegmentLayout::HEADER_BYTES;
        if (gap && used) {
          nameMissing(next, segment);
        }
        number_ = next;
        if (ends_ && ends_->contains(next)) {
          image = std::move(*image).upTo(ends_->at(next));
        }
        files_ = std::move(segment);
        image_ = std::make_unique<LogSegmentImage>(std::move(*image));
        return true;
      }
    }
    return false;
  }

  void nameMissing(std::int64_t next, const SegmentFiles& segment) {
    const SegmentFiles::OfRun now = segment.lookForRun();
    // Else all before were deleted meanwhile, as retention does it.
    if (!now.empty() && now.begin()->first <= number_) {
      reader_.damage_.push_back({segment.nameOf(number_ + 1), 0, 0,
                                 "missing: found segment " + std::to_string(number_) +
                                     " of the run and then " + std::to_string(next)});
    }
  }

  LogReader& reader_;
  SegmentFiles::OfRun rest_;
  std::int64_t number_ = 0;
  std::optional<SegmentFiles> files_;
  /** At one place as long as the cursor looks into it. */
  std::unique_ptr<LogSegmentImage> image_;
  /** Where each later segment ended when an open one was found; none before that. */
  std::optional<std::map<std::int64_t, std::int64_t>> ends_;
  std::optional<LogRecordCursor> cursor_;
  std::optional<RecordDecoder> decoder_;
};

LogReader::LogReader(std::span<const std::string> paths) { open(paths); }

LogReader::LogReader(std::initializer_list<std::string> paths) {
  open(std::span(paths.begin(), paths.size()));
}

LogReader::~LogReader() = default;

void LogReader::open(std::span<const std::string> paths) {
  for (auto& [name, segments] : SegmentFiles::find(paths)) {
    auto run = std::make_unique<Run>(*this, std::move(segments));
    if (run->advance()) {
      add(std::move(run));
    }
  }
}

std::vector<std::string> LogReader::list(const std::string& directory) {
  return SegmentFiles::list(directory);
}

std::optional<LogRecord> LogReader::next() {
  if (heads_.empty()) {
    return std::nullopt;
  }
  std::unique_ptr<Run> run = poll();
  LogRecord record = std::move(run->head);
  if (run->advance()) {
    add(std::move(run));
  }
  records_++;
  return record;
}

void LogReader::add(std::unique_ptr<Run> run) {
  std::size_t at = heads_.size();
  heads_.emplace_back();
  while (at > 0) {
    const std::size_t parent = (at - 1) / 2;
    if (run->head.time >= heads_[parent]->head.time) {
      break;
    }
    heads_[at] = std::move(heads_[parent]);
    at = parent;
  }
  heads_[at] = std::move(run);
}

std::unique_ptr<LogReader::Run> LogReader::poll() {
  std::unique_ptr<Run> first = std::move(heads_.front());
  std::unique_ptr<Run> last = std::move(heads_.back());
  heads_.pop_back();
  if (heads_.empty()) {
    return first;
  }
  std::size_t at = 0;
  while (at < heads_.size() / 2) {
    std::size_t child = 2 * at + 1;
    if (child + 1 < heads_.size() && heads_[child]->head.time > heads_[child + 1]->head.time) {
      child++;
    }
    if (last->head.time <= heads_[child]->head.time) {
      break;
    }
    heads_[at] = std::move(heads_[child]);
    at = child;
  }
  heads_[at] = std::move(last);
  return first;
}

}  // namespace tandem::logger
