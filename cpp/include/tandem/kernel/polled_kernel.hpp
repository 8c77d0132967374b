#pragma once

#include <memory>
#include <stdexcept>

#include "tandem/pipeline/stage_samples.hpp"
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
  /**
   * One pass with one shard of each, whatever the options say; riskShards 0 is without risk.
   * One command in timedEvery is timed in each stage, a power of two, and 0 none; without risk
   * nothing can be, which is std::invalid_argument.
   */
  explicit PolledKernel(const statemachine::StagesOptions& options, u32 timedEvery = 0)
      : stages_(options.inOnePass()),
        ahead_(stages_.matching(0), stages_.riskShards() == 0 ? nullptr : &stages_.risk(0)),
        samples_(samplesOf(timedEvery, stages_)) {
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
    if (samples_ != nullptr && samples_->includes(sequence_)) {
      submitTimed(sequence_++);
      return;
    }
    stages_.admit(slot_, sequence_++);
    stages_.apply(slot_);
    stages_.report(slot_);
  }

  /**
   * What was timed, to be taken between two commands; null if nothing is. Here a stage waits for
   * no thread: its waiting is one look at the clock.
   */
  pipeline::StageSamples* stageSamples() { return samples_.get(); }

  /** The stages, to be read between two commands. */
  const statemachine::Stages& stages() const { return stages_; }

 private:
  using Stage = pipeline::TimedStage;

  static std::unique_ptr<pipeline::StageSamples> samplesOf(u32 timedEvery,
                                                           const statemachine::Stages& stages) {
    if (timedEvery == 0) {
      return nullptr;
    }
    if (stages.riskShards() == 0) {
      throw std::invalid_argument("stages are timed with risk only");
    }
    return std::make_unique<pipeline::StageSamples>(timedEvery, 1, 1, 1);
  }

  /** The same stage by stage. */
  void submitTimed(i64 sequence) {
    samples_->publishing(sequence);
    timed(Stage::kAdmission, sequence, [&] { stages_.admit(slot_, sequence); });
    timed(Stage::kHold, sequence, [&] { stages_.hold(0, slot_); });
    timed(Stage::kMatch, sequence, [&] { stages_.match(0, slot_); });
    timed(Stage::kSettle, sequence, [&] { stages_.settle(0, slot_); });
    timed(Stage::kResults, sequence, [&] { stages_.report(slot_); });
  }

  template <class Work>
  void timed(Stage stage, i64 sequence, Work work) {
    samples_->probe(stage).measure(sequence, [&] {
      work();
      return true;
    });
  }

  statemachine::Stages stages_;
  statemachine::LookAhead ahead_;
  std::unique_ptr<pipeline::StageSamples> samples_;
  command::Command slot_;
  i64 sequence_ = 0;
};

}  // namespace tandem::kernel
