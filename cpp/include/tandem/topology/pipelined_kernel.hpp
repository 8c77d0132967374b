#pragma once

#include <cstddef>
#include <memory>

#include "tandem/machine/journal_stage.hpp"
#include "tandem/machine/stages.hpp"
#include "tandem/pipeline/stage_processor.hpp"

namespace tandem::topology {

/** How a pipelined kernel runs. */
struct PipelineOptions {
  /** Slots of the ring, a power of two. */
  std::size_t ringSize = 1024;
  pipeline::StageOptions stage;
};

/**
 * A thread for grouping, for each risk shard (hold and settle), for each matching shard, and for
 * results: 2 + n + m threads. The same commands have the same outcome as in a FusedKernel.
 *
 * One thread at a time submits and asks; the threads are the kernel's own, and end with it. What a
 * stage or a handler throws stops the kernel for good: every later call throws it again.
 */
class PipelinedKernel {
 public:
  /**
   * Starts the threads. At least one shard of each stage; otherwise, and for a ring whose size is
   * no power of two, std::invalid_argument. The clock and the handlers are called on its threads.
   */
  PipelinedKernel(machine::StagesOptions stages, const PipelineOptions& options);
  /**
   * The same with stages that were made before, not for one pass, as those that a log was applied
   * to, and a journal, which gets a thread of its own beside risk and matching and outlives this;
   * null for none. It has as many marks as the ring has slots.
   */
  PipelinedKernel(std::unique_ptr<machine::Stages> stages, const PipelineOptions& options,
                  machine::JournalStage* journal);
  /** Stops the threads, whatever is still on its way: drain() before. */
  ~PipelinedKernel();
  PipelinedKernel(const PipelinedKernel&) = delete;
  PipelinedKernel& operator=(const PipelinedKernel&) = delete;

  /** Gives a command to the stages; waits while the ring is full. */
  void submit(const command::CommandInput& in);

  /** Waits until all that was submitted is answered. */
  void drain();

  /** Asks a question behind all that was submitted so far, and waits for its answer. */
  void ask(machine::Query& query);

  /** The state behind all that was submitted so far. */
  state::StateImage image();

  /** The stages, to be read between drain() and the next command. */
  const machine::Stages& stages() const;

 private:
  class Threads;

  std::unique_ptr<Threads> threads_;
};

}  // namespace tandem::topology
