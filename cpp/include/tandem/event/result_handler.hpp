#pragma once

#include "tandem/command/command.hpp"

namespace tandem::event {

/**
 * Gets the answer to each command, in order, after its trades are settled: what it reports may be
 * spent by the next command. Called on the results thread, one command at a time; what it throws
 * poisons the kernel.
 */
class ResultHandler {
 public:
  virtual ~ResultHandler() = default;
  /** The command may be read until this returns, and is overwritten afterwards. */
  virtual void onResult(const command::Command& c) = 0;
};

}  // namespace tandem::event
