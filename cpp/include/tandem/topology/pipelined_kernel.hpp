#pragma once

#include "tandem/topology/kernel.hpp"

namespace tandem::topology {

/**
 * A thread for grouping, for each risk shard (hold and settle), for each matching shard, and for
 * results: 2 + n + m threads.
 */
class PipelinedKernel final : public Kernel {
 public:
  /**
   * Starts the threads. At least one shard of each stage; otherwise, and for a ring whose size is
   * no power of two, std::invalid_argument.
   */
  PipelinedKernel(machine::StagesOptions stages, const KernelOptions& options);
};

}  // namespace tandem::topology
