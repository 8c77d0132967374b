#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tandem/pipeline/sequence.hpp"
#include "tandem/pipeline/waiter.hpp"

namespace tandem::pipeline {

/**
 * The slots of events in flight through the stages: event n in slot n modulo the size. The last
 * stage's sequence says which slots are free again. One thread publishes here; several do by a
 * RingPublisher.
 */
template <class Event>
class RingBuffer {
 public:
  /** A power of two; otherwise std::invalid_argument. */
  explicit RingBuffer(std::size_t size) : slots_(checked(size)), mask_(size - 1) {}

  std::size_t size() const { return slots_.size(); }
  Event& operator[](std::int64_t sequence) {
    return slots_[static_cast<std::size_t>(sequence) & mask_];
  }
  /** The last event that was published. */
  const Sequence& cursor() const { return cursor_; }

  /** How many events may be written behind the last published one. For the publishing thread. */
  std::int64_t room(const Waiter& lastStage) {
    const std::int64_t wrap = cursor_.getPlain() - static_cast<std::int64_t>(size());
    if (freed_ - wrap < static_cast<std::int64_t>(size())) {
      freed_ = lastStage.look();
    }
    return freed_ - wrap;
  }

  /**
   * Gives this event, and all that were written before it, to the stages. For the publishing
   * thread.
   */
  void publish(std::int64_t sequence) { cursor_.setRelease(sequence); }

 private:
  static std::size_t checked(std::size_t size) {
    if (!std::has_single_bit(size)) {
      throw std::invalid_argument("the size of a ring is not a power of two");
    }
    return size;
  }

  std::vector<Event> slots_;
  std::size_t mask_;
  /** The last event that the last stage is known to be done with. */
  std::int64_t freed_ = -1;
  Sequence cursor_;
};

}  // namespace tandem::pipeline
