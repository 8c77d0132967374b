#pragma once

#include <memory>

#include "tandem/kernel/kernel.hpp"
#include "tandem/statemachine/journal_stage.hpp"

namespace tandem::kernel {

/**
 * A thread for admission, for each risk shard (hold and settle), for each matching shard, and for
 * results: 2 + n + m threads.
 */
class PipelinedKernel final : public Kernel {
 public:
  /**
   * Starts the threads. At least one shard of each stage; otherwise, for a ring whose size is no
   * power of two, and for a limit of the stages below 1, std::invalid_argument.
   */
  PipelinedKernel(statemachine::StagesOptions stages, const KernelOptions& options);
  /**
   * The same with stages that were made before, not for one pass, as those that a log was applied
   * to, and a journal, which gets a thread of its own beside risk and matching and outlives this;
   * null for none. It has as many marks as the ring has slots.
   */
  PipelinedKernel(std::unique_ptr<statemachine::Stages> stages, const KernelOptions& options,
                  statemachine::JournalStage* journal);
};

}  // namespace tandem::kernel
