#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "../flow/flow.hpp"
#include "replay.hpp"
#include "schedule.hpp"
#include "tandem/event/result_handler.hpp"

namespace tandem::tool {

/**
 * Told every answer of a replay: counts, times, keeps and checks them. Written by the thread that
 * tells answers, read by the one that replays behind drain().
 */
class ReplayHandler final : public event::ResultHandler {
 public:
  /**
   * @param schedule of an open loop; null for a closed one
   * @param into takes what is counted and kept
   */
  ReplayHandler(const Flow& flow, const ReplayOptions& options, const Schedule* schedule,
                ReplayResult& into);

  /**
   * From now on every answer but those to questions is to the next command of the flow, the first
   * one to the command of this index; called while nothing is on its way.
   */
  void begin(std::size_t index) {
    settingUp_ = false;
    next_ = index;
  }

  /** Takes an answer out of the log, where nobody knows how long it took. */
  void replayed(std::size_t index, const command::Command& c) { take(index, c); }

  /** Whether the log had no room for a command; none behind it was taken. Any thread. */
  bool isFull() const { return full_.load(std::memory_order_acquire); }

  /** Answers before the first that the log had no room for. */
  std::size_t answeredBeforeFull() const { return answeredBeforeFull_; }

  /** Called before a command is submitted. */
  void sent(std::size_t index) {
    if (schedule_ == nullptr && index % kSample == 0) {
      sentNs_[index / kSample] = nowNs();
    }
  }

  void onResult(const command::Command& c) override;

  i64 refusedSetUps() const { return refusedSetUps_; }
  i64 finishedNs() const { return finishedNs_; }
  std::vector<i64>& samples() { return samples_; }

 private:
  /** In a closed loop, one command in so many is timed. */
  static constexpr std::size_t kSample = 16;

  void take(std::size_t index, const command::Command& c);
  void count(std::size_t index, const command::Outcome& trade);
  void check(std::size_t index, const command::Command& c);
  void checkUncross(std::size_t index, const command::Command& c);
  bool isExpected(std::size_t index) const;
  std::string describe(std::size_t index) const;

  const Flow& flow_;
  const bool keepsTrades_;
  const bool keepsAnswers_;
  const Schedule* const schedule_;
  ReplayResult& into_;
  std::vector<i64> samples_;
  std::vector<i64> sentNs_;
  bool settingUp_ = true;
  std::size_t next_ = 0;
  i64 refusedSetUps_ = 0;
  std::size_t answeredBeforeFull_ = 0;
  std::atomic<bool> full_{false};
  i64 finishedNs_ = 0;
};

}  // namespace tandem::tool
