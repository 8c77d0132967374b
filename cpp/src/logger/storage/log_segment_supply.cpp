#include "tandem/logger/storage/log_segment_supply.hpp"

#include <exception>
#include <new>
#include <system_error>

#include "tandem/logger/format/file_names.hpp"
#include "tandem/logger/log_exception.hpp"

namespace tandem::logger {
namespace {

constexpr std::chrono::milliseconds kIdle{100};

}  // namespace

void LogSegmentSupply::start() {
  try {
    active_.offer(make().release());
  } catch (const std::exception& failure) {
    throw LogException(failed(failure.what()));
  }
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error& failure) {
    throw LogException("cannot start a thread for the log in " + directory_.string() + ": " +
                       failure.what());
  }
}

void LogSegmentSupply::wake() {
  const std::lock_guard guard(mutex_);
  wanted_ = true;
  woken_.notify_all();
}

void LogSegmentSupply::stop() {
  {
    const std::lock_guard guard(mutex_);
    stopping_ = true;
    woken_.notify_all();
  }
  if (thread_.joinable()) {
    thread_.join();
  }
  while (LogSegment* const spare = active_.takeSpare()) {
    spare->file().remove();
    delete spare;
  }
}

void LogSegmentSupply::work() {
  while (true) {
    {
      const std::lock_guard guard(mutex_);
      if (stopping_) {
        return;
      }
      wanted_ = false;
    }
    if (active_.spares() >= config_.segmentsAhead) {
      reportIfWell();
      pause(kIdle);
    } else {
      tryToMake();
    }
  }
}

/** What fails here, if only for lack of memory, is counted; it must not end the process. */
void LogSegmentSupply::tryToMake() {
  try {
    active_.offer(make().release());
    failing_ = false;
    reportIfWell();
  } catch (const std::exception& failure) {
    failures_++;
    failing_ = true;
    try {
      news_.look(true, std::chrono::steady_clock::now(), [&] {
        config_.report(failed(failure.what()) +
                       "; records are dropped and counted when the last segment is full");
      });
    } catch (const std::bad_alloc&) {
      // No memory to report it; the next attempt may have some.
    }
    std::unique_lock lock(mutex_);
    woken_.wait_for(lock, config_.retryInterval, [this] { return stopping_; });
  }
}

void LogSegmentSupply::reportIfWell() {
  if (!failing_) {
    try {
      news_.look(false, std::chrono::steady_clock::now(), [&] {
        config_.report("logging resumes: there is room again in " + directory_.string());
      });
    } catch (const std::bad_alloc&) {
      // As above.
    }
  }
}

void LogSegmentSupply::pause(std::chrono::nanoseconds most) {
  std::unique_lock lock(mutex_);
  woken_.wait_for(lock, most, [this] { return wanted_ || stopping_; });
}

std::string LogSegmentSupply::failed(const std::string& cause) const {
  return "cannot make a segment of " + std::to_string(config_.segmentSize) + " bytes in " +
         directory_.string() + ": " + cause;
}

std::unique_ptr<LogSegment> LogSegmentSupply::make() {
  const std::int64_t number = number_ + 1;
  const std::uint64_t fileId = std::uint64_t{ids_()} << 32 | ids_();
  auto file =
      std::make_unique<SegmentFile>(directory_ / FileNames::segment(config_.name, run_, number),
                                    number, config_.segmentSize, fileId);
  number_ = number;
  return std::make_unique<LogSegment>(std::move(file));
}

}  // namespace tandem::logger
