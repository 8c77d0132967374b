#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "tandem/logger/log_level.hpp"

namespace tandem::logger {

/** Counts the records that callers were promised by the level and did not get, by level. */
class Drops {
 public:
  using Counts = std::array<std::int64_t, RECORD_LEVELS>;

  void count(LogLevel level) {
    counts_[static_cast<std::size_t>(level)].fetch_add(1, std::memory_order_relaxed);
  }

  Counts byLevel() const {
    Counts now{};
    for (std::size_t i = 0; i < now.size(); i++) {
      now[i] = counts_[i].load(std::memory_order_relaxed);
    }
    return now;
  }

  std::int64_t sum() const {
    std::int64_t all = 0;
    for (const std::int64_t each : byLevel()) {
      all += each;
    }
    return all;
  }

  /** What was counted, in words. */
  std::string text() const {
    std::string levels;
    const Counts now = byLevel();
    for (std::size_t i = 0; i < now.size(); i++) {
      if (now[i] != 0) {
        levels += (levels.empty() ? "" : ", ") + std::to_string(now[i]) + " ";
        levels += nameOf(static_cast<LogLevel>(i));
      }
    }
    return levels + " records were dropped";
  }

  /** What was counted since the last report; none if nothing was. For one thread at a time. */
  std::optional<Counts> unreported() const {
    Counts news = byLevel();
    std::int64_t all = 0;
    for (std::size_t i = 0; i < news.size(); i++) {
      news[i] -= reported_[i];
      all += news[i];
    }
    return all == 0 ? std::nullopt : std::optional(news);
  }

  /** After a record of what unreported gave was written. */
  void reported(const Counts& news) {
    for (std::size_t i = 0; i < news.size(); i++) {
      reported_[i] += news[i];
    }
  }

 private:
  std::array<std::atomic<std::int64_t>, RECORD_LEVELS> counts_{};
  Counts reported_{};
};

}  // namespace tandem::logger
