#pragma once

#include <chrono>
#include <cstdint>

namespace tandem::wal {

/**
 * One wait of the writer for a producer that has claimed a place and not filled it. It is a matter
 * of nanoseconds, unless the producer was taken from its CPU.
 */
class ProducerWait {
 public:
  /**
   * Far longer than a live thread is ever kept from its CPU between two lines. Only the writer's
   * own time counts: while it was stopped, with all threads or alone, it has not waited.
   */
  static constexpr std::chrono::seconds PATIENCE{10};

  /**
   * After which the writer naps between two looks: who was kept so long may be kept for seconds,
   * and a nap more adds a hundredth at most.
   */
  static constexpr std::chrono::milliseconds NAP_AFTER{50};

  /**
   * Lets others run for a moment.
   *
   * @param sequence that is waited for
   * Throws WalException if it was waited for long enough: the log ends by it.
   */
  void pause(std::int64_t sequence);

 private:
  int looks_ = 0;
  std::chrono::steady_clock::time_point before_{};
  std::chrono::nanoseconds waited_{0};
};

}  // namespace tandem::wal
