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
      // No memory to tell of it. The next turn tries again.
    }
  }
}

void SegmentMaintenance::tick() {
  const auto now = std::chrono::steady_clock::now();
  reportDrops_();
  const std::int64_t before = ended_;
  look();
  if (config_.sync.interval && now - lastForce_ >= *config_.sync.interval) {
    lastForce_ = now;
    during(interval_, [this] { flush(); });
  }
  if (now - lastSlow_ >= kSlowTick) {
    lastSlow_ = now;
    retain();
  } else if (ended_ != before) {
    retain();
  }
  rollByTime();
}

/** Does work of which a failure is told once, until it is over or has another cause. */
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
    config_.tell(std::string(repeated.what) + ": " + failure);
  }
}

void SegmentMaintenance::sync() noexcept {
  try {
    during(level_, [this] { flush(); });
  } catch (...) {
    // No memory to tell of it.
  }
}

/** Number of the first segment of this run that is not closed. */
std::int64_t SegmentMaintenance::firstLive() const {
  return tails_.empty() ? taken_ + 1 : tails_.front().segment->number();
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

void SegmentMaintenance::look() {
  endDone();
  // Without the lock: the listener may log, and its record may be one to be forced.
  for (const std::string& text : std::exchange(untold_, {})) {
    config_.tell(text);
  }
}

void SegmentMaintenance::endDone() {
  const std::lock_guard guard(mutex_);
  collect();
  for (auto tail = tails_.begin(); tail != tails_.end();) {
    if (isDone(*tail)) {
      // Taken out first: it is unmapped next, and must not be looked at again if that fails.
      const auto segment = std::move(tail->segment);
      tail = tails_.erase(tail);
      end(*segment);
    } else {
      ++tail;
    }
  }
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

void SegmentMaintenance::end(const LogSegment& segment) {
  const std::uint64_t word = segment.claimWord();
  const std::int64_t end = segment.claimed();
  claims_ += SegmentLayout::claimsOf(word);
  bytes_ += end;
  ended_++;
  try {
    segment.file().end(end);
    if (config_.sync.forces()) {
      segment.file().force();
      return;
    }
    unforced_.push_back(segment.file().path());
    if (unforced_.size() > kMostUnforced) {
      const fs::path first = unforced_.front();
      unforced_.erase(unforced_.begin());
      forcePath(first);
    }
  } catch (const std::exception& failure) {
    failed_++;
    untold_.push_back(std::string("cannot finish a log file: ") + failure.what());
  }
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

bool SegmentMaintenance::hasTails() {
  const std::lock_guard guard(mutex_);
  return !tails_.empty();
}

std::int64_t SegmentMaintenance::failures() {
  const std::lock_guard guard(mutex_);
  return failed_;
}

SegmentMaintenance::Left SegmentMaintenance::stop() {
  {
    const std::lock_guard guard(sleepMutex_);
    stopping_ = true;
    woken_.notify_all();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
  // The mutex also here: a caller whose flush is under way counts, too.
  const std::int64_t before = failures();
  const auto deadline = std::chrono::steady_clock::now() + config_.lastWriters;
  look();
  while (hasTails() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kPause);
    look();
  }
  const bool worked = failures() == before;
  retain();
  if (config_.sync.forces()) {
    during(interval_, [this] { flush(); });
  }
  const std::lock_guard guard(mutex_);
  if (tails_.empty()) {
    return worked ? Left::NOTHING : Left::WORK;
  }
  static std::mutex keptMutex;
  // Somebody may still write there: the memory stays as long as the process.
  static auto& kept = *new std::vector<std::unique_ptr<LogSegment>>();
  const std::lock_guard keptGuard(keptMutex);
  for (Tail& tail : tails_) {
    kept.push_back(std::move(tail.segment));
  }
  tails_.clear();
  return Left::WRITERS;
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
