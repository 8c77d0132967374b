#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tandem/pipeline/poison.hpp"
#include "tandem/pipeline/publish_interval.hpp"
#include "tandem/pipeline/ring_buffer.hpp"
#include "tandem/pipeline/sequence.hpp"
#include "tandem/pipeline/waiter.hpp"

namespace tandem::pipeline {

/** How a stage runs. */
struct StageOptions {
  WaitPlan waiting{WaitMode::kParking};
  PublishInterval publishing;
  /** Most events that a stage takes up at once, at least 1. */
  std::int64_t limit = 256;
};

/** The last event of a batch of at most so many, of those that are available. */
constexpr std::int64_t lastOf(std::int64_t first, std::int64_t available, std::int64_t limit) {
  // Whoever wants no limit may name the highest number.
  return first + std::min(available - first, limit - 1);
}

/** A handler that is shown before each event which ones have arrived behind it; it only reads. */
template <class Handler, class Event>
concept LooksAhead = requires(Handler handler, RingBuffer<Event>& ring, std::int64_t sequence) {
  handler.lookAhead(ring, sequence, sequence);
};

/**
 * One stage on one thread: calls a handler for every event, in order, exactly once. Its sequence
 * moves within a batch, by the publish interval, and at its end.
 *
 * A handler has startBatch() and onEvent(Event&, sequence). What it throws poisons the pipeline:
 * the sequence stays before the failed event. run() belongs to one thread.
 */
template <class Event, class Handler, class Upstream = Waiter>
class StageProcessor {
 public:
  StageProcessor(RingBuffer<Event>& ring, Upstream waiter, Poison& poison, Handler handler,
                 const StageOptions& options)
      : ring_(ring),
        waiter_(std::move(waiter)),
        poison_(poison),
        handler_(std::move(handler)),
        options_(options) {}

  const Sequence& sequence() const { return sequence_; }

  /** Works until the pipeline is stopped. */
  void run() noexcept {
    try {
      std::int64_t next = sequence_.getPlain() + 1;
      for (;;) {
        const std::int64_t available = waiter_.waitFor(next);
        if (available < next) {
          return;
        }
        next = process(next, lastOf(next, available, options_.limit), available);
      }
    } catch (...) {
      poison_.failed();
    }
  }

 private:
  std::int64_t process(std::int64_t first, std::int64_t last,
                       [[maybe_unused]] std::int64_t available) {
    handler_.startBatch();
    const std::int64_t interval = options_.publishing.within(last - first + 1);
    std::int64_t publishAt = first + interval - 1;
    for (std::int64_t at = first; at <= last; at++) {
      if constexpr (LooksAhead<Handler, Event>) {
        handler_.lookAhead(ring_, at, available);
      }
      handler_.onEvent(ring_[at], at);
      if (at == publishAt || at == last) {
        sequence_.setRelease(at);
        publishAt = at + interval;
      }
    }
    return last + 1;
  }

  RingBuffer<Event>& ring_;
  Upstream waiter_;
  Poison& poison_;
  Handler handler_;
  StageOptions options_;
  Sequence sequence_;
};

}  // namespace tandem::pipeline
