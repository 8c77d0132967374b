#include "tandem/logger/log_follower.hpp"

#include <cstdint>
#include <optional>
#include <set>

#include "tandem/logger/format/segment_layout.hpp"
#include "tandem/logger/read/log_record_cursor.hpp"
#include "tandem/logger/read/record_decoder.hpp"
#include "tandem/logger/read/segment_files.hpp"

namespace tandem::logger {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;

/** How far a segment has been read. */
class LogFollower::Progress {
 public:
  explicit Progress(nanoseconds patience) : patience_(patience) {}

  /** Whether the last reading ended before a record under way. */
  bool waits = false;

  /** Whether the segment was not closed then. */
  bool open = false;

  /**
   * Hands on what is new; whether nothing more will come, because the segment is closed or its run
   * was over before it was read.
   */
  bool read(const LogSegmentImage& image, bool over, const Records& records,
            const Failures& failures) {
    if (!decoder_) {
      decoder_.emplace(image.file);
    }
    LogRecordCursor cursor(image, at_);
    waits = false;
    open = !image.closed;
    while (!waits && cursor.step()) {
      // The end of a segment that is open is under way however long it takes.
      const bool last = cursor.position() == image.end && !image.closed;
      waits = cursor.isHole() && !over && (last || isUnderWay(cursor.offset()));
      if (!waits) {
        at_ = cursor.position();
        if (!cursor.record().empty()) {
          if (const auto record = decoder_->decode(cursor)) {
            records(*record);
          }
        }
      }
    }
    const bool done = (image.closed || over) && !waits;
    for (const LogDamage& damage : cursor.damage()) {
      if (!waits || damage.offset < at_) {
        report(damage.text(), failures);
      }
    }
    for (const LogHole& hole : cursor.gaps()) {
      if (done || hole.offset < at_) {
        report(hole.text(), failures);
      }
    }
    return done;
  }

 private:
  void report(const std::string& what, const Failures& failures) {
    if (reported_.insert(what).second) {
      failures(what);
    }
  }

  /** Whether the hole at which the reading stands may still become a record. */
  bool isUnderWay(std::int64_t hole) {
    const auto now = steady_clock::now();
    if (gapAt_ != hole) {
      gapAt_ = hole;
      gapSince_ = now;
    }
    return now - gapSince_ < patience_;
  }

  const nanoseconds patience_;
  std::set<std::string> reported_;
  std::int64_t at_ = SegmentLayout::HEADER_BYTES;
  std::optional<RecordDecoder> decoder_;
  std::int64_t gapAt_ = -1;
  steady_clock::time_point gapSince_{};
};

/** The segment of a run that is being read: the next one is begun when this one is done. */
class LogFollower::Run {
 public:
  Run(std::string name, nanoseconds patience) : name_(std::move(name)), patience_(patience) {}

  void poll(SegmentFiles::OfRun& files, const Records& records, const Failures& failures) {
    while (progress_ || begin(files, failures)) {
      const auto segment = files.find(number_);
      const bool listed = segment != files.end();
      // Checked only where a record is missing, or at an end in front of a later file. Known before
      // the segment is read, all that will ever be committed is then in what is read.
      const bool later = files.upper_bound(number_) != files.end();
      const bool stays = progress_->waits || (progress_->open && later);
      over_ = over_ || (listed && stays && segment->second.isRunOver());
      const std::optional<LogSegmentImage> image = listed ? segment->second.open() : std::nullopt;
      if (!image) {
        if (!later) {
          return;
        }
        failures(name_ + ": segment " + std::to_string(number_) +
                 " was deleted before its end was read");
      } else if (!progress_->read(*image, over_, records, failures)) {
        return;
      }
      progress_.reset();
    }
  }

 private:
  bool begin(const SegmentFiles::OfRun& files, const Failures& failures) {
    const auto found = files.upper_bound(number_);
    if (found == files.end()) {
      return false;
    }
    const std::int64_t next = found->first;
    if (number_ >= 0 && next > number_ + 1) {
      if (suspect_ != next) {
        // The list may have missed a file that was made while it was read; the next has it.
        suspect_ = next;
        return false;
      }
      failures(name_ + ": found segment " + std::to_string(next) + " after " +
               std::to_string(number_) + ", those between are missing");
    }
    number_ = next;
    progress_.emplace(patience_);
    return true;
  }

  const std::string name_;
  const nanoseconds patience_;
  std::int64_t number_ = -1;
  std::int64_t suspect_ = -1;
  std::optional<Progress> progress_;
  bool over_ = false;
};

LogFollower::LogFollower(std::vector<std::string> paths, nanoseconds patience)
    : paths_(std::move(paths)), patience_(patience) {}

LogFollower::~LogFollower() = default;

void LogFollower::poll(const Records& records, const Failures& failures) {
  for (auto& [name, files] : SegmentFiles::find(paths_)) {
    std::unique_ptr<Run>& run = runs_[name];
    if (!run) {
      run = std::make_unique<Run>(name, patience_);
    }
    run->poll(files, records, failures);
  }
}

}  // namespace tandem::logger
