#pragma once

#include "tandem/statemachine/look_ahead.hpp"
#include "tandem/statemachine/stages.hpp"

namespace tandem::kernel {

/**
 * All stages in one pass on the caller's thread: each command is answered before the next one is
 * looked at, while all that it touches is in the nearest cache. For one thread at a time.
 *
 * What submit() throws is a bug in a stage, a handler's exception or a lack of memory; the kernel
 * is of no use then.
 */
class PolledKernel {
 public:
  /** One pass with one shard of each, whatever the options say; riskShards 0 is without risk. */
  explicit PolledKernel(const statemachine::StagesOptions& options)
      : stages_(options.inOnePass()),
        ahead_(stages_.matching(0), stages_.riskShards() == 0 ? nullptr : &stages_.risk(0)) {
    slot_.outcomes.preallocate();
  }

  /** Commands that follow and have no timestamp get the clock's of the first of them. */
  void startBatch() { stages_.startBatch(); }

  /** The slot to fill with the next command: all its inputs must be written. */
  command::Command& next() { return slot_; }

  /**
   * Called before submit() where the commands behind it are known: what so many of them will touch
   * is fetched. Peek(1) gives the CommandRecord of the next one, and a wrong one does no harm.
   */
  template <class Peek>
  void lookAhead(i64 following, Peek peek) {
    ahead_.before(sequence_, sequence_ + following,
                  [&](i64 sequence) { return peek(sequence - sequence_); });
  }

  /** Takes the command in the slot through all stages; its outputs stand there until the next. */
  void submit() {
    stages_.admit(slot_, sequence_++);
    stages_.apply(slot_);
    stages_.report(slot_);
  }

  /** The stages, to be read between two commands. */
  const statemachine::Stages& stages() const { return stages_; }

 private:
  statemachine::Stages stages_;
  statemachine::LookAhead ahead_;
  command::Command slot_;
  i64 sequence_ = 0;
};

}  // namespace tandem::kernel
