#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>

#include "tandem/logger/log_store_config.hpp"
#include "tandem/logger/storage/active_segment.hpp"
#include "tandem/logger/storage/state_news.hpp"

namespace tandem::logger {

/**
 * Makes segments ahead of their use, on a thread of its own. A full or broken disk is reported; the
 * work is tried again until it succeeds, and that is reported too, both within the limits of
 * StateNews.
 */
class LogSegmentSupply {
 public:
  LogSegmentSupply(std::filesystem::path directory, std::string run, const LogStoreConfig& config,
                   ActiveSegment& active)
      : directory_(std::move(directory)), run_(std::move(run)), config_(config), active_(active) {}

  /**
   * Makes the first segment, and starts making others. Throws LogException; the segment may be in
   * use then.
   */
  void start();

  /** One more segment is wanted. */
  void wake();

  /** Attempts to make a segment that failed. */
  std::int64_t failures() const { return failures_.load(); }

  /** Whether the last attempt to make a segment failed. */
  bool isFailing() const { return failing_.load(); }

  /** Stops, and removes what was made and not used. */
  void stop();

 private:
  void work();
  void pause(std::chrono::nanoseconds most);
  void tryToMake();
  void reportIfWell();
  std::unique_ptr<LogSegment> make();
  std::string failed(const std::string& cause) const;

  const std::filesystem::path directory_;
  const std::string run_;
  const LogStoreConfig& config_;
  ActiveSegment& active_;
  std::random_device ids_;
  std::int64_t number_ = 0;
  std::atomic<std::int64_t> failures_{0};
  std::atomic<bool> failing_{false};
  StateNews news_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool wanted_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tandem::logger
