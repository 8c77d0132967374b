#pragma once

#include "tandem/statemachine/stages.hpp"

namespace tandem::statemachine {

/**
 * Drives Stages on the calling thread, without a ring, one command after the other: for the replay
 * of a log before a kernel starts. A command without a timestamp gets the time of now. Numbers the
 * commands from where the stages stand. For one thread at a time.
 */
class ReplayDriver {
 public:
  /**
   * Reports to these, in place of the stages' own; either may be null. All live as long as this.
   */
  ReplayDriver(Stages& stages, event::ResultHandler* results, event::EventRecordListener* events)
      : stages_(stages),
        handler_(results),
        listener_(events),
        sequence_(stages.results().recordedCommands()) {}

  /** The slot to fill with the next command; its inputs must all be written. */
  command::Command& next() { return slot_; }

  /** Takes the command that next() was filled with through all stages. */
  void submit() {
    // Each command is a batch: a time lasts as long as one.
    stages_.startBatch();
    stages_.admit(slot_, sequence_++);
    stages_.apply(slot_);
    stages_.report(slot_, handler_, listener_);
  }

 private:
  Stages& stages_;
  event::ResultHandler* handler_;
  event::EventRecordListener* listener_;
  command::Command slot_;
  i64 sequence_;
};

}  // namespace tandem::statemachine
