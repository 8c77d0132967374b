#pragma once

#include <chrono>
#include <functional>

#include "tandem/command/integers.hpp"
#include "tandem/journal/journal_options.hpp"

namespace tandem {

/**
 * Says when an automatic snapshot is due. It has no thread: the thread that submits to the exchange
 * checks, and takes the snapshot. For that thread.
 */
class SnapshotTimer {
 public:
  /** Time since some moment; never goes back. */
  using Clock = std::function<std::chrono::nanoseconds()>;

  /**
   * @param lastSnapshot last record that the newest snapshot includes; -1 if there is none
   * @param clock empty: the steady one, which no change of the time of day moves
   * Throws std::invalid_argument where the options have a negative choice.
   */
  SnapshotTimer(const journal::JournalOptions& options, i64 lastSnapshot, Clock clock);

  /** Throws std::invalid_argument where the options have a negative choice. */
  static void check(const journal::JournalOptions& options);

  /** Whether the options enable automatic snapshots. */
  bool isAsked() const { return every_ != 0 || interval_.count() != 0; }

  /**
   * Whether one is due. Reads the clock only where there is an interval and a record to snapshot.
   *
   * @param lastRecord last record of the log; -1 if there is none
   */
  bool isDue(i64 lastRecord) const {
    const i64 logged = lastRecord - last_;
    return isDueByRecords(logged) ||
           (interval_.count() != 0 && logged > 0 && clock_() - lastTime_ >= interval_);
  }

  /**
   * The same behind each command: the clock is read every 256 times only, since that takes about as
   * long as a command.
   */
  bool isDueNow(i64 lastRecord) {
    if (interval_.count() != 0 && ++looks_ % LOOKS == 0) {
      return isDue(lastRecord);
    }
    return isDueByRecords(lastRecord - last_);
  }

  /** After an attempt, also one that failed: on a full disk the next attempt has to wait. */
  void tried(i64 lastRecord) {
    last_ = lastRecord;
    lastTime_ = clock_();
  }

 private:
  static constexpr u32 LOOKS = 256;

  bool isDueByRecords(i64 logged) const { return every_ != 0 && logged >= every_; }

  const i64 every_;
  const std::chrono::nanoseconds interval_;
  const Clock clock_;
  i64 last_;
  std::chrono::nanoseconds lastTime_;
  u32 looks_ = 0;
};

}  // namespace tandem
