#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tandem/pipeline/stage_processor.hpp"

namespace tandem::pipeline {

/**
 * The second step of a TwoStepMasterProcessor: a stage with a sequence, an upstream and a handler
 * of its own, but no thread: its master runs it, on the master's thread, over what the stages
 * between the two steps have passed.
 */
template <class Event, class Handler>
class TwoStepSlaveProcessor {
 public:
  /** The waiter is of the stages between the two steps, each of which follows the master. */
  TwoStepSlaveProcessor(RingBuffer<Event>& ring, Waiter waiter, Handler handler,
                        const StageOptions& options)
      : ring_(ring),
        waiter_(std::move(waiter)),
        handler_(std::move(handler)),
        publishing_(options.publishing) {}

  const Sequence& sequence() const { return sequence_; }

  /** Works on what is there, up to the boundary and so many events; whether there was any. */
  bool processAvailable(std::int64_t boundary, std::int64_t limit) {
    const std::int64_t next = sequence_.getPlain() + 1;
    if (next > boundary) {
      return false;
    }
    const std::int64_t available = std::min(waiter_.look(), boundary);
    if (available < next) {
      return false;
    }
    process(next, lastOf(next, available, limit));
    return true;
  }

  /** Works up to the boundary, waiting for it; false if it was stopped while it waited. */
  bool processUpTo(std::int64_t boundary) {
    std::int64_t next = sequence_.getPlain() + 1;
    while (next <= boundary) {
      const std::int64_t available = std::min(waiter_.waitFor(next), boundary);
      if (available < next) {
        return false;
      }
      process(next, available);
      next = available + 1;
    }
    return true;
  }

 private:
  void process(std::int64_t first, std::int64_t last) {
    const std::int64_t interval = publishing_.within(last - first + 1);
    std::int64_t publishAt = first + interval - 1;
    for (std::int64_t at = first; at <= last; at++) {
      handler_.onEvent(ring_[at], at);
      if (at == publishAt || at == last) {
        sequence_.setRelease(at);
        publishAt = at + interval;
      }
    }
  }

  RingBuffer<Event>& ring_;
  Waiter waiter_;
  Handler handler_;
  PublishInterval publishing_;
  Sequence sequence_;
};

}  // namespace tandem::pipeline
