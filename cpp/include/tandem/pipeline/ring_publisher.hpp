#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/sequence.hpp"
#include "tandem/pipeline/upstream.hpp"
#include "tandem/pipeline/waiter.hpp"

namespace tandem::pipeline {

/**
 * Claims slots of a ring and publishes them: for one thread at a time, or for any number if it was
 * made for several producers. These claim by one atomic word, and mark each slot with its lap once
 * it is written; the first stage, whose upstream this is, goes as far as there is no gap. A slot
 * that was claimed must be published, whatever happens, unless there is a single producer.
 */
template <class Event>
class RingPublisher final : public Upstream {
 public:
  /** No slot is free now. */
  static constexpr std::int64_t kFull = -1;
  /** Nothing more is accepted. */
  static constexpr std::int64_t kClosed = -2;

  RingPublisher(RingBuffer<Event>& ring, bool singleProducer)
      : ring_(ring),
        single_(singleProducer),
        mask_(ring.size() - 1),
        shift_(std::countr_zero(ring.size())),
        laps_(singleProducer ? 0 : ring.size()) {
    for (std::atomic<std::int64_t>& lap : laps_) {
      lap.store(-1, std::memory_order_relaxed);
    }
  }

  /** Up to where it is published without a gap. */
  std::int64_t available(std::int64_t next) override {
    if (single_) {
      return ring_.cursor().getAcquire();
    }
    std::int64_t last = next - 1;
    while (last - next < static_cast<std::int64_t>(mask_) &&
           laps_[at(last + 1)].load(std::memory_order_acquire) == lapOf(last + 1)) {
      last++;
    }
    return last;
  }

  /**
   * The number of an event whose slot may be written, if there is one; else kFull or kClosed. The
   * last stage frees slots.
   */
  std::int64_t tryClaim(const Waiter& lastStage) {
    std::uint64_t claims = claims_.load(std::memory_order_relaxed);
    for (;;) {
      if ((claims & kClosedBit) != 0) {
        return kClosed;
      }
      const auto sequence = static_cast<std::int64_t>(claims);
      if (!hasRoom(sequence, lastStage)) {
        return kFull;
      }
      if (single_ || claims_.compare_exchange_weak(claims, claims + 1, std::memory_order_acq_rel)) {
        return sequence;
      }
    }
  }

  /** The same, but waits for the last stage while the ring is full; kClosed also on a stop. */
  std::int64_t claim(const Waiter& lastStage) {
    std::int64_t sequence = tryClaim(lastStage);
    for (int step = 0; sequence == kFull; sequence = tryClaim(lastStage)) {
      if (lastStage.isStopped()) {
        return kClosed;
      }
      step = lastStage.pause(step);
    }
    return sequence;
  }

  /** Gives a claimed event, now that it is written, to the first stage. */
  void publish(std::int64_t sequence) {
    if (single_) {
      claims_.store(static_cast<std::uint64_t>(sequence) + 1, std::memory_order_relaxed);
      ring_.publish(sequence);
    } else {
      laps_[at(sequence)].store(lapOf(sequence), std::memory_order_release);
    }
  }

  /** The last event that was claimed; -1 before the first. */
  std::int64_t claimed() const {
    return static_cast<std::int64_t>(claims_.load() & ~kClosedBit) - 1;
  }
  bool isClosed() const { return (claims_.load() & kClosedBit) != 0; }

  /**
   * Accepts nothing more. A claim that races with this is either refused or among the accepted; a
   * single producer's may not race with it. The last event that was claimed.
   */
  std::int64_t close() {
    return static_cast<std::int64_t>(claims_.fetch_or(kClosedBit) & ~kClosedBit) - 1;
  }

 private:
  /** In the word of claims, beside the number of the next slot. */
  static constexpr std::uint64_t kClosedBit = std::uint64_t{1} << 63;

  bool hasRoom(std::int64_t sequence, const Waiter& lastStage) {
    const std::int64_t wrap = sequence - static_cast<std::int64_t>(ring_.size());
    if (wrap <= freed_.load(std::memory_order_acquire)) {
      return true;
    }
    const std::int64_t freed = lastStage.look();
    freed_.store(freed, std::memory_order_release);
    return wrap <= freed;
  }

  std::int64_t lapOf(std::int64_t sequence) const { return sequence >> shift_; }
  std::size_t at(std::int64_t sequence) const { return static_cast<std::size_t>(sequence) & mask_; }

  RingBuffer<Event>& ring_;
  const bool single_;
  const std::size_t mask_;
  const int shift_;
  /** Which lap each slot was last written in; only for several producers. */
  std::vector<std::atomic<std::int64_t>> laps_;
  alignas(128) std::atomic<std::uint64_t> claims_{0};
  /** The last event that the last stage is known to be done with. */
  alignas(128) std::atomic<std::int64_t> freed_{-1};
};

}  // namespace tandem::pipeline
