#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tandem/pipeline/two_step_slave_processor.hpp"

namespace tandem::pipeline {

/**
 * The first of two steps that share state on one thread without a lock. It runs its handler over
 * what is available, and its slave over what the stages between the two steps have passed; it waits
 * only when there is neither.
 *
 *              +------------ one thread ------------+
 *     ring --> | first step            second step  | --> later stages
 *              +------|----------------------^------+
 *                     +--> stages between ---+
 *
 * So the first step of an event may come before the second step of earlier events: how many of them
 * depends on timing. The first step's handler has tryEvent(Event&, sequence), which answers false
 * where this is not good enough for an event: then the second step of every event before it comes
 * first, and onEvent(Event&, sequence) follows.
 *
 * Several pairs may work on the same events, each for its share of the state. None waits for
 * another but through the stages between: a pair that settles first has published its progress up
 * to that event, so of all that wait the one with the lowest event can always continue.
 */
template <class Event, class First, class Slave>
class TwoStepMasterProcessor {
 public:
  /** The slave is attached before run(), for its upstream follows this master. */
  TwoStepMasterProcessor(RingBuffer<Event>& ring, Waiter waiter, Poison& poison, First handler,
                         const StageOptions& options)
      : ring_(ring),
        waiter_(std::move(waiter)),
        poison_(poison),
        handler_(std::move(handler)),
        options_(options) {}

  void attach(Slave& slave) { slave_ = &slave; }
  const Sequence& sequence() const { return sequence_; }

  /** Works on both steps until the pipeline is stopped. */
  void run() noexcept {
    try {
      processEvents();
    } catch (...) {
      poison_.failed();
    }
  }

 private:
  void processEvents() {
    std::int64_t next = sequence_.getPlain() + 1;
    for (int idle = 0; !waiter_.isStopped();) {
      // The second step first: it gives back what the first may need, and lets results leave.
      const bool worked = slave_->processAvailable(next - 1, options_.limit);
      const std::int64_t available = waiter_.look();
      if (available >= next) {
        next = takeUp(next, lastOf(next, available, options_.limit));
      } else if (!worked) {
        idle = waiter_.pause(idle);
        continue;
      }
      idle = 0;
    }
  }

  /** Runs the first step; the next event, which is not last + 1 only on a stop. */
  std::int64_t takeUp(std::int64_t first, std::int64_t last) {
    for (std::int64_t next = first;;) {
      next = firstStep(next, last);
      // Before any wait: all stages between, and so all other pairs, need it to continue.
      sequence_.setRelease(next - 1);
      if (next > last || !slave_->processUpTo(next - 1)) {
        return next;
      }
    }
  }

  /** Up to the event that must wait until all before it are settled; last + 1 if none must. */
  std::int64_t firstStep(std::int64_t first, std::int64_t last) {
    const std::int64_t interval = options_.publishing.within(last - first + 1);
    std::int64_t publishAt = first + interval - 1;
    std::int64_t at = first;
    if (slave_->sequence().getPlain() == first - 1) {
      handler_.onEvent(ring_[at], at);
      at++;
    }
    for (; at <= last; at++) {
      if (!handler_.tryEvent(ring_[at], at)) {
        return at;
      }
      if (at >= publishAt && at != last) {
        sequence_.setRelease(at);
        publishAt = at + interval;
      }
    }
    return at;
  }

  RingBuffer<Event>& ring_;
  Waiter waiter_;
  Poison& poison_;
  First handler_;
  StageOptions options_;
  Slave* slave_ = nullptr;
  Sequence sequence_;
};

}  // namespace tandem::pipeline
