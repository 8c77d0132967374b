#pragma once

#include "tandem/kernel/kernel.hpp"

namespace tandem::kernel {

/**
 * What a PolledKernel does, on a thread of its own behind a ring, so that several producers may
 * submit. With lanes this thread is their sequencer, too: no hop is added.
 */
class FusedKernel final : public Kernel {
 public:
  /**
   * Starts the thread: one pass with one shard of each, whatever the options say; riskShards 0 is
   * without risk. For a ring whose size is no power of two, and a limit of the stage below 1,
   * std::invalid_argument.
   */
  FusedKernel(statemachine::StagesOptions stages, const KernelOptions& options);
};

}  // namespace tandem::kernel
