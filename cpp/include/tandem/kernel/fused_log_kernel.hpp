#pragma once

#include <memory>

#include "tandem/kernel/kernel.hpp"
#include "tandem/statemachine/journal_stage.hpp"
#include "tandem/statemachine/stages.hpp"

namespace tandem::kernel {

/**
 * All stages and the journal in one pass on the caller's thread. Where answers wait for the log, a
 * thread of its own tells them, so that the next commands do not wait for it; else they are told
 * before submit() returns.
 *
 * One thread at a time calls. What a stage, the journal or a handler throws stops the kernel for
 * good: every later call throws it again.
 */
class FusedLogKernel {
 public:
  /**
   * Stages for one pass, as those that the log was applied to. The journal outlives this, and has
   * as many marks as the ring has slots: a power of two, or std::invalid_argument.
   */
  FusedLogKernel(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options,
                 statemachine::JournalStage& journal);
  /** Stops, whatever is still on its way: drain() before. */
  ~FusedLogKernel();
  FusedLogKernel(const FusedLogKernel&) = delete;
  FusedLogKernel& operator=(const FusedLogKernel&) = delete;

  /** Commands that follow and have no timestamp get the clock's of the first of them. */
  void startBatch();

  /** Takes a command through the stages; waits while the ring is full of answers to come. */
  void submit(const command::CommandInput& in);

  /** Waits until all that was submitted is answered. */
  void drain();

  /** Asks a question behind all that was submitted so far, and waits for its answer. */
  void ask(statemachine::Query& query);

  /** The stages, to be read between drain() and the next command. */
  const statemachine::Stages& stages() const;

 private:
  class Threads;

  std::unique_ptr<Threads> threads_;
};

}  // namespace tandem::kernel
