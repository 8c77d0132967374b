#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>

#include "tandem/logger/storage/log_segment.hpp"

namespace tandem::logger {

/**
 * The segment that a thread uses now. While it is said here, the segment stays where it is: who
 * ends segments looks at the holds of all threads first.
 */
class alignas(64) SegmentHold {
 public:
  const LogSegment* held() const { return segment_.load(); }
  void release() { segment_.store(nullptr, std::memory_order_release); }

 private:
  friend class ActiveSegment;

  std::atomic<LogSegment*> segment_{nullptr};
};

/**
 * The segment in use, and the change to the next one. Whoever closes a segment holds the right to
 * install the next; if none is ready, the right is up for grabs and whoever offers a segment takes
 * it. So segments are installed one at a time and in the order in which they were offered.
 */
class ActiveSegment {
 public:
  /** Segments in a row, in order. Nothing is allocated for one more. */
  class Queue {
   public:
    void add(LogSegment* segment);
    /** The first one, taken out; null if there is none. */
    LogSegment* poll();
    int size() const { return size_.load(); }

   private:
    std::mutex mutex_;
    LogSegment* first_ = nullptr;
    LogSegment* last_ = nullptr;
    std::atomic<int> size_{0};
  };

  /**
   * @param wanted is called when a segment was closed: one more should be offered
   */
  explicit ActiveSegment(std::function<void()> wanted) : wanted_(std::move(wanted)) {}

  /** The segment in use, held for the caller; null if there is none. */
  LogSegment* hold(SegmentHold& hold) const;

  /** Whether a segment is the one in use; it need not be held. */
  bool isCurrent(const LogSegment* segment) const { return current_.load() == segment; }

  /** The segment in use, for the thread that ends segments. */
  LogSegment* current() const { return current_.load(); }

  /** A segment that is ready for use. */
  void offer(LogSegment* spare);

  int spares() const { return spares_.size(); }

  /** Takes a segment that was never used; null if there is none. */
  LogSegment* takeSpare() { return spares_.poll(); }

  /** Takes the next segment that was closed, in order; null if there is none. */
  LogSegment* takeRetired() { return retired_.poll(); }

  /** Whether a call has waited its whole bound since a segment was last installed. */
  bool isStarved() const { return starved_.load(std::memory_order_relaxed); }
  void starve() { starved_.store(true, std::memory_order_relaxed); }
  bool isEnded() const { return ended_.load(); }

  /** After a claim that is no place in its segment: closes the segment if that claim does. */
  void passed(LogSegment* segment, std::uint64_t claimWord);

  /** Closes a segment, which the caller holds, before it is full. */
  void roll(LogSegment* segment);

  /**
   * Waits until another segment than one is in use, and holds it. It spins, then yields, then
   * sleeps for 50 µs at a time.
   *
   * @param old number of that one; 0 if there was none
   * @param whileVacant whether to wait also while no segment is ready
   * @return null if there is none, or the bound has passed
   */
  LogSegment* await(SegmentHold& hold, std::int64_t old, bool whileVacant,
                    std::chrono::nanoseconds bound) const;

  /** Closes the segment in use, or waits for who does; none is installed afterwards. */
  void end(SegmentHold& hold);

 private:
  static void pause(int turn);
  void change(LogSegment* segment, std::uint64_t claimWord);
  void fill();
  void install(LogSegment* next);

  /** Sequentially consistent, as are holds: who holds looks again, who ends looks at holds. */
  alignas(64) std::atomic<LogSegment*> current_{nullptr};
  alignas(64) Queue spares_;
  Queue retired_;
  std::atomic<bool> vacant_{true};
  std::atomic<bool> ended_{false};
  std::atomic<bool> starved_{false};
  const std::function<void()> wanted_;
};

}  // namespace tandem::logger
