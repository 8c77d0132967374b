#pragma once

#include "tandem/statemachine/stages.hpp"

namespace tandem::kernel {

/**
 * All stages in one pass on the caller's thread: each command is answered before the next one is
 * looked at, while all that it touches is in the nearest cache. For one thread at a time.
 *
 * What submit() throws is a bug in a stage, a handler's exception or a lack of memory; the kernel
 * is of no use then.
 */
class FusedKernel {
 public:
  /** One pass with one shard of each, whatever the options say; riskShards 0 is without risk. */
  explicit FusedKernel(statemachine::StagesOptions options) : stages_(fused(options)) {
    slot_.trades.preallocate();
  }

  /** Commands that follow and have no timestamp get the clock's of the first of them. */
  void startBatch() { stages_.startBatch(); }

  /** The slot to fill with the next command: all its inputs must be written. */
  command::Command& next() { return slot_; }

  /** Takes the command in the slot through all stages; its outputs stand there until the next. */
  void submit() {
    stages_.group(slot_, sequence_++);
    stages_.apply(slot_);
    stages_.tell(slot_);
  }

  /** The stages, to be read between two commands. */
  const statemachine::Stages& stages() const { return stages_; }

 private:
  static statemachine::StagesOptions fused(statemachine::StagesOptions options) {
    options.riskShards = options.riskShards == 0 ? 0 : 1;
    options.matchingShards = 1;
    options.onePass = true;
    return options;
  }

  statemachine::Stages stages_;
  command::Command slot_;
  i64 sequence_ = 0;
};

}  // namespace tandem::kernel
