#pragma once

#include <memory>

#include "tandem/kernel/kernel.hpp"
#include "tandem/statemachine/journal_stage.hpp"

namespace tandem::kernel {

/**
 * All stages and the journal in one pass on the caller's thread. Where answers wait for the log, a
 * thread of its own reports them, so that the next commands do not wait for it; else they are
 * reported before submit() returns.
 *
 * One thread at a time calls; the ingress of the options does not matter.
 */
class PolledLogKernel final : public Kernel {
 public:
  /**
   * Stages for one pass, as those that the log was applied to. The journal outlives this, and has
   * as many marks as the ring has slots: a power of two, or std::invalid_argument.
   */
  PolledLogKernel(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options,
                  statemachine::JournalStage& journal);

  /** Commands that follow and have no timestamp get the clock's of the first of them. */
  void startBatch();

 private:
  class Pass;
  class PassThreads;
};

}  // namespace tandem::kernel
