#include "tandem/logger/append/segment_maintenance.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <system_error>

#include "tandem/logger/log_exception.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kTick{20};
constexpr std::chrono::seconds kSlowTick{1};
constexpr std::chrono::microseconds kPause{50};

/** Between attempts to end a segment that fail: each twice as long as the one before. */
constexpr std::chrono::milliseconds kFirstRetry{4};
constexpr std::chrono::milliseconds kLongestRetry{4'096};

/** Files that were closed without a force and are remembered for one. */
constexpr std::size_t kMostUnforced = 1024;

void forcePath(const fs::path& path) {
  const auto file = wal::Descriptor::openIfThere(path, O_RDONLY);
  if (file.isOpen()) {
    file.sync(path);
  }
}

void addFailure(std::string& failures, const std::exception& failure) {
  failures += (failures.empty() ? "" : "; ") + std::string(failure.what());
}

}  // namespace

SegmentMaintenance::SegmentMaintenance(fs::path directory, std::string run,
                                       const LogStoreConfig& config, ActiveSegment& active,
                                       std::function<void()> reportDrops)
    : directory_(std::move(directory)),
      config_(config),
      active_(active),
      reportDrops_(std::move(reportDrops)),
      closedFiles_(directory_, config.name, std::move(run), config.retention) {}

void SegmentMaintenance::start() {
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error& failure) {
    throw LogException("cannot start a thread for the log in " + directory_.string() + ": " +
                       failure.what());
  }
}

void SegmentMaintenance::wake() {
  const std::lock_guard guard(sleepMutex_);
  wanted_ = true;
  woken_.notify_all();
}

void SegmentMaintenance::add(std::shared_ptr<ThreadContext> context) {
  const std::lock_guard guard(contextsMutex_);
  std::erase_if(contexts_, [](const auto& each) { return each->gone.load(); });
  contexts_.push_back(std::move(context));
}

void SegmentMaintenance::work() {
  while (true) {
    {
      std::unique_lock lock(sleepMutex_);
      woken_.wait_for(lock, kTick, [this] { return wanted_ || stopping_; });
      wanted_ = false;
      if (stopping_) {
        return;
      }
    }
    try {
      during(all_, [this] { tick(); });
    } catch (...) {
      // No memory to report it. The next turn tries again.
    }
  }
}

void SegmentMaintenance::tick() {
  const auto now = std::chrono::steady_clock::now();
  reportDrops_();
  const bool ended = look(false);
  if (config_.sync.interval && now - lastForce_ >= *config_.sync.interval) {
    lastForce_ = now;
    during(interval_, [this] { flush(); });
  }
  if (now - lastSlow_ >= kSlowTick) {
    lastSlow_ = now;
    retain();
  } else if (ended) {
    retain();
  }
  rollByTime();
}

/** Does work of which a failure is reported once, until it is over or has another cause. */
template <typename Work>
void SegmentMaintenance::during(Repeated& repeated, Work work) {
  std::string failure;
  try {
    work();
  } catch (const std::exception& e) {
    failure = e.what();
  }
  bool news = false;
  {
    const std::lock_guard guard(repeatedMutex_);
    news = !failure.empty() && failure != repeated.failure;
    repeated.failure = failure;
  }
  if (news) {
    // Without the lock: the listener may log, and its record may be one to be forced.
    config_.report(std::string(repeated.what) + ": " + failure);
  }
}

void SegmentMaintenance::sync() noexcept {
  try {
    during(level_, [this] { flush(); });
  } catch (...) {
    // No memory to report it.
  }
}

/** Number of the first segment of this run that is not done with. */
std::int64_t SegmentMaintenance::firstLive() const {
  std::int64_t first = tails_.empty() ? taken_ + 1 : tails_.front().segment->number();
  for (const Ending& ending : endings_) {
    first = std::min(first, ending.segment->number());
  }
  return first;
}

void SegmentMaintenance::retain() {
  during(retention_, [this] {
    const std::lock_guard guard(mutex_);
    try {
      closedFiles_.applyRetention(firstLive());
    } catch (...) {
      failed_++;
      throw;
    }
  });
}

/** Nobody ends the segment meanwhile: this thread does. So it need not be held. */
void SegmentMaintenance::rollByTime() {
  using namespace std::chrono;
  LogSegment* const current = config_.rotateEvery ? active_.current() : nullptr;
  if (current == nullptr || SegmentLayout::claimsOf(current->claimWord()) == 0) {
    return;
  }
  const nanoseconds began(current->began());
  if (system_clock::now().time_since_epoch() - began >= *config_.rotateEvery) {
    active_.roll(current);
  }
}

/**
 * Ends what is complete; whether any segment is done with now.
 *
 * @param insists whether to try also what has failed a moment ago
 */
bool SegmentMaintenance::look(bool insists) {
  bool any = false;
  {
    const std::lock_guard guard(mutex_);
    takeDone();
    any = endSome(insists);
  }
  // Without the lock: the listener may log, and its record may be one to be forced.
  for (const std::string& text : std::exchange(unreported_, {})) {
    config_.report(text);
  }
  return any;
}

void SegmentMaintenance::takeDone() {
  collect();
  for (auto tail = tails_.begin(); tail != tails_.end();) {
    if (isDone(*tail)) {
      // Its place first: without memory for one, the segment stays where it is.
      Ending& ending = endings_.emplace_back();
      ending.end = tail->segment->claimed();
      claims_ += SegmentLayout::claimsOf(tail->segment->claimWord());
      bytes_ += ending.end;
      ended_++;
      ending.segment = std::move(tail->segment);
      tail = tails_.erase(tail);
    } else {
      ++tail;
    }
  }
}

bool SegmentMaintenance::endSome(bool insists) {
  bool any = false;
  for (auto ending = endings_.begin(); ending != endings_.end();) {
    const bool tries = insists || std::chrono::steady_clock::now() >= ending->next;
    if (tries && attempt(*ending)) {
      ending = endings_.erase(ending);
      any = true;
    } else {
      ++ending;
    }
  }
  return any;
}

/** Takes over closed segments, in order. */
void SegmentMaintenance::collect() {
  while (true) {
    // Its place first: without memory for one, the segment stays where it is.
    Tail& tail = tails_.emplace_back();
    tail.segment.reset(active_.takeRetired());
    if (tail.segment == nullptr) {
      tails_.pop_back();
      return;
    }
    taken_ = tail.segment->number();
  }
}

/** Whether every claim of a segment was committed, and nobody has it any more. */
bool SegmentMaintenance::isDone(Tail& tail) {
  tail.committed = tail.segment->committedEnd(tail.committed);
  return tail.committed == tail.segment->claimed() && !active_.isCurrent(tail.segment.get()) &&
         !isHeld(tail.segment.get());
}

bool SegmentMaintenance::isHeld(const LogSegment* segment) {
  const std::lock_guard guard(contextsMutex_);
  return std::any_of(contexts_.begin(), contexts_.end(),
                     [segment](const auto& each) { return each->hold.held() == segment; });
}

/** Does what has not been done yet with a segment; false if it is to be tried again. */
bool SegmentMaintenance::attempt(Ending& ending) {
  SegmentFile& file = ending.segment->file();
  const bool forces = config_.sync.forces();
  try {
    file.end(ending.end);
    // After a force has failed, another force of the file proves nothing.
    if (!forces && !file.isLost()) {
      unforced_.push_back(file.path());
    }
  } catch (const std::exception& failure) {
    failed_++;
    ending.pause =
        std::clamp<std::chrono::nanoseconds>(2 * ending.pause, kFirstRetry, kLongestRetry);
    ending.next = std::chrono::steady_clock::now() + ending.pause;
    if (!ending.reported) {
      unreported_.push_back(std::string("cannot finish a log file: ") + failure.what());
      ending.reported = true;
    }
    return false;
  }
  try {
    if (forces) {
      file.force();
    } else if (unforced_.size() > kMostUnforced) {
      const fs::path first = unforced_.front();
      unforced_.erase(unforced_.begin());
      forcePath(first);
    }
  } catch (const std::exception& failure) {
    failed_++;
    unreported_.push_back(std::string("cannot force a log file: ") + failure.what());
  }
  return true;
}

void SegmentMaintenance::flush() {
  const std::lock_guard guard(mutex_);
  // Read first: all segments before it are closed, and therefore among those taken below.
  LogSegment* const current = active_.current();
  collect();
  std::string failures;
  const auto force = [&failures](const LogSegment& segment) {
    try {
      segment.file().force();
    } catch (const std::exception& failure) {
      addFailure(failures, failure);
    }
  };
  forceUnforced(failures);
  for (const Ending& ending : endings_) {
    force(*ending.segment);
  }
  bool listed = false;
  for (const Tail& tail : tails_) {
    force(*tail.segment);
    listed = listed || tail.segment.get() == current;
  }
  if (current != nullptr && !listed) {
    force(*current);
  }
  try {
    forcePath(directory_);
  } catch (const std::exception& failure) {
    addFailure(failures, failure);
  }
  if (!failures.empty()) {
    failed_++;
    throw LogException("cannot flush the log: " + failures);
  }
}

void SegmentMaintenance::forceUnforced(std::string& failures) {
  // Forgotten first: after a failed force the system no longer knows what was not written.
  for (const fs::path& path : std::exchange(unforced_, {})) {
    try {
      forcePath(path);
    } catch (const std::exception& failure) {
      addFailure(failures, failure);
    }
  }
}

bool SegmentMaintenance::isBusy() {
  const std::lock_guard guard(mutex_);
  return !tails_.empty() || !endings_.empty();
}

SegmentMaintenance::Left SegmentMaintenance::stop() noexcept {
  {
    const std::lock_guard guard(sleepMutex_);
    stopping_ = true;
    woken_.notify_all();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
  const auto guarded = [](const auto& work) {
    try {
      work();
    } catch (...) {
      // No memory to report it.
    }
  };
  guarded([this] { during(all_, [this] { endAll(); }); });
  guarded([this] { retain(); });
  if (config_.sync.forces()) {
    guarded([this] { during(interval_, [this] { flush(); }); });
  }
  return leave();
}

void SegmentMaintenance::endAll() {
  const auto deadline = std::chrono::steady_clock::now() + config_.lastWriters;
  look(true);
  while (isBusy() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kPause);
    look(false);
  }
  look(true);
}

/** Gives up what is not done. */
SegmentMaintenance::Left SegmentMaintenance::leave() noexcept {
  const std::lock_guard guard(mutex_);
  Left left = endings_.empty() ? Left::NOTHING : Left::WORK;
  endings_.clear();
  const auto keep = [&left](LogSegment* segment) {
    static std::mutex keptMutex;
    // Somebody may still write there: the memory stays as long as the process.
    static LogSegment* kept = nullptr;
    const std::lock_guard keptGuard(keptMutex);
    segment->next = kept;
    kept = segment;
    left = Left::WRITERS;
  };
  for (Tail& tail : tails_) {
    keep(tail.segment.release());
  }
  tails_.clear();
  // Those that there was no memory to take over.
  while (LogSegment* const segment = active_.takeRetired()) {
    keep(segment);
  }
  return left;
}

void SegmentMaintenance::measure(LogMetrics& metrics, std::int64_t definitions) {
  const std::lock_guard guard(mutex_);
  LogSegment* const current = active_.current();
  collect();
  std::int64_t claims = claims_;
  metrics.bytes = bytes_;
  const auto add = [&](const LogSegment& segment) {
    claims += SegmentLayout::claimsOf(segment.claimWord());
    metrics.bytes += segment.claimed();
  };
  bool listed = false;
  for (const Tail& tail : tails_) {
    add(*tail.segment);
    listed = listed || tail.segment.get() == current;
  }
  if (current != nullptr && !listed) {
    add(*current);
  }
  metrics.records = std::max<std::int64_t>(0, claims - definitions);
  metrics.rotations = ended_ + static_cast<std::int64_t>(tails_.size());
  metrics.failures = failed_;
  metrics.deleted = closedFiles_.deleted();
}

}  // namespace tandem::logger
