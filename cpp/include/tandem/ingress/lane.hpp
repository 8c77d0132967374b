#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>

#include "tandem/command/command.hpp"
#include "tandem/ingress/command_rows.hpp"

namespace tandem::ingress {

/**
 * A queue from one producer to one sequencer. The two sides exchange two positions, each on lines
 * that only its owner writes. Two more hand-shakes go over a word of marks, which both read and
 * hardly anybody writes:
 *
 * Sleep: a lane that stays empty is put to sleep; the sequencer visits it no more, until publish()
 * finds the mark and its producer wakes it.
 * Close: close() marks the lane, and settle() decides how many commands are accepted; a publish()
 * that races with it returns whether its command is accepted.
 *
 * Both are of the same form: one side writes its position and then reads the marks, the other
 * writes a mark and then reads the position, and one at least must see the other. A fenced lane
 * pays a full fence at each publication. Any other publishes with a release store: there the
 * sequencer looks at sleeping lanes now and then, and who closes issues a fence of the whole
 * process between mark and decision.
 *
 * At any time one thread is the producer, and one the sequencer.
 */
class Lane {
 public:
  Lane(u32 number, bool fenced, u32 capacity)
      : limit_(capacity), number_(number), fenced_(fenced), mask_(capacity - 1), rows_(capacity) {}

  u32 number() const { return number_; }
  bool isFenced() const { return fenced_; }

  // The producer's side.

  /** Hands a command in; false if the lane is full. */
  bool offer(const command::CommandInput& in) {
    const i64 position = next_;
    if (position == limit_) {
      limit_ = taken_.load(std::memory_order_acquire) + static_cast<i64>(mask_) + 1;
      if (position == limit_) {
        return false;
      }
    }
    rows_.write(at(position), in);
    next_ = position + 1;
    if (fenced_) {
      // Not a store: with one, the read of the marks was seen to overtake it under QEMU.
      published_.exchange(next_);
    } else {
      published_.store(next_, std::memory_order_release);
    }
    // The fence on this thread's behalf relies on the order of the program: the mark is read
    // afterwards.
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (next_ != limit_) {
      rows_.prepare(at(next_));
    }
    return true;
  }

  /** After offer(): whether there is a mark, so that the producer must look closer. */
  bool isMarked() const { return marks_.load() != 0; }

  /** Takes the mark of sleep off; whether it was there, so that the sequencer must be notified. */
  bool wake() { return (marks_.fetch_and(~kAsleep) & kAsleep) != 0; }

  /** Whether the last command came too late; waits for a close at work. */
  bool isRefused() const { return isClosed() && next_ > awaitAccepted(); }

  /** Whether all that was handed in has been taken. */
  bool isEmpty() const { return taken() == next_; }

  void countBusy() { busy_.store(busy() + 1, std::memory_order_relaxed); }
  void countWait() { waits_.store(waits() + 1, std::memory_order_relaxed); }

  // The sequencer's side.

  /** How many commands can be taken. */
  i64 ready() const {
    i64 last = published_.load();
    if (isClosed()) {
      // What came after the close was refused, even though it is in here.
      last = std::min(last, awaitAccepted());
    }
    return last - taken_.load(std::memory_order_relaxed);
  }

  /** Copies the command so many places behind the next one to be taken. */
  void read(i64 ahead, command::CommandInput& to) const {
    rows_.read(at(taken_.load(std::memory_order_relaxed) + ahead), to);
  }

  /** Gives the places of the next commands back to the producer. */
  void take(i64 count) {
    taken_.store(taken_.load(std::memory_order_relaxed) + count, std::memory_order_release);
  }

  /** Marks the lane as asleep; false if a command has come meanwhile: then it is awake. */
  bool sleep() {
    marks_.fetch_or(kAsleep);
    // The thread that takes the mark off notifies the sequencer; if it was the producer, that is
    // done.
    return ready() == 0 || !wake();
  }

  /** Counts visits in a row that found nothing; whether there were so many. */
  bool wasEmptyOften(u32 times) {
    emptyVisits_ = emptyVisits_ + 1 < times ? emptyVisits_ + 1 : 0;
    return emptyVisits_ == 0;
  }
  void wasNotEmpty() { emptyVisits_ = 0; }

  // For any thread.

  bool isAsleep() const { return (marks_.load() & kAsleep) != 0; }
  bool isClosed() const { return (marks_.load() & kClosed) != 0; }

  /** Accepts nothing more; which commands came before, settle() decides. */
  void close() { marks_.fetch_or(kClosed); }

  /**
   * Decides how many commands of a closed lane are accepted in all, once: for one thread. If the
   * lane is not fenced, behind a fence of the whole process.
   */
  i64 settle() {
    if (accepted_.load() == kUndecided) {
      accepted_.store(published_.load());
    }
    return awaitAccepted();
  }

  /** Commands handed in; once closed, those accepted. */
  i64 submitted() const { return isClosed() ? awaitAccepted() : published_.load(); }
  i64 taken() const { return taken_.load(std::memory_order_acquire); }
  i64 busy() const { return busy_.load(std::memory_order_relaxed); }
  i64 waits() const { return waits_.load(std::memory_order_relaxed); }

 private:
  static constexpr u32 kAsleep = 1;
  static constexpr u32 kClosed = 2;
  static constexpr i64 kUndecided = -1;

  std::size_t at(i64 position) const { return static_cast<std::size_t>(position) & mask_; }

  i64 awaitAccepted() const {
    i64 all = accepted_.load();
    while (all == kUndecided) {
      std::this_thread::yield();
      all = accepted_.load();
    }
    return all;
  }

  // What the producer alone looks at. Lines are fetched in pairs, so each side has two.
  alignas(128) i64 next_ = 0;
  i64 limit_;
  std::atomic<i64> busy_{0};
  std::atomic<i64> waits_{0};
  // What it publishes.
  alignas(128) std::atomic<i64> published_{0};
  // What the sequencer writes with every visit.
  alignas(128) std::atomic<i64> taken_{0};
  u32 emptyVisits_ = 0;
  // What both only read.
  alignas(128) std::atomic<u32> marks_{kAsleep};
  std::atomic<i64> accepted_{kUndecided};
  const u32 number_;
  const bool fenced_;
  const std::size_t mask_;
  CommandRows rows_;
};

}  // namespace tandem::ingress
